// lobby.mjs: a table on a server: taking a seat, waiting for the others, then playing.

import { h, at, put, button, icon, iconButton, dialog } from './dom.mjs';
import { t, capital } from './i18n.mjs';
import { NetGame } from './netgame.mjs';
import { lessons } from './assets.mjs';
import { usualBot } from './bots.mjs';
import { portrait } from './characters.mjs';
import { anotherName, friendsAt, hostPanel, mayStart, seatMarks, watching } from './friends.mjs';
import { picture } from './picture.mjs';
import { offer } from './share.mjs';
import * as store from './store.mjs';

const LOOPBACK = /^(localhost|127\.|\[::1\])/;

/** The address that friends open: the one by which this page was found, unless that means "this machine" to everybody. */
export function linkOf(net, code, way = 't') {
  const here = at(`${way}/${code}`);
  return LOOPBACK.test(location.hostname) && net.info?.url ? `${net.info.url}/${way}/${code}` : here;
}

/** Link, code and QR code of a table, or of an evening. */
export function invitation(net, code, evening = false) {
  const url = linkOf(net, code, evening ? 'e' : 't');
  return h('div', { class: 'invitation' },
    h('img', { class: 'qr', src: at(`api/${evening ? 'evenings' : 'tables'}/${code}/qr.svg`), alt: evening ? t('QR code of the evening') : t('QR code of the table'), width: 200, height: 200 }),
    h('p', { class: 'code', 'aria-label': t('Table code') }, code),
    h('p', { class: 'link' }, url),
    button([icon('share'), t('Share the link')], (event) => offer({ title: 'Penna', url }, event.currentTarget), { class: 'quiet' }));
}

class TableScreen {
  constructor(context, code, play) {
    Object.assign(this, { context, code, play, inner: null });
    this.body = h('main', { id: 'main', tabindex: '-1' }, h('p', { class: 'lead' }, '…'));
    this.title = h('h1', {}, t('Table {0}', code));
    this.lobby = h('div', { class: 'page narrow lobby' },
      h('header', { class: 'top' }, iconButton('back', t('Back'), () => context.go('#/')), this.title), this.body);
    this.node = h('div', {}, this.lobby);
  }

  /** The table screen closes the session that it was given. */
  close() {
    if (this.inner) this.inner.close();
    else this.session?.close();
  }

  /** Who has a token has a seat, and is not asked again. */
  async begin() {
    if (!store.token(this.code)) await this.askName();
    else this.connect();
  }

  /** Somebody new: a name and a seat, or a place to watch. */
  async askName() {
    let table;
    try {
      table = await this.context.net.summary(this.code);
    } catch (error) {
      return this.fail(t(error.message));
    }
    const game = this.context.engine.game(table.game);
    this.title.textContent = t(game.title);
    if (table.shut || !table.seats.some((one) => one.kind === 'open')) return this.connect();
    const field = h('input', { id: 'name', maxlength: '40', value: store.myName(), autocomplete: 'nickname', required: true });
    const wrong = h('p', { class: 'error', role: 'alert' }), host = (table.seats[table.host] ?? table.seats.find((one) => one.kind === 'human'))?.name ?? '';
    const taken = (name) => table.seats.some((one) => one.name?.toLowerCase() === name.toLowerCase());
    put(this.body, h('div', { class: 'invite-words' }, h('div', { class: 'game-picture baize' }, picture(this.context.engine.layout(game))), h('p', { class: 'lead' }, t('{0} invites you to a game.', host)), h('p', {}, t(game.summary)),
      lessons.includes(game.name) && h('p', { class: 'ways' }, h('a', { class: 'quiet', href: at(`./#/lesson/${game.name}`) }, icon('hint'), t('New to it? Learn by doing')))),
    h('form', { class: 'setup', onsubmit: async (event) => {
      event.preventDefault();
      const name = field.value.trim();
      if (taken(name)) {
        wrong.textContent = t('Somebody here is called {0} already. Take another name.', name);
        field.value = anotherName(name, table.seats);
        return field.focus();
      }
      store.setMyName(name);
      try {
        await this.context.net.join(this.code, name, table.game);
        this.connect();
      } catch (error) {
        wrong.textContent = capital(t(error.message));
        if (error.code === 'taken') field.value = anotherName(name, table.seats);
      }
      return undefined;
    } }, h('div', { class: 'field' }, h('label', { for: 'name' }, t('Your name')), field), wrong,
    h('button', { type: 'submit', class: 'confirm' }, t('Sit down')),
    button(t('Only watch'), () => this.connect(), { class: 'quiet' })));
    return undefined;
  }

  /** There is nothing to be had here: a way out is shown with the reason. */
  fail(text) {
    put(this.body, h('p', { class: 'error', role: 'alert' }, capital(text)), h('a', { class: 'quiet', href: at('./#/') }, t('To the games')));
  }

  /** The table screen listens to the same session later; here is what comes before it, and what ends it. */
  connect() {
    const session = this.session = new NetGame(this.context.engine, this.code);
    session.addEventListener('view', () => {
      if (session.view.phase !== 'waiting') return;
      if (session.closed) this.fail(session.closed);
      else this.wait();
    });
    session.addEventListener('view', () => { if (session.view.evening && !session.evening) this.join(session); });
    session.addEventListener('change', ({ detail }) => {
      if (session.match) this.sit();
      else if (detail.error) this.parts.words.textContent = capital(detail.error);
    });
    session.addEventListener('fail', ({ detail }) => {
      if (['token', 'no-table', 'deleted'].includes(detail.code)) store.dropTable(this.code);
      this.leave();
      return detail.code === 'token' ? this.askName() : this.fail(t(detail.text));
    });
    session.addEventListener('invite', () => dialog(t('Table {0}', this.code), invitation(this.context.net, this.code), t('Close')));
  }

