// setup.mjs: before a game: who plays, where, with what options.

import { h, put, button, icon, iconButton } from './dom.mjs';
import { t, capital } from './i18n.mjs';
import { botsFor, prefetchWeights, usualBot } from './bots.mjs';
import { LocalGame } from './game.mjs';
import * as store from './store.mjs';

const MODES = ['bots', 'device', 'friends'];

class Setup {
  constructor({ engine, net, go }, game) {
    Object.assign(this, { engine, net, go, game });
    this.mode = 'bots';
    this.name = store.myName();
    this.options = {};
    this.real = false;
    this.hide = false;
    this.lot = false;
    const able = botsFor(engine, game);
    this.bots = able.map((bot) => bot.name);
    this.bot = usualBot(able);
    prefetchWeights(game);
    this.count = { bots: Math.max(2, game.printed), device: Math.max(2, game.printed), friends: Math.max(2, game.printed) };
    this.names = [];
    this.kinds = { device: [], friends: [] }; // by seat: 'human', 'open', or a bot
    this.form = h('form', { class: 'setup', onsubmit: (event) => this.play(event) });
    this.render();
    if (!net.there) net.asked.then(() => { if (net.there) this.rerender(''); }); // a server that answers late
  }

  radio(group, value, label, hint, checked, change) {
    const id = `${group}-${value}`;
    return h('div', { class: 'option' },
      h('input', { type: 'radio', name: group, id, value, checked, onchange: change }),
      h('label', { for: id }, h('strong', {}, label), hint && h('span', {}, hint)));
  }

  render() {
    const { game, mode } = this;
    const words = {
      bots: [t('Against bots'), t('You and the computer, offline too')],
      device: [t('Round this device'), t('Everyone takes turns on this screen')],
      friends: [t('With friends'), t('Each on their own phone, by link, QR code or table code')],
    };
    const modes = MODES.filter((one) => one !== 'friends' || this.net.there)
      .filter((one) => one === 'bots' || game.max > 1);
    put(this.form,
      h('fieldset', { class: 'modes' }, h('legend', {}, t('How do you play?')),
        modes.map((one) => this.radio('mode', one, ...words[one], one === mode, () => { this.mode = one; this.rerender(`mode-${one}`); }))),
      this.seatsField(),
      h('div', { class: 'people' }, this.people()),
      this.extras(),
      h('p', { class: 'error', role: 'alert' }),
      h('button', { type: 'submit', class: 'confirm' }, icon('play'), mode === 'friends' ? t('Open the table') : t('Play')));
  }

  seatsField() {
    const { game, mode } = this, least = mode === 'bots' ? game.min : Math.min(2, game.max);
    const step = (by) => () => {
      this.count[mode] = Math.min(game.max, Math.max(least, this.count[mode] + by));
      this.rerender('seats');
      this.form.querySelector(by > 0 ? '.more' : '.fewer').focus();
    };
    const n = this.count[mode];
    return h('div', { class: 'stepper', role: 'group', 'aria-label': t('Seats') }, h('span', {}, t('Seats')),
      button('−', step(-1), { class: 'fewer', 'aria-label': t('fewer seats'), disabled: n <= least }),
      h('output', {}, n), button('+', step(1), { class: 'more', 'aria-label': t('more seats'), disabled: n >= game.max }));
  }

  /** What somebody who gives no name is called. Among friends there is no such thing: "You" would be somebody else to them. */
  usualName(seat) {
    return this.mode === 'bots' ? t('You') : t('Player {0}', seat + 1);
  }

  nameField(seat, label, value) {
    const id = `name-${seat}`, required = seat === 0 && this.mode === 'friends';
    return h('div', { class: 'field' }, h('label', { for: id }, label),
      h('input', { id, value: value ?? '', maxlength: '40', autocomplete: seat ? 'off' : 'nickname', required, placeholder: required ? '' : this.usualName(seat) }));
  }

  people() {
    const { mode } = this, n = this.count[mode];
    const mine = this.nameField(0, t('Your name'), this.name);
    if (mode === 'bots') return [mine, n > 1 && this.botField()];
    return [mine, Array.from({ length: n - 1 }, (_, i) => this.seatField(i + 1)),
      mode === 'friends' && h('p', { class: 'aside' }, t('The others join with the link or the code; empty seats can be given to bots.'))];
  }

  /** Who sits in a seat: somebody on this device, a friend elsewhere, or a bot. */
  kindOf(seat) {
    const usual = this.mode === 'friends' ? 'open' : 'human', kind = this.kinds[this.mode][seat] ?? usual;
    return kind.startsWith('bot:') && this.isReal && this.game.hidden ? usual : kind;
  }

  /** A seat that is not one's own: who sits there, and the name of a person on this device. */
  seatField(seat) {
    const id = `kind-${seat}`, kind = this.kindOf(seat), online = this.mode === 'friends';
    const bots = this.isReal && this.game.hidden ? [] : online ? this.bots.filter((name) => this.net.info.bots.includes(name)) : this.bots;
    const kinds = [...(online ? [['open', t('A friend, by link or code')]] : []), ['human', online ? t('On this device') : t('A person')],
      ...bots.map((name) => [`bot:${name}`, t('Bot: {0}', t(name))])];
    const change = (event) => {
      this.readNames();
      this.kinds[this.mode][seat] = event.target.value;
      this.rerender(id);
    };
    return h('div', { class: 'seat-row', role: 'group', 'aria-label': t('Player {0}', seat + 1) },
      h('div', { class: 'field' }, h('label', { for: id }, t('Player {0}', seat + 1)),
        h('select', { id, onchange: change }, kinds.map(([value, words]) => h('option', { value, selected: value === kind }, words)))),
      kind === 'human' && this.nameField(seat, t('Name'), this.names[seat]));
  }

