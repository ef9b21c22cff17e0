// daily.mjs: today's dice (docs/daily.md): one deal a day for each game, the same for everybody. With a server the try is a table of its own, whose dice
// nobody knows before they fall; without one the dice follow from the date, and the game counts for oneself until it is handed in.

import './after.mjs';
import { analyse, leave } from './advice.mjs';
import { ask } from './bots.mjs';
import { nameOf } from './characters.mjs';
import { at, button, h, icon, iconButton, painted, put } from './dom.mjs';
import { publicKey, fromHex, sha512, sign, toHex } from './ed25519.mjs';
import { FULL } from './engine.mjs';
import { head } from './entry.mjs';
import { LocalGame } from './game.mjs';
import { capital, decimal, language, minus, percent, t } from './i18n.mjs';
import { picture } from './picture.mjs';
import { offer, pack } from './share.mjs';
import * as store from './store.mjs';
import { bringStyle } from './style.mjs';

const DAY = 86400000, STRONG = 'expert', BEST = 'master', PLAYOUTS = 400, KINDS = ['alone', 'bot'];
const SQUARES = { good: '🟩', small: '🟨', big: '🟥' };

await bringStyle('daily.css');

// ---- Days and keys --------------------------------------------------------------------------------------

const dateOf = (time) => new Date(time).toISOString().slice(0, 10);
const written = (date) => new Date(`${date}T12:00Z`).toLocaleDateString(language(), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const bytes = (text) => new TextEncoder().encode(text);

/** The key of the dice that follow from the date alone. */
export const openKey = (date, game, kind) => toHex(sha512(bytes(`penna daily 1 open\n${date}\n${game}\n${kind}\n`)).slice(0, 32));

/** This device's own key, made when it is first needed. */
function device() {
  if (!store.deviceSeed()) store.setDeviceSeed(toHex(crypto.getRandomValues(new Uint8Array(32))));
  const seed = fromHex(store.deviceSeed());
  return { hex: toHex(publicKey(seed)), sign: (words) => toHex(sign(seed, bytes(words))),
    // A token of its own for each try: who comes back with the same key has the same one, though nothing was remembered.
    token: (words) => btoa(String.fromCharCode(...sha512(Uint8Array.from([...seed, ...bytes(words)])).slice(0, 24))).replaceAll('+', '-').replaceAll('/', '_') };
}

/** The days in a row, up to today or yesterday, on which a game was finished. */
export function streak(daily, today) {
  const days = new Set(Object.entries(daily).filter(([, one]) => one.record).map(([deal]) => deal.slice(0, 10)));
  let time = Date.parse(today), count = 0;
  if (!days.has(today)) time -= DAY;
  for (; days.has(dateOf(time)); time -= DAY) count++;
  return count;
}

// ---- Beginning ------------------------------------------------------------------------------------------

const myName = () => store.myName() || t('You');

/** A try at the server: its table. Asked again it is the same one. */
async function official(context, deal, commitment) {
  const own = device(), words = deal.split('/').join('\n'), name = myName(), token = own.token(`${words}\n${commitment}`);
  const [date, game, kind] = deal.split('/');
  const signature = own.sign(`penna daily 1 try\n${words}\n${commitment}\n${token}\n${name}`);
  const made = await context.net.request('api/daily', { date, game, kind, name, token, device: own.hex, signature });
  store.keepTable({ code: made.table, token, game });
  store.keepDaily(deal, { code: made.table, token });
  return `#/table/${made.table}`;
}

/** The same without a server. */
function unofficial({ engine }, deal) {
  const kept = store.daily()[deal];
  if (kept?.id && store.game(kept.id)) return `#/play/${kept.id}`;
  const [date, name, kind] = deal.split('/'), game = engine.game(name);
  const seats = [{ kind: 'human', name: myName() }, ...(kind === 'bot' ? [{ kind: `bot:${STRONG}`, name: nameOf(STRONG) }] : [])];
  const session = LocalGame.start(engine, { game, seats, key: openKey(date, name, kind), daily: deal });
  session.keep();
  session.close();
  store.keepDaily(deal, { id: session.id });
  return `#/play/${session.id}`;
}

/** Hands a game in that was played without the server. */
async function handIn(context, deal, record) {
  const own = device(), [date, game, kind] = deal.split('/'), name = myName();
  const signature = own.sign(`penna daily 1 hand in\n${date}\n${game}\n${kind}\n${name}\n\n${record}`);
  const said = await context.net.request('api/daily/open', { date, game, kind, name, device: own.hex, signature, record });
  store.keepDaily(deal, { handed: true });
  return said;
}

const pointsOf = (match) => match.position(FULL).sheets.map((sheet) => sheet.points);

/** What the strongest bot makes of the dice of a key: its record. With as many playouts and the same lots as at a server (judge.c), so that it is the same game. */
export async function strongest(engine, game, kind, key) {
  const match = engine.start(game, kind === 'bot' ? 2 : 1, []);
  for (let seat = 0; seat < (kind === 'bot' ? 2 : 1); seat++) match.seat(seat, `bot:${BEST}`, seat ? `${nameOf(BEST)} 2` : nameOf(BEST));
  try {
    for (let p = match.position(FULL); p.kind !== 'over'; p = match.position(FULL)) {
      if (p.kind === 'chance') match.roll(key);
      else for (const seat of p.sheets.keys()) if (p.movers >> seat & 1) match.submit(seat, await ask(BEST, game, match.view(seat), seat, { seed: p.node, playouts: PLAYOUTS }));
    }
    return { record: match.record(FULL), points: pointsOf(match) };
  } finally {
    match.close();
  }
}

// ---- What came of it ------------------------------------------------------------------------------------

/** A square for each turn: green if nothing to speak of was lost, yellow a little, red more. It tells no roll. */
export function squares(items, seat) {
  const own = items.filter((item) => item.seat === seat), out = [];
  for (let i = 0; i < own.length; i += Math.max(1, Math.ceil(own.length / 15))) {
    const part = own.slice(i, i + Math.max(1, Math.ceil(own.length / 15)));
    const bad = part.some((item) => item.label === 'blunder' || item.label === 'mistake'), small = part.some((item) => item.label === 'inaccuracy');
    out.push(bad ? SQUARES.big : small ? SQUARES.small : SQUARES.good);
  }
  return out.join('');
}

/** The text to share: no dice, no moves. */
function shareText({ game, date, kind, points, other, place, all, row, days }) {
  const score = kind === 'bot' ? t('{0} to {1} against {2}', points, other, nameOf(STRONG)) : t('{0} points', points);
  return [`Penna · ${t(game.title)} · ${date}`, place ? `${score} · ${t('place {0} of {1}', place, all)}` : score, row, days > 1 ? t('{0} days in a row', days) : '', at('./#/daily')].filter(Boolean).join('\n');
}

const figure = (label, value) => h('div', {}, h('dt', {}, label), h('dd', {}, value));

/** What the strongest play made, as the server says or as was found out here: once if both come to the same, and then in the server's words. */
function tellBest(figures, label, points, server) {
  const value = points.map(minus).join(' : '), told = [...figures.querySelectorAll('.best')].find((one) => one.lastChild.textContent === value), own = figure(label, value);
  own.className = 'best';
  if (told && server) told.replaceWith(own);
  else if (!told) figures.append(own);
}

/** The board: the first places, and one's own. */
function board(said) {
  if (!said.done) return h('p', { class: 'aside' }, t('Nobody has finished yet.'));
  const own = said.own, line = (row) => h('tr', { class: own && row.place === own.place && row.name === own.name && row.at === own.at && 'own-row' }, h('td', {}, row.place), h('th', { scope: 'row' }, row.name),
    h('td', {}, minus(row.points)), h('td', {}, row.accuracy === null ? '…' : percent(row.accuracy / 100)), h('td', {}, row.luck === null ? '…' : decimal(row.luck, { sign: true })));
  const shown = said.rows.slice(0, 10);
  return h('div', { class: 'daily-board' }, h('table', {}, h('caption', {}, t('Finished: {0}, begun: {1}.', said.done, said.begun)),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, h('span', { class: 'unseen' }, t('Place'))), h('th', { scope: 'col' }, t('Name')), h('th', { scope: 'col' }, t('Points')), h('th', { scope: 'col' }, t('Accuracy')), h('th', { scope: 'col' }, t('Luck')))),
    h('tbody', {}, shown.map(line), own && !shown.some((row) => row.at === own.at && row.name === own.name) && [h('tr', { class: 'gap' }, h('td', { colspan: '5' }, '⋯')), line(own)])));
}

