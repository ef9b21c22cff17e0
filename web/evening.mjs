// evening.mjs: a club evening (docs/club.md): opening one, taking part, what the organiser does, how everybody stands; and the way from a table of
// it to the next. The big screen is tv.mjs.

import { h, at, put, button, icon, iconButton } from './dom.mjs';
import { t, capital, decimal, minus, words } from './i18n.mjs';
import { games } from './assets.mjs';
import { anotherName } from './friends.mjs';
import { invitation } from './lobby.mjs';
import { Wire, newToken } from './net.mjs';
import * as store from './store.mjs';
import { bringStyle } from './style.mjs';
import { announce } from './voice.mjs';

// Nothing is shown before its looks and its words are there.
await Promise.all([words('evening'), bringStyle('evening.css')]);

const sent = new Set(); // the tables this page went to by itself: who comes back from one is not sent there again

export const titleOf = (name) => t(games.find((game) => game.name === name)?.title ?? name);

// ---- Opening one ----------------------------------------------------------------------------------------

const ROUNDS = 8; // that can be chosen here; the server knows more

class Opening {
  constructor({ net, go }) {
    Object.assign(this, { net, go, rounds: 4, seats: 4, games: ['', '', '', ''], token: newToken() });
    this.form = h('form', { class: 'setup evening-setup', onsubmit: (event) => this.open(event) });
    this.title = h('input', { id: 'title', maxlength: '40', required: true, autocomplete: 'off', value: t('Game night') });
    this.real = h('input', { type: 'checkbox', id: 'real' });
    this.wrong = h('p', { class: 'error', role: 'alert' });
    this.render();
  }

  /** So many numbers to choose from. */
  number(id, label, from, to, change) {
    return h('div', { class: 'field' }, h('label', { for: id }, label),
      h('select', { id, onchange: ({ target }) => change(Number(target.value)) }, Array.from({ length: to - from + 1 }, (_, i) => h('option', { value: from + i, selected: this[id] === from + i }, String(from + i)))));
  }

  /** The games that so many can play at one table. */
  playable() {
    return games.filter((game) => game.min <= this.seats && this.seats <= game.max);
  }

  /** The game of a round; the later ones are as the first as long as nothing else is said. */
  gameOf(round) {
    const named = (name) => this.playable().find((game) => game.name === name)?.name;
    return named(this.games[round]) ?? named(this.games[0]) ?? this.playable()[0].name;
  }

  /** Made anew at every choice, since seats decide which games there are and rounds how many questions; so who was at a field is put back there. */
  render(focus) {
    put(this.form,
      h('div', { class: 'field' }, h('label', { for: 'title' }, t('What is the evening called?')), this.title),
      h('div', { class: 'evening-numbers' },
        this.number('seats', t('Players at a table'), 2, Math.max(...games.map((game) => game.max)), (n) => { this.seats = n; this.render('seats'); }),
        this.number('rounds', t('Rounds'), 1, ROUNDS, (n) => { this.rounds = n; this.render('rounds'); })),
      h('fieldset', { class: 'evening-games' }, h('legend', {}, t('What is played')),
        Array.from({ length: this.rounds }, (_, i) => h('div', { class: 'field' }, h('label', { for: `game-${i}` }, t('Round {0}', i + 1)),
          h('select', { id: `game-${i}`, onchange: ({ target }) => { this.games[i] = target.value; this.render(`game-${i}`); } },
            this.playable().map((game) => h('option', { value: game.name, selected: this.gameOf(i) === game.name }, t(game.title))))))),
      h('div', { class: 'check' }, this.real, h('label', { for: 'real' }, h('strong', {}, t('Real dice')), h('span', {}, t('Each table rolls its own and taps in what fell: points are counted, nothing is compared')))),
      h('p', { class: 'aside' }, t('All tables of a round have the same dice. What counts is what you make of them: your points compared with the average of your seat at all tables.')),
      this.wrong, h('div', { class: 'go' }, h('button', { type: 'submit', class: 'confirm' }, icon('people'), t('Open the evening'))));
    if (focus) this.form.querySelector(`#${focus}`).focus();
  }