  /** A seat as the game takes it. */
  sitter(seat) {
    const kind = this.mode === 'bots' ? `bot:${this.bot}` : this.kindOf(seat);
    if (kind === 'open') return { kind };
    if (kind === 'human') return { kind, name: this.names[seat] || this.usualName(seat) };
    const same = (other) => (this.mode === 'bots' ? kind : this.kindOf(other)) === kind;
    const like = Array.from({ length: this.count[this.mode] - 1 }, (_, i) => i + 1).filter(same);
    const name = capital(t(kind.slice(4)));
    return { kind, name: like.length > 1 ? `${name} ${like.indexOf(seat) + 1}` : name };
  }

  botField() {
    const about = (name) => t(this.engine.bots.find((bot) => bot.name === name).summary);
    return h('div', { class: 'field' }, h('label', { for: 'bot' }, t('The bots play')),
      h('select', { id: 'bot', onchange: (event) => { this.bot = event.target.value; } },
        this.bots.map((name) => h('option', { value: name, selected: name === this.bot }, `${capital(t(name))}: ${about(name)}`))));
  }

  check(id, label, hint, key) {
    return h('div', { class: 'check' },
      h('input', { type: 'checkbox', id, checked: this[key], onchange: (event) => { this[key] = event.target.checked; } }),
      h('label', { for: id }, h('strong', {}, label), h('span', {}, hint)));
  }

  /** Why there cannot be real pieces here: '' if there can. A hand that only its holder sees is nobody else's to tell. */
  noReal() {
    if (!this.game.hidden) return '';
    return this.mode === 'bots' && this.count.bots > 1 ? t('Bots cannot hold real cards. Choose “Round this device”, or play alone.') : '';
  }

  get isReal() {
    return this.real && !this.noReal();
  }

  realCards() {
    const why = this.noReal();
    const box = this.check('real', t('Real cards'), why || t('Your hands stay in your hands: you tap in the cards on the table and the card you lay; the page checks and counts'), 'real');
    const input = box.querySelector('input');
    input.checked = this.isReal;
    input.disabled = Boolean(why);
    input.addEventListener('change', () => this.rerender('real'));
    return box;
  }

  /** Draws the form anew, what is open and what has the focus as before. */
  rerender(id) {
    const open = this.form.querySelector('.extras').open;
    this.readNames();
    this.render();
    this.form.querySelector('.extras').open = open;
    if (id) this.form.querySelector(`#${id}`)?.focus();
  }

  extras() {
    const real = this.game.chance === 'draw' ? this.realCards()
      : this.check('real', t('Real dice'), t('You roll on the table and tap in what fell; the page checks and counts'), 'real');
    return h('details', { class: 'extras' }, h('summary', {}, t('More choices')),
      real,
      this.check('lot', t('Draw lots for who begins'), t('Otherwise you begin'), 'lot'),
      this.check('hide', t('Hide the score until the end'), '', 'hide'),
      this.game.options.map((option) => this.optionField(option)));
  }

  optionField(option) {
    const id = `option-${option.name}`, set = (event) => { this.options[option.name] = event.target.value.trim(); };
    const field = option.values.length
      ? h('select', { id, onchange: set }, option.values.map((value) => h('option', { value, selected: value === this.options[option.name] }, value)))
      : h('input', { id, onchange: set, value: this.options[option.name] ?? '', autocomplete: 'off' });
    return h('div', { class: 'field' }, h('label', { for: id }, `${option.name}: ${t(option.summary)}`), field,
      option.form && h('span', { class: 'aside' }, t(option.form)));
  }

  readNames() {
    for (const field of this.form.querySelectorAll('[id^=name-]')) {
      const seat = Number(field.id.slice(5)), name = field.value.trim().replace(/\p{C}/gu, '');
      if (seat === 0) this.name = name;
      else this.names[seat] = name;
    }
  }

  fail(text) {
    this.form.querySelector('.error').textContent = text;
  }

  play(event) {
    event.preventDefault();
    this.readNames();
    store.setMyName(this.name);
    store.changeSettings({ scores: !this.hide });
    const me = { kind: 'human', name: this.name || this.usualName(0) }, n = this.count[this.mode];
    const options = Object.entries(this.options).filter(([, value]) => value).map(([name, value]) => `${name}=${value}`);
    const seats = [me, ...Array.from({ length: n - 1 }, (_, i) => this.sitter(i + 1))];
    if (this.lot) seats.push(...seats.splice(0, Math.floor(Math.random() * n)));
    if (this.mode === 'friends') return this.open(seats);
    const session = LocalGame.start(this.engine, { game: this.game, seats, options, real: this.isReal });
    if (!session) return this.fail(t('These options do not fit.'));
    session.keep();
    session.close();
    this.go(`#/play/${session.id}`);
  }

  async open(seats) {
    const options = Object.fromEntries(Object.entries(this.options).filter(([, value]) => value));
    try {
      const code = await this.net.create({ game: this.game.name, options, seats, dice: this.isReal ? 'manual' : 'shared', hide_scores: this.hide });
      this.go(`#/table/${code}`);
    } catch (error) {
      this.fail(t(error.message));
    }
  }
}

/** The screen on which a game is set up. */
export function setupScreen(context, game) {
  const setup = new Setup(context, game);
  return h('div', { class: 'page narrow' },
    h('header', { class: 'top' }, iconButton('back', t('Back'), () => context.go('#/')), h('h1', {}, t(game.title)),
      h('a', { class: 'icon-button', href: `#/learn/${game.name}`, 'aria-label': t('Rules'), title: t('Rules') }, icon('book'))),
    h('main', { id: 'main', tabindex: '-1' }, h('p', { class: 'lead' }, t(game.summary)), setup.form));
}