/** The share of those who finished whom one left behind. */
const behind = (said) => (said.done - said.before - said.same) / (said.done - 1);

class Deal {
  /** The screen of one day's deal. */
  constructor(context, deal, days) {
    [this.date, this.name, this.kind] = deal.split('/');
    Object.assign(this, { context, deal, days, game: context.engine.game(this.name), items: [] });
    this.listen = ({ item }) => { if (item) this.items.push(item); };
    this.body = h('div', { class: 'daily-body' });
    this.node = h('div', { class: 'page narrow daily' },
      h('header', { class: 'top' }, iconButton('back', t('Back'), () => context.go('#/daily')), h('h1', {}, t(this.game.title))),
      h('main', { id: 'main', tabindex: '-1' }, h('div', { class: 'game-picture baize' }, picture(context.engine.layout(this.game))), h('p', { class: 'lead' }, `${written(this.date)} · ${kindName(this.kind)}`), this.body));
    this.node.close = () => leave(this.listen);
    this.show();
  }

  get mine() {
    return store.daily()[this.deal] ?? {};
  }

  /** The record of one's own game, once it is over; of a table it is asked for. */
  async record() {
    const { mine } = this;
    if (mine.record || !mine.code || !this.days) return mine.record;
    const record = await this.context.net.record(mine.code);
    if (head(record).points.length) store.keepDaily(this.deal, { record: record.split('\n').filter((line) => !line.startsWith('#')).join('\n') });
    return this.mine.record;
  }

