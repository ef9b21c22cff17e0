// net.mjs: playing through a server (docs/protocol.md). Net asks and sets tables up over HTTP; NetGame is a session, as
// in game.mjs, whose truth is the last view the server sent. A lost connection comes back by itself; what was sent and
// not acknowledged is sent again.

import { FULL, SPECTATOR } from './engine.mjs';
import { button, dialog, h, put, icon } from './dom.mjs';
import { t } from './i18n.mjs';
import * as store from './store.mjs';

const VERSION = 1;

export class Net {
  constructor() {
    this.there = false; // is there a server behind this page?
    this.info = null;
  }

  /** Finds out whether a server is there; the page works without. `asked` is the promise of the answer. */
  ask() {
    this.asked = this.inquire();
    return this.asked;
  }

  async inquire() {
    try {
      const answer = await fetch('/api/info', { signal: AbortSignal.timeout(8000) });
      this.info = await answer.json();
      this.there = answer.ok && this.info.v === VERSION;
    } catch {
      this.there = false;
    }
  }

  /** Sends a request; the answer's object. Throws an Error whose message is a message id. */
  async request(path, body, token) {
    const headers = { ...(body && { 'Content-Type': 'application/json' }), ...(token && { Authorization: `Bearer ${token}` }) };
    let answer;
    try {
      answer = await fetch(path, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) });
    } catch {
      throw new Error('the server does not answer');
    }
    if (path.endsWith('/record') && answer.ok) return answer.text();
    const object = await answer.json().catch(() => ({}));
    if (!answer.ok) throw Object.assign(new Error(object.error?.text ?? 'the server does not answer'), { code: object.error?.code });
    return object;
  }

  /** Sets a table up and keeps its token; its code. */
  async create(table) {
    const made = await this.request('/api/tables', table);
    store.keepTable({ code: made.table, token: made.token, game: table.game });
    return made.table;
  }

  summary(code) {
    return this.request(`/api/tables/${code}`);
  }

  async join(code, name, game) {
    const token = store.token(code) ?? undefined;
    const made = await this.request(`/api/tables/${code}/join`, { name, ...(token && { token }) });
    store.keepTable({ code, token: made.token, game });
  }

  record(code) {
    return this.request(`/api/tables/${code}/record`, null, store.token(code));
  }

  /** The tables at which this browser has a seat. */
  async mine() {
    const tokens = [...new Set(store.tables().map((one) => one.token))];
    if (!tokens.length) return [];
    const { tables } = await this.request('/api/mine', { tokens });
    for (const one of tables) if (!store.token(one.table)) store.keepTable({ code: one.table, token: tokens[one.token], game: one.game });
    return tables;
  }
}

export class NetGame extends EventTarget {
  constructor(engine, code) {
    super();
    Object.assign(this, { engine, code, id: code, match: null, view: null, people: [], humans: [], seat: -1, shownTo: -1, salts: {} });
    this.token = store.token(code);
    this.pause = () => Promise.resolve();
    this.next = 1;
    this.pending = new Map(); // id → message, until acknowledged
    this.delay = 0.5;
    this.closed = false;
    this.connected = false;
    this.connect();
  }

  // ---- The connection -----------------------------------------------------------------------------------