  /** The token is drawn before it is sent and stays the same: who presses again because the answer was lost opens no second evening. */
  async open(event) {
    event.preventDefault();
    try {
      const made = await this.net.request('api/evenings', { title: this.title.value.trim(), games: Array.from({ length: this.rounds }, (_, i) => this.gameOf(i)), rounds: this.rounds, seats: this.seats,
        dice: this.real.checked ? 'manual' : 'server', token: this.token, create: store.createToken() });
      store.keepTable({ code: made.evening, token: made.token, evening: true });
      this.go(`#/evening/${made.evening}`);
    } catch (error) {
      this.wrong.textContent = capital(t(error.message));
    }
  }
}

// ---- How everybody stands -------------------------------------------------------------------------------

/** A difference with its sign; with real dice there is none. */
export const differenceText = (value) => (value === null ? '' : decimal(value, { sign: true }));

/** The standings, for the page, the big screen and paper. `rounds`: with what everybody had in each round. */
export function standingsTable(view, { rounds = true, rows = view.standings } = {}) {
  const compared = view.dice !== 'manual', each = rounds ? Array.from({ length: view.round }, (_, i) => i) : [];
  const cell = (one) => (one ? [compared ? differenceText(one[1]) : minus(one[0]), one[2] && h('abbr', { title: t('a bot played on') }, '*')] : '·');
  return h('table', { class: 'standings' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col', 'aria-label': t('Place') }, '#'), h('th', { scope: 'col', class: 'who' }, t('Name')),
      each.map((i) => h('th', { scope: 'col', class: 'each', title: titleOf(view.games[i]) }, String(i + 1))),
      h('th', { scope: 'col' }, t('Points')), compared && h('th', { scope: 'col', title: t('Points compared with the average of the same seat at all tables') }, t('Against the average')),
      compared && h('th', { scope: 'col', title: t('The same with the luck of the rolls taken off; for information only') }, t('Without luck')))),
    h('tbody', {}, rows.map((one) => h('tr', { class: view.you?.player === one.player ? 'mine' : '' }, h('td', {}, `${one.rank}.`), h('th', { scope: 'row', class: 'who' }, view.players[one.player].name),
      each.map((i) => h('td', { class: 'each' }, cell(one.each[i]))), h('td', {}, minus(one.points)), compared && [h('td', { class: 'sum' }, differenceText(one.difference)), h('td', { class: 'adjusted' }, one.adjusted === null ? '…' : differenceText(one.adjusted))]))));
}

/** Who sits at a table of the round, in the order of the seats. */
export const namesAt = (view, table) => table.players.map((player) => (player === null ? t('a bot') : view.players[player].name));

// ---- The evening ----------------------------------------------------------------------------------------

class EveningScreen {
  constructor(context, code) {
    Object.assign(this, { context, code, view: null, asked: false });
    this.title = h('h1', {}, t('Club evening'));
    this.body = h('main', { id: 'main', tabindex: '-1' }, h('p', { class: 'lead' }, '…'));
    this.node = h('div', { class: 'page lobby evening' }, h('header', { class: 'top' }, iconButton('back', t('Back'), () => context.go('#/')), this.title), this.body);
    this.connect();
  }

  /** A token that the server does not know any more is forgotten, and the evening is watched instead: a link must lead somewhere. */
  connect() {
    this.wire?.close();
    this.wire = new Wire(this.code, store.token(this.code));
    this.wire.addEventListener('view', ({ detail }) => this.show(detail.view));
    this.wire.addEventListener('lost', () => { this.trouble.textContent = t('The connection is lost. Trying again …'); });
    this.wire.addEventListener('fail', ({ detail }) => {
      if (['token', 'no-table', 'deleted'].includes(detail.code)) store.dropTable(this.code);
      if (detail.code === 'token') return this.connect();
      return put(this.body, h('p', { class: 'error', role: 'alert' }, capital(t(detail.text))), h('a', { class: 'quiet', href: at('./#/') }, t('To the games')));
    });
    this.trouble = h('p', { class: 'status', role: 'status' });
  }