  /** Before one's own try there is nothing to see but the way in. */
  async show() {
    const record = await this.record().catch(() => null), today = this.date === (this.days?.today ?? dateOf(Date.now()));
    const { commitment } = this.days?.days.find((day) => day.date === this.date)?.deals.find((one) => one.game === this.name && one.kind === this.kind) ?? {};
    const error = h('p', { class: 'error', role: 'alert' });
    const go = (way) => async () => {
      try {
        this.context.go(await way());
      } catch (why) {
        error.textContent = capital(t(why.message));
      }
    };
    if (record) return this.result(record);
    if (!today) return put(this.body, h('p', {}, t('That day is over.')));
    const begun = this.mine.code || this.mine.id;
    return put(this.body,
      h('p', {}, this.days ? t('You have one try. Everybody gets the same dice; no player sees a roll before it falls at the table, and nothing can be taken back.')
        : t('Without a server the dice follow from the date. The game counts for you, and can be handed in later.')),
      this.days && h('p', { class: 'aside' }, t('You may leave and come back until the day is over. Your name and your points will stand on the board.')),
      error,
      h('div', { class: 'end-actions' }, button([icon('play'), begun ? t('Go on') : t('Begin')], go(() => (this.days && !this.mine.id ? official(this.context, this.deal, commitment) : unofficial(this.context, this.deal))), { class: 'confirm' })),
      this.days && h('p', { class: 'aside' }, t('The dice are drawn and sealed already: {0}', `${commitment.slice(0, 16)}…`)));
  }