  connect() {
    const url = new URL('/ws', location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    this.socket = new WebSocket(url, 'penna-1');
    this.socket.addEventListener('open', () => {
      this.post({ type: 'hello', id: 0, table: this.code, ...(this.token && { token: this.token }) });
      for (const message of this.pending.values()) this.post(message);
    });
    this.socket.addEventListener('message', ({ data }) => this.receive(JSON.parse(data)));
    this.socket.addEventListener('close', () => this.lost());
    this.wake ??= () => { if (!this.connected && !this.closed) { clearTimeout(this.timer); this.reconnect(); } };
    addEventListener('online', this.wake);
  }

  reconnect() {
    this.socket.close();
    this.connect();
  }

  lost() {
    if (this.closed) return;
    this.connected = false;
    if (this.view) this.tell();
    this.dispatchEvent(new Event('offline'));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.delay * (750 + Math.random() * 500));
    this.delay = Math.min(30, this.delay * 2);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.wake);
    this.socket.close();
    this.match?.close();
  }

  post(message) {
    this.socket.send(JSON.stringify({ v: VERSION, ...message }));
  }

  /** Sends a message until it is acknowledged: a promise that fails with the server's reason. */
  send(message) {
    const id = this.next++, whole = { ...message, id };
    return new Promise((resolve, reject) => {
      this.pending.set(id, Object.defineProperty(whole, 'done', { value: { resolve, reject }, enumerable: false }));
      if (this.socket.readyState === WebSocket.OPEN) this.post(whole);
    });
  }

  receive(message) {
    if (message.v !== VERSION) return this.fail('this page is older than the server: load it again', 'version');
    if (message.type === 'view') return this.show(message);
    if (message.type === 'bye') {
      if (message.after === null) this.fail(message.text, message.code);
      else this.delay = Math.max(0.5, message.after);
      return undefined;
    }
    if (message.id === 0) return message.type === 'error' ? this.fail(message.text, message.code) : undefined;
    const sent = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (message.type === 'error') sent?.done.reject(Object.assign(new Error(message.text), { code: message.code }));
    else sent?.done.resolve();
    return undefined;
  }

  /** The table is not to be had. */
  fail(text, code) {
    this.closed = true;
    this.dispatchEvent(new CustomEvent('fail', { detail: { text, code } }));
    this.socket.close();
  }

  // ---- The view -----------------------------------------------------------------------------------------

  show(view) {
    if (this.view && view.number < this.view.number && this.connected) return;
    const first = !this.connected;
    this.connected = true;
    this.delay = 0.5;
    const before = this.match?.node ?? -1;
    this.view = view;
    this.game = this.engine.game(view.game);
    this.people = view.seats;
    this.humans = view.you;
    this.blind = view.dice === 'manual' && this.game.hidden; // real hands: nobody here knows them
    this.faceUp = view.you.length < 2 || !this.game.hidden || this.blind;
    this.hideScores = view.hide_scores;
    this.addSalt();
    this.dispatchEvent(new Event('view'));
    if (view.phase === 'waiting') return;
    this.seat = view.kind === 'move' ? view.you.find((seat) => view.seats[seat].mover && !view.seats[seat].chosen && !view.seats[seat].left) ?? -1 : -1;
    this.adopt();
    if (first) for (const seat of view.you) if (view.seats[seat].left) this.send({ type: 'return', seat }).catch(() => {});
    const rolled = before >= 0 && this.match.node > before && this.match.log(before, SPECTATOR).some((e) => e.kind === 'chance') && this.game.chance === 'roll';
    this.tell({ rolled });
    if (rolled) this.pause('roll');
    this.passIfForced();
  }

  /** Shared dice: adds something random to the key once that is committed to. What was taken is kept, to look for it at the end. */
  addSalt() {
    const { you, salts, commitment, phase } = this.view;
    if (!salts || phase === 'over') return;
    for (const seat of you.filter((one) => salts[one] === null && !this.salts[one])) {
      this.salts[seat] = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      this.send({ type: 'salt', seat, salt: this.salts[seat] }).then(() => {
        const kept = store.table(this.code);
        if (kept) store.keepTable({ ...kept, commitment, salts: { ...kept.salts, [seat]: this.salts[seat] } });
      }, () => {});
    }
  }

  /** At the end: are the dice what the key gives that was committed to, and was what we added used? */
  fair() {
    const { key, commitment, salts, you } = this.view, kept = store.table(this.code);
    const ours = you.every((seat) => !kept?.salts?.[seat] || kept.salts[seat] === salts?.[seat]);
    return ours && (kept?.commitment ?? commitment) === commitment && this.match.verify(key, commitment, salts);
  }

  /** Takes the record of the seat that looks. */
  adopt() {
    const look = this.shownFor();
    const own = this.view.views.find((one) => one.seat === look) ?? this.view.views[0];
    this.match?.close();
    this.match = this.blind ? this.engine.openUnseen(own.record) : this.engine.open(own.record);
    this.viewer = this.view.phase === 'over' ? FULL : this.blind ? SPECTATOR : own.seat;
  }

  shownFor() {
    if (this.seat >= 0) return this.seat;
    return this.humans.includes(this.shownTo) ? this.shownTo : this.humans[0] ?? -1;
  }

  get handover() {
    return !this.faceUp && this.seat >= 0 && this.shownTo !== this.seat;
  }

  take() {
    this.shownTo = this.seat;
    this.tell();
  }

  passIfForced() {
    if (this.seat < 0) return;
    const { moves } = this.match.position(this.viewer, this.seat);
    if (moves.length === 1 && !moves[0].touch.length && !moves[0].warn.length) this.submit(moves[0].token);
  }

  tell(detail = {}) {
    this.dispatchEvent(new CustomEvent('change', { detail }));
  }

  advance() {}

  position(node = -1) {
    const away = !this.faceUp && this.seat < 0 && !this.over; // who takes the device next must not see the last hand
    const viewer = this.handover || away ? SPECTATOR : this.viewer;
    return this.match.position(viewer, node < 0 && !this.handover ? this.seat : -1, node);
  }

  get over() {
    return this.view.phase === 'over';
  }

  get chosen() {
    return this.view.seats.reduce((bits, one, seat) => bits | (one.chosen ? 1 << seat : 0), 0);
  }

  choiceOf(seat) {
    return this.view.views.find((one) => one.seat === seat)?.choice ?? null;
  }

  /** What is wrong with the connection, in words. */
  get trouble() {
    return this.connected ? '' : t('The connection is lost. Trying again …');
  }

  // ---- Acting -------------------------------------------------------------------------------------------

  /** Sends, and shows the server's reason if it refuses. */
  act(message) {
    return this.send(message).catch((error) => {
      if (error.code !== 'stale') this.tell({ error: t(error.message) });
    });
  }

  submit(token) {
    if (this.seat < 0) return false;
    const message = { type: 'submit', seat: this.seat, node: this.view.node, move: token };
    const same = (one) => one.type === 'submit' && one.seat === message.seat && one.node === message.node;
    const waiting = [...this.pending.values()].findLast(same);
    if (waiting?.move !== token) this.act(message); // a second tap says nothing new
    return true;
  }

  /** The seat whose choice can still be changed, or -1. */
  changeable() {
    return this.view.kind === 'move' ? this.humans.find((seat) => this.view.seats[seat].mover && this.view.seats[seat].chosen) ?? -1 : -1;
  }

  withdraw(seat) {
    this.act({ type: 'withdraw', seat, node: this.view.node });
  }

  get wantsDice() {
    return this.view.dice === 'manual' && this.view.kind === 'chance' && this.view.phase === 'playing' && this.humans.length > 0;
  }

  /** Real dice: the outcome is found here and sent in notation. */
  fell(faces) {
    const node = this.match.node;
    const done = typeof faces === 'string' ? this.match.happen(faces) : this.match.fell(faces);
    if (done) this.act({ type: 'roll', node, outcome: this.match.log(node, FULL)[0].outcome });
    return done;
  }

  get canUndo() {
    return this.humans.length > 0 && this.match.node > 0 && !this.view.undo;
  }

  undo() {
    const waiting = this.changeable();
    if (waiting >= 0) this.withdraw(waiting);
    else this.act({ type: 'undo', seat: this.humans[0], node: this.view.node });
  }

  /** Somebody asks to go back: the question, in the place of the moves. True if it is shown. */
  extraBar(bar) {
    const { undo } = this.view, open = undo && this.humans.find((seat) => !undo.agreed.includes(seat));
    if (!undo) return false;
    const answer = (yes) => this.act({ type: 'agree', seat: open ?? undo.seat, node: this.view.node, yes });
    if (open === undefined) {
      put(bar, h('p', { class: 'idle' }, t('The others are asked whether to take it back.')),
        this.humans.includes(undo.seat) && button(t('Never mind'), () => answer(false), { class: 'quiet' }));
    } else {
      put(bar, h('p', { class: 'idle' }, t('{0} asks to take the last move back.', this.people[undo.seat].name)),
        h('div', { class: 'chips' }, button(t('Agree'), () => answer(true), { class: 'confirm' }), button(t('No'), () => answer(false), { class: 'quiet' })));
    }
    return true;
  }

  /** Leaving: for good until one returns, or only looking away. */
  leave(go) {
    if (!this.humans.length || this.over) return go('#/');
    const box = dialog(t('Leave the table'), h('div', { class: 'menu' },
      button([icon('back'), t('Only look away: my seat waits for me')], () => { box.close(); go('#/'); }, { class: 'menu-item' }),
      button([icon('close'), t('Leave: a bot plays until I return')], async () => {
        box.close();
        await Promise.all(this.humans.map((seat) => this.act({ type: 'leave', seat })));
        go('#/');
      }, { class: 'menu-item' })), t('Close'));
    return undefined;
  }

  menuItems(item) {
    const away = this.blind ? [] : this.people.map((one, seat) => ({ ...one, seat })).filter((one) => one.kind === 'human' && !one.here && !one.left && !this.humans.includes(one.seat));
    return [
      item('share', t('Table {0}: invite', this.code), () => this.dispatchEvent(new Event('invite'))),
      ...away.map((one) => item('play', t('Let a bot play for {0}', one.name), () => this.act({ type: 'replace', seat: one.seat }))),
    ];
  }

  /** At the end: computing every roll again from the key that was committed to. */
  endItems() {
    const { key, commitment } = this.view;
    if (!key || !commitment) return [];
    return [button([icon('tick'), t('Verify the dice')], (event) => {
      const good = this.fair();
      event.currentTarget.lastChild.textContent = good ? t('No roll was chosen') : t('The dice do not fit the key');
    }, { class: 'quiet verify' })];
  }

  /** The same people again: a new table. */
  async playAgain(go) {
    if (!this.view.again) await this.act({ type: 'again' });
    const follow = () => {
      const code = this.view.again;
      if (!code) return;
      this.removeEventListener('view', follow);
      if (this.token) store.keepTable({ code, token: this.token, game: this.game.name });
      go(`#/table/${code}`);
    };
    this.addEventListener('view', follow);
    follow();
  }
}