  /** A table of an evening: from its end one goes on to the next. */
  async join(session) {
    session.evening = session.view.evening;
    const { goOn } = await import('./evening.mjs');
    if (!session.wire.closed) session.goOn = goOn(this.context, session, this.node);
  }

  /** The game cannot go on here: why stands where one waits for it. */
  leave() {
    if (!this.inner) return;
    this.inner.close();
    Object.assign(this, { inner: null, session: null });
    put(this.node, this.lobby);
    this.body.focus({ preventScroll: true });
  }

  /** The game goes on: the table screen takes over. */
  sit() {
    if (this.inner) return;
    this.inner = this.play(this.session);
    put(this.node, this.inner.node);
    document.title = `${t(this.session.game.title)} · Penna`;
  }

  /** One more person who plays on this device. */
  another() {
    const field = h('input', { id: 'another', maxlength: '40', autocomplete: 'off', required: true });
    const wrong = h('p', { class: 'error', role: 'alert' });
    return h('details', { class: 'extras' }, h('summary', {}, t('One more on this device')),
      h('form', { class: 'setup', onsubmit: async (event) => {
        event.preventDefault();
        try {
          await this.context.net.join(this.code, field.value.trim(), this.session.game.name);
          field.value = '';
          wrong.textContent = '';
        } catch (error) {
          wrong.textContent = capital(t(error.message));
          if (error.code === 'taken') field.value = anotherName(field.value.trim(), this.session.view.seats);
        }
      } }, h('div', { class: 'field' }, h('label', { for: 'another' }, t('Name')), field), wrong,
      h('button', { type: 'submit', class: 'quiet' }, t('Sit down'))));
  }

  /** One line of the list of who is here. */
  seatLine(one, index) {
    const { you } = this.session.view, bot = one.kind.startsWith('bot:') && one.kind.slice(4), open = one.kind === 'open';
    return h('li', { 'data-seat': index, class: open ? 'open' : you.includes(index) ? 'mine' : '' },
      bot ? portrait(bot) : h('span', { class: 'initial', 'aria-hidden': 'true' }, open ? '' : [...one.name][0].toUpperCase()),
      h('span', { class: 'who' }, open ? t('a free seat') : one.name), you.includes(index) && h('em', { class: 'you' }, t('you')),
      one.kind === 'human' && !one.here && h('em', {}, t('away')), seatMarks(this.session, index));
  }

  /** What the lobby says above the list. */
  waitingWords(open) {
    if (!this.session.view.you.length) return t('The game begins when everybody is here.');
    return open === 1 ? t('One more player is missing. Show the code, or send the link.') : t('{0} more players are missing. Show the code, or send the link.', open);
  }

  /** Somebody who watches takes a free seat. */
  sitDown() {
    this.session.close();
    this.parts = null;
    return this.askName();
  }

  /** Whoever looks has come, sat down, or lost his seat by the host's word: everything is drawn anew. */
  settle(sits) {
    if (this.sits === sits && this.known === this.session) return;
    Object.assign(this, { sits, known: this.session, parts: null });
    friendsAt({ session: this.session, node: this.lobby, go: this.context.go });
  }

  /** Drawn with every view, but the form in which somebody may be typing is made once (settle()). */
  wait() {
    const { view, game, people } = this.session, { net, engine } = this.context, sits = view.you.length > 0;
    this.title.textContent = t(game.title);
    const open = view.seats.filter((one) => one.kind === 'open').length;
    const bots = net.info?.bots ?? engine.bots.map((bot) => bot.name);
    const focus = this.body.contains(document.activeElement) && document.activeElement.tagName === 'BUTTON' ? document.activeElement.textContent : null;
    this.settle(sits);
    if (!this.parts) {
      this.parts = { list: h('ul', { class: 'seats-list', 'aria-live': 'polite' }), words: h('p', { class: 'lead', role: 'status' }), act: h('div', { class: 'end-actions' }) };
      put(this.body, this.parts.words, h('div', { class: 'lobby-columns' }, invitation(net, this.code),
        h('div', { class: 'lobby-who' }, this.parts.list, sits && this.another(), this.parts.act)));
    }
    this.parts.words.textContent = this.waitingWords(open);
    put(this.parts.list, people.map((one, index) => this.seatLine(one, index)));
    const usual = usualBot(bots.map((name) => ({ name })));
    put(this.parts.act, !sits && watching(this.session, () => this.sitDown()), hostPanel(this.session), sits && [
      mayStart(this.session) && !this.session.blind && button([icon('play'), t('Start now, with bots in the free seats')], () => this.session.act({ type: 'start', bot: usual }), { class: 'confirm' }),
      button(t('Leave the table'), async () => {
        await Promise.all(view.you.map((one) => this.session.act({ type: 'leave', seat: one })));
        store.dropTable(this.code);
        this.context.go('#/');
      }, { class: 'quiet' })]);
    if (focus !== null && !this.body.contains(document.activeElement)) ([...this.body.querySelectorAll('button')].find((one) => one.textContent === focus) ?? this.body).focus();
  }
}

/** The screen of the table with that code; `play(session)` makes the table screen. */
export function tableScreen(context, code, play) {
  const screen = new TableScreen(context, code, play);
  screen.begin();
  return screen;
}