  /** One's own result, what the strongest play makes of the same dice, what each decision cost, the board. */
  async result(record) {
    const { engine } = this.context, match = engine.open(record), [points, other] = pointsOf(match);
    match.close();
    const formal = Boolean(this.mine.code), own = device(), figures = h('dl', { class: 'daily-figures' }), boards = h('div', {}), actions = h('div', { class: 'end-actions' }), cost = h('p', { class: 'aside', 'aria-live': 'polite' }, t('Going through your moves …')), row = h('p', { class: 'daily-squares', role: 'img', 'aria-label': t('A square for each part of the game: how well you chose.') });
    const told = { game: this.game, date: this.date, kind: this.kind, points, other, days: streak(store.daily(), this.days?.today ?? dateOf(Date.now())) };
    const first = this.kind === 'bot' ? `${minus(points)} : ${minus(other)}` : minus(points);
    put(this.body, h('p', { class: 'daily-score' }, first), row, cost, figures, actions, boards);
    put(actions,
      button([icon('share'), t('Share, without spoilers')], ({ currentTarget }) => offer({ text: shareText({ ...told, row: this.squares }) }, currentTarget, t('The text:')), { class: 'confirm share-daily' }),
      button([icon('chart'), t('Analyse')], async () => this.context.go(`#/analysis/${await pack(record)}`), { class: 'quiet' }),
      button([icon('undo'), t('Replay')], async () => this.context.go(`#/game/${await pack(record)}`), { class: 'quiet' }));
    if (!formal && this.days && !this.mine.handed) actions.append(this.handButton(record, boards));
    this.judge(record, row, cost);
    if (formal || this.mine.handed) await this.standing(formal ? 'tries' : 'open', own, told, figures, boards).catch(() => {});
    const opened = this.opened();
    if (!formal || opened) this.solution(formal ? opened : openKey(this.date, this.name, this.kind), figures, actions);
  }

  /** The day's key, if everybody may know it. */
  opened() {
    return this.days?.days.find((day) => day.date === this.date)?.deals.find((one) => one.game === this.name && one.kind === this.kind)?.key ?? null;
  }

  /** It goes only when the server has the record; until then it stays where it is and can be pressed again, and what is wrong stands over the board. */
  handButton(record, boards) {
    return button([icon('share'), t('Hand it in')], async ({ currentTarget }) => {
      try {
        await handIn(this.context, this.deal, record);
        currentTarget.remove();
        await this.standing('open', device(), {}, h('dl'), boards);
      } catch (why) {
        put(boards, h('p', { class: 'error', role: 'alert' }, capital(t(why.message))));
      }
    }, { class: 'quiet hand-in' });
  }

  /** Where one stands; asked again while the judge is at work. */
  async standing(which, own, told, figures, boards, tries = 20) {
    const said = await this.context.net.request(`api/daily/${this.deal}/${which}/0/${own.hex}`);
    put(boards, h('h2', {}, which === 'open' ? t('Handed in') : t('All who tried')), board(said));
    figures.querySelectorAll('.more').forEach((node) => node.remove());
    if (said.own) {
      Object.assign(told, { place: said.own.place, all: said.done });
      const more = [figure(t('Place'), `${said.own.place} / ${said.done}`)];
      if (said.done > 1) more.push(figure(t('Better than'), percent(behind(said))));
      more.forEach((node) => { node.className = 'more'; });
      figures.append(...more);
      if (said.best) tellBest(figures, said.best.exact ? t('Perfect play with the same dice') : t('{0} with the same dice', nameOf(said.best.bot)), [said.best.points, ...(said.best.other === null ? [] : [said.best.other])], true);
    }
    if (tries && this.node.isConnected && (!said.own || !said.best || said.own.accuracy === null)) setTimeout(() => this.standing(which, own, told, figures, boards, tries - 1).catch(() => {}), 1500);
  }

  /** The squares, and what each decision cost. */
  async judge(record, row, cost) {
    try {
      const result = await analyse(this.game, record, 'quick', this.listen), items = result.items ?? this.items;
      this.squares = squares(items, 0);
      put(row, [...this.squares].map((square) => h('span', { class: Object.keys(SQUARES).find((key) => SQUARES[key] === square) })));
      const lost = items.filter((item) => item.seat === 0 && item.loss > 0), sum = lost.reduce((all, item) => all + item.loss, 0), dearest = Math.max(0, ...lost.map((item) => item.loss));
      const unit = (x) => (this.kind === 'bot' ? percent(x, { digits: 1 }) : decimal(x));
      cost.textContent = this.kind === 'bot' ? t('Your decisions lowered the chance to win by {0}, the costliest by {1}.', unit(sum), unit(dearest)) : t('Your decisions cost {0} points, the costliest {1}.', unit(sum), unit(dearest));
    } catch {
      cost.textContent = t('Your moves cannot be judged just now.');
    }
  }