  close() {
    this.wire.close();
  }

  /** Sends, and says why if it is refused. */
  act(message) {
    return this.wire.send(message).catch((error) => { this.trouble.textContent = capital(t(error.message)); });
  }

  /** The phone goes to its table by itself, once. */
  show(view) {
    const news = this.view && this.view.stage !== view.stage;
    if (!this.view && view.you?.organiser) this.asked = true; // an organiser need not play
    this.view = view;
    if (!(view.type === 'evening')) return this.context.go(`#/table/${this.code}`);
    this.title.textContent = view.title;
    document.title = `${view.title} · Penna`;
    if (toTable(view, this.code, this.context.go)) return undefined;
    this.draw();
    if (news) announce(this.words());
    return undefined;
  }

  /** What is going on, in a sentence. */
  words() {
    const { phase, stage, round, rounds, games: list, players } = this.view, here = players.filter((one) => !one.gone).length;
    if (phase === 'over') return t('The evening is over.');
    if (stage === 'seating') return t('Round {0}: the tables are being laid …', round);
    if (stage === 'playing') return t('Round {0} of {1}: {2}', round, rounds, titleOf(list[round - 1]));
    if (round === 0) return here === 1 ? t('One player is here. Show the code, or send the link.') : t('{0} players are here. Show the code, or send the link.', here);
    return t('Round {0} of {1} is over.', round, rounds);
  }

  /** Drawn with every view; the form in which somebody may be typing is made once. */
  draw() {
    const { view } = this, organiser = view.you.organiser, typing = this.body.contains(document.activeElement) && document.activeElement.tagName === 'INPUT';
    const focus = this.body.contains(document.activeElement) ? document.activeElement.id || document.activeElement.textContent : null;
    this.trouble.textContent = '';
    if (typing) return; // the next view brings it
    const begun = view.round > 0, results = view.standings.some((one) => one.rounds > 0);
    put(this.body, h('p', { class: 'lead', role: 'status' }, this.words()), this.trouble,
      h('div', { class: 'evening-parts' }, h('div', { class: 'evening-now' }, this.mine(), organiser && this.organise()), h('div', { class: 'evening-main' }, !begun && this.invitation(),
        view.stage !== 'between' && this.tables(),
        results && h('div', { class: 'evening-standings' }, h('h2', {}, t('Standings')), h('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': t('Standings') }, standingsTable(view)),
          h('p', { class: 'aside' }, view.dice === 'manual' ? t('Real dice: points count.') : t('By points compared with the average of the same seat at all tables of the round, which had the same dice. Whoever sat a round out has the average, 0.'), view.dice !== 'manual' && [' ', t('“Without luck” is the same once the analysis has taken off the luck of everybody’s rolls; it comes a little later, and decides nothing.'), view.judged[0] < view.judged[1] && [' ', t('Tables gone through so far: {0} of {1}.', ...view.judged)]])),
        begun && view.stage === 'between' && this.replays()), h('div', { class: 'evening-more' },
        begun && view.phase !== 'over' && h('details', { class: 'extras' }, h('summary', {}, t('Invite others')), this.invitation()), this.people(), this.ways(results))));
    if (focus) ([...this.body.querySelectorAll('button, input, a, summary')].find((one) => one.id === focus || one.textContent === focus) ?? this.body).focus({ preventScroll: true });
  }

  /** Made once: a picture that is loaded again flickers. */
  invitation() {
    this.invited ??= invitation(this.context.net, this.code, true);
    return this.invited;
  }

  /** What concerns the reader: taking part, his table, leaving. */
  mine() {
    const { view } = this, { you } = view;
    if (view.phase === 'over') return null;
    if (you.player === null) return this.asked ? h('p', { class: 'watching' }, you.organiser ? t('You are the organiser.') : t('You are watching.'), ' ', button(t('Take part'), () => { this.asked = false; this.draw(); }, { class: 'quiet small' })) : this.joinForm();
    const { gone, since } = view.players[you.player];
    if (gone) return h('section', { class: 'evening-mine' }, h('p', {}, t('You have left the evening.')), button(t('Come back'), () => this.act({ type: 'back', player: you.player }), { class: 'confirm' }));
    return h('section', { class: 'evening-mine' },
      you.table ? button([icon('play'), t('To my table')], () => this.context.go(`#/table/${you.table}`), { class: 'confirm' })
        : h('p', {}, since === view.round && view.stage !== 'between' ? t('You play from the next round on.') : t('Your phone goes to your table by itself when the round begins.')));
  }

  /** The name is kept before the server is asked, and the token while it is: whatever goes wrong, pressing again is the same question, and nobody takes part
   *  twice. */
  joinForm() {
    const field = h('input', { id: 'name', maxlength: '40', value: store.myName(), autocomplete: 'nickname', required: true }), wrong = h('p', { class: 'error', role: 'alert' });
    const join = async (event) => {
      event.preventDefault();
      const name = field.value.trim();
      store.setMyName(name);
      try {
        this.token ??= store.token(this.code) ?? newToken();
        const made = await this.context.net.request(`api/evenings/${this.code}/join`, { name, token: this.token });
        store.keepTable({ code: this.code, token: made.token, evening: true });
        field.blur();
        this.connect();
      } catch (error) {
        wrong.textContent = capital(t(error.message));
        if (error.code === 'taken') field.value = anotherName(name, this.view.players);
      }
    };
    return h('form', { class: 'setup evening-join', onsubmit: join }, h('div', { class: 'field' }, h('label', { for: 'name' }, t('Your name')), field), wrong,
      h('button', { type: 'submit', class: 'confirm' }, t('Take part')),
      button(t('Only watch'), () => { this.asked = true; this.draw(); }, { class: 'quiet' }));
  }

  /** What only the organiser does. Ending something is asked twice. */
  organise() {
    const { view } = this, next = view.round + 1, here = view.players.filter((one) => !one.gone).length;
    const sure = (label, again, message) => button(label, ({ currentTarget: one }) => {
      if (one.dataset.sure) return this.act(message);
      one.dataset.sure = 'yes';
      one.textContent = again;
      return undefined;
    }, { class: 'quiet' });
    if (view.phase === 'over') return null;
    return h('section', { class: 'evening-organise', 'aria-label': t('For the organiser') },
      view.stage === 'between' && next <= view.rounds && button([icon('play'), t('Begin round {0}: {1}', next, titleOf(view.games[next - 1]))], () => this.act({ type: 'round', round: next }), { class: 'confirm', disabled: here === 0 }),
      view.stage === 'between' && next <= view.rounds && here > 0 && h('p', { class: 'aside' }, this.seating(here)),
      view.stage === 'playing' && sure(t('End the round now'), t('End it? Tables that are not done do not count'), { type: 'stop', round: view.round }),
      view.stage === 'between' && view.round > 0 && sure(t('End the evening'), t('End it for good?'), { type: 'finish' }));
  }

  /** How many tables there will be. */
  seating(here) {
    const { seats } = this.view, tables = Math.ceil(here / seats), bots = tables * seats - here;
    if (bots === 1) return t('Players: {0}, tables: {1}; a bot takes the last seat.', here, tables);
    return bots ? t('Players: {0}, tables: {1}; bots take {2} seats.', here, tables, bots) : t('Players: {0}, tables: {1}.', here, tables);
  }

  /** The tables of the round and how far they are. */
  tables() {
    const { view } = this;
    return h('section', { class: 'evening-tables', 'aria-label': t('Tables') }, h('h2', {}, t('Tables')),
      h('ul', {}, view.tables.map((table, i) => h('li', { class: table.over ? 'done' : '' }, h('b', {}, t('Table {0}', i + 1)), h('span', {}, namesAt(view, table).join(', ')),
        h('em', {}, table.over ? t('done') : table.turn ? t('turn {0}', table.turn) : '')))));
  }

  /** After a round its games can be seen by everybody. */
  replays() {
    const { view } = this, names = (table) => namesAt(view, table).map((name, seat) => `${name} ${table.over ? minus(table.points[seat]) : ''}`).join(', ');
    return h('section', { class: 'evening-tables', 'aria-label': t('Tables') }, h('h2', {}, t('Round {0}', view.round)),
      h('ul', {}, view.tables.map((table, i) => h('li', {}, h('b', {}, t('Table {0}', i + 1)), h('span', {}, names(table)),
        table.over && h('a', { href: `#/record/${table.table}`, 'aria-label': t('Replay of table {0}', i + 1) }, t('Replay'))))));
  }

  people() {
    const { view } = this, { you } = view, may = (player) => (you.organiser || you.player === player) && view.phase !== 'over';
    return h('section', { class: 'lobby-who', 'aria-label': t('Who is here') }, h('h2', {}, t('{0} players', view.players.filter((one) => !one.gone).length)),
      h('ul', { class: 'seats-list small' }, view.players.map((one, player) => h('li', { class: you.player === player ? 'mine' : one.gone ? 'open' : '' }, h('span', { class: 'who' }, one.name), one.gone && h('em', {}, t('has left')),
        may(player) && (one.gone ? button(t('Back again'), () => this.act({ type: 'back', player, name: one.name }), { class: 'quiet small', 'aria-label': t('{0} is back again', one.name) })
          : you.player === player ? button(t('Leave the evening'), () => this.act({ type: 'gone', player }), { class: 'quiet small' })
            : button(t('Has left'), () => this.act({ type: 'gone', player, name: one.name }), { class: 'quiet small', 'aria-label': t('{0} has left', one.name) }))))));
  }

  ways(results) {
    const csv = at(`api/evenings/${this.code}/results.csv`);
    return h('nav', { class: 'evening-ways', 'aria-label': t('More') },
      h('a', { class: 'quiet', href: at(`./#/tv/${this.code}`), target: '_blank', rel: 'noopener' }, t('The big screen')),
      results && h('a', { class: 'quiet', href: csv, download: `${this.view.title}.csv` }, icon('save'), t('Results as CSV')),
      results && button(t('Print the results'), () => print(), { class: 'quiet' }));
  }
}