  /** What the strongest play makes of the very same dice, and how. */
  async solution(key, figures, actions) {
    const best = await strongest(this.context.engine, this.game, this.kind, key).catch(() => null);
    if (!best || !this.node.isConnected) return;
    tellBest(figures, t('{0} with the same dice', nameOf(BEST)), best.points, false);
    actions.append(button([icon('undo'), t('See {0} play', nameOf(BEST))], async () => this.context.go(`#/game/${await pack(best.record)}`), { class: 'quiet see-best' }));
  }
}

// ---- All deals of a day ---------------------------------------------------------------------------------

const kindName = (kind) => (kind === 'bot' ? t('against {0}', nameOf(STRONG)) : t('alone'));

function state(one) {
  return one?.record ? t('done') : one?.code || one?.id ? t('begun') : t('not yet');
}

/** Yesterday's solutions: the strongest play with the keys that are now open. */
function yesterday(context, days) {
  const day = days?.days[0], open = day?.deals.some((one) => one.key);
  const date = day?.date ?? dateOf(Date.now() - DAY), games = context.engine.games;
  if (days && !open) return h('p', { class: 'aside' }, t('Yesterday’s solutions come an hour after midnight (UTC).'));
  const see = (game, kind) => async ({ currentTarget }) => {
    const key = day ? day.deals.find((one) => one.game === game.name && one.kind === kind).key : openKey(date, game.name, kind);
    currentTarget.disabled = true;
    try {
      context.go(`#/game/${await pack((await strongest(context.engine, game, kind, key)).record)}`);
    } catch (why) {
      currentTarget.disabled = false;
      currentTarget.textContent = t(why.message);
    }
  };
  return h('ul', { class: 'daily-list' }, games.map((game) => h('li', {}, h('strong', {}, t(game.title)),
    h('span', { class: 'daily-kinds' }, KINDS.map((kind) => button([h('span', {}, kindName(kind)), h('small', {}, t('Solution'))], see(game, kind),
      { class: 'quiet', 'aria-label': `${t(game.title)}, ${kindName(kind)}: ${t('Solution')}` }))))));
}

/** All of it comes from this device but `days`: without a server the same list is there, and what is played counts for oneself. */
function listScreen(context, days) {
  const today = days?.today ?? dateOf(Date.now()), mine = store.daily(), row = streak(mine, today);
  const name = h('input', { id: 'daily-name', value: store.myName(), maxlength: '40', autocomplete: 'nickname', onchange: () => store.setMyName(name.value.trim()) });
  return h('div', { class: 'page narrow daily' },
    h('header', { class: 'top' }, iconButton('back', t('Back'), () => context.go('#/')), h('h1', {}, t('Today’s dice'))),
    h('main', { id: 'main', tabindex: '-1' },
      h('p', { class: 'lead' }, `${written(today)}. ${t('The same dice for everybody, once a day.')}`),
      row > 0 && h('p', { class: 'daily-streak' }, row > 1 ? t('{0} days in a row', row) : t('One day. Come back tomorrow!')),
      h('div', { class: 'field' }, h('label', { for: 'daily-name' }, t('Your name')), name),
      h('ul', { class: 'daily-list today' }, context.engine.games.map((game) => h('li', {}, h('span', { class: 'game-picture baize' }, picture(context.engine.layout(game))), h('strong', {}, t(game.title)),
        h('span', { class: 'daily-kinds' }, KINDS.map((kind) => { const deal = `${today}/${game.name}/${kind}`; return h('a', { class: 'quiet', href: `#/daily/${deal}`, 'aria-label': `${t(game.title)}, ${kindName(kind)}: ${state(mine[deal])}` }, h('span', {}, kindName(kind)), h('small', {}, state(mine[deal]))); }))))),
      !days && h('p', { class: 'aside' }, t('There is no server here: what you play counts for yourself.')),
      h('h2', {}, t('Yesterday')), yesterday(context, days)));
}

/** #/daily, or #/daily/DATE/GAME/KIND. */
export async function dailyScreen(context, ...deal) {
  await context.net.asked;
  await painted();
  written(dateOf(Date.now())); // the first date takes a slow phone long: it has a task to itself
  await painted();
  const days = context.net.there ? await context.net.request('api/daily').catch(() => null) : null;
  const good = deal.length === 3 && KINDS.includes(deal[2]) && context.engine.game(deal[1]);
  return good ? new Deal(context, deal.join('/'), days).node : listScreen(context, days);
}