/** Goes to the table that a view of the evening sends this phone to, unless it was sent there before. */
function toTable({ you, games: list, round }, code, go) {
  if (!you.table || sent.has(you.table)) return false;
  sent.add(you.table);
  store.keepTable({ code: you.table, token: store.token(code), game: list[round - 1] });
  go(`#/table/${you.table}`);
  return true;
}

/** At a table of an evening: once its game is over there is a way back, and when the next round begins the phone goes there by itself. */
export function goOn({ go }, session, node) {
  const code = session.view.evening, token = store.token(code);
  let wire = null;
  sent.add(session.code);
  const look = () => {
    const ended = session.over || session.closed;
    if (!ended || wire) return;
    wire = new Wire(code, token);
    wire.addEventListener('view', ({ detail: { view } }) => {
      if (toTable(view, code, go)) return;
      node.querySelector('.to-evening')?.remove();
      node.append(h('section', { class: 'invite to-evening', 'aria-label': view.title },
        h('p', {}, view.stage === 'playing' ? t('The other tables still play.') : view.phase === 'over' ? t('The evening is over.') : t('Round {0} of {1} is over.', view.round, view.rounds)),
        button([icon('people'), t('To the evening')], () => go(`#/evening/${code}`), { class: 'confirm' })));
    });
    wire.addEventListener('fail', () => wire.close());
  };
  session.addEventListener('view', look);
  look();
  return { close: () => wire?.close() };
}

/** The screen of the evening with that code; without one, where an evening is opened. */
export function eveningScreen(context, code) {
  if (code) return new EveningScreen(context, code.toUpperCase());
  const { form } = new Opening(context);
  return { node: h('div', { class: 'page narrow' }, h('header', { class: 'top' }, iconButton('back', t('Back'), () => context.go('#/')), h('h1', {}, t('A club evening'))), h('main', { id: 'main', tabindex: '-1' },
    h('p', { class: 'lead' }, t('Several tables, the same dice for all, one table of results.')), form)) };
}
