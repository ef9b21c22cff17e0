// net.mjs: talking to a server (docs/protocol.md). Service asks and sets tables up over HTTP; a Wire is the connection to one table.
// What a table's view means for a game is netgame.mjs's.

import { at } from './dom.mjs';
import { N_, words } from './i18n.mjs';
import * as store from './store.mjs';

const VERSION = 1;
const SILENT = N_('the server does not answer');
const ASK = 10000, LEAVE = 16000; // milliseconds of silence until the server is asked whether it is there, and until it is taken for gone

/** What a server refuses with, as an Error whose message is a message id, once there are words for it. */
async function refusal({ text = SILENT, code } = {}) {
  await words('server');
  return Object.assign(new Error(text), { code });
}

/** A token as the server makes them: 24 random bytes in 32 characters. */
export const newToken = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)))).replaceAll('+', '-').replaceAll('/', '_');

export class Service {
  /** Asks nothing by itself: ask() does. */
  constructor() {
    this.there = false; // is there a server behind this page?
    this.info = null;
    this.fresh = null; // the token of a request that is not answered yet: asked again, it gets the same seat
  }

  /** Finds out whether a server is there; the page works without. `asked` is the promise of the answer. */
  ask() {
    this.asked = this.inquire();
    return this.asked;
  }

  /** A page from a file or from somewhere else finds nobody, and plays alone. */
  async inquire() {
    try {
      const answer = await fetch(at('api/info'), { signal: AbortSignal.timeout(8000) });
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
      answer = await fetch(at(path), { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) });
    } catch {
      throw new Error(SILENT);
    }
    if (path.endsWith('/record') && answer.ok) return answer.text();
    const object = await answer.json().catch(() => ({}));
    if (!answer.ok) throw await refusal(object.error);
    return object;
  }

  /** Sets a table up and keeps its token; its code. */
  async create(table) {
    const made = await this.request('api/tables', { ...table, token: this.fresh ??= newToken(), create: store.createToken() });
    this.fresh = null;
    store.keepTable({ code: made.table, token: made.token, game: table.game, host: true });
    return made.table;
  }

  /** Who sits there, without a seat of one's own. */
  summary(code) {
    return this.request(`api/tables/${code}`);
  }

  /** With the token that is kept for the table: so a second person on this device holds the seat in the same hand. */
  async join(code, name, game) {
    const made = await this.request(`api/tables/${code}/join`, { name, token: store.token(code) ?? (this.fresh ??= newToken()) });
    this.fresh = null;
    store.keepTable({ ...store.table(code), code, token: made.token, game });
  }

  record(code) {
    return this.request(`api/tables/${code}/record`, null, store.token(code));
  }

  /** The tables at which this browser has a seat. */
  async mine() {
    const tokens = [...new Set(store.tables().map((one) => one.token))];
    if (!tokens.length) return [];
    const { tables } = await this.request('api/mine', { tokens });
    for (const one of tables) if (!store.token(one.table)) store.keepTable({ code: one.table, token: tokens[one.token], game: one.game });
    return tables;
  }
}

/** The connection to a table. A lost one comes back by itself; what was sent and not acknowledged is sent again. It tells by events:
 *  'view', detail {view, back}: the first after it was away; 'react', detail {seat, picture}; 'notice', detail {text}; 'lost'; 'fail', detail {text, code}: the table is not to be had. */
export class Wire extends EventTarget {
  /** Connects by itself, and again whenever the browser says that there is a network. */
  constructor(code, token) {
    super();
    Object.assign(this, { code, token });
    this.next = 1;            // the id of the next message
    this.pending = new Map(); // id → message, until acknowledged
    this.take = undefined;    // how often something was taken back, by the last view; a server may not say it
    this.delay = 0.5;         // seconds until it is tried again
    this.connected = false;   // a view came, and the connection was not lost since
    this.closed = false;      // for good
    this.wake = () => { if (!this.connected && !this.closed) { clearTimeout(this.timer); this.reconnect(); } };
    addEventListener('online', this.wake);
    this.pulse = setInterval(() => this.beat(), 2000);
    this.connect();
  }

  /** What was not acknowledged is sent again behind the hello: the server knows what it has had already. */
  connect() {
    const url = new URL(at('ws'));
    url.protocol = url.protocol.replace('http', 'ws');
    url.searchParams.set('table', this.code); // a balancer may send all who are at a table to one server
    const socket = this.socket = new WebSocket(url, 'penna-1');
    this.heard = Date.now();
    socket.addEventListener('open', () => {
      this.post({ type: 'hello', id: 0, table: this.code, ...(this.token && { token: this.token }) });
      for (const message of this.pending.values()) this.post(message);
    });
    socket.addEventListener('message', ({ data }) => {
      if (socket !== this.socket) return; // one that was left
      this.heard = Date.now();
      this.receive(JSON.parse(data));
    });
    socket.addEventListener('close', () => { if (socket === this.socket) this.lost(); });
  }

  reconnect() {
    this.socket.close();
    this.connect();
  }

  /** A server that is frozen, or behind a cut cable, says nothing and does not close: it is asked, and left if it does not answer. */
  beat() {
    const silent = Date.now() - this.heard, open = this.socket.readyState === WebSocket.OPEN;
    if (this.closed || this.socket.readyState === WebSocket.CLOSED) return;
    if (silent > LEAVE) this.reconnect();
    else if (open && silent > ASK) this.post({ type: 'ping', id: 0 });
  }

  /** Each time twice as long, up to half a minute: a server that comes back is not run over. */
  lost() {
    if (this.closed) return;
    this.connected = false;
    this.dispatchEvent(new Event('lost'));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.delay * (750 + Math.random() * 500)); // not all at once
    this.delay = Math.min(30, this.delay * 2);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    removeEventListener('online', this.wake);
    this.socket.close();
  }

  post(message) {
    this.socket.send(JSON.stringify({ v: VERSION, ...message }));
  }

  /** Sends a message until it is acknowledged: a promise that fails with the server's reason. */
  send(message) {
    // Nodes come again after an undo: the take says which of them is meant, however late the message arrives.
    const id = this.next++, whole = { ...message, ...('node' in message && this.take !== undefined && { take: this.take }), id };
    return new Promise((resolve, reject) => {
      this.pending.set(id, Object.defineProperty(whole, 'done', { value: { resolve, reject }, enumerable: false }));
      if (this.socket.readyState === WebSocket.OPEN) this.post(whole);
    });
  }

  /** An answer names the message it answers; id 0 is the hello. */
  receive(message) {
    if (message.v !== VERSION) return this.fail(N_('this page is older than the server: load it again'), 'version');
    if (['view', 'evening'].includes(message.type)) return this.show(message);
    if (['react', 'notice'].includes(message.type)) return this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
    if (message.type === 'bye') {
      if (message.after === null) this.fail(message.text, message.code);
      else this.delay = Math.max(0.5, message.after);
      return undefined;
    }
    if (message.id === 0) return message.type === 'error' ? this.fail(message.text, message.code) : undefined;
    const sent = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (message.type === 'error') refusal(message).then((error) => sent?.done.reject(error));
    else sent?.done.resolve();
    return undefined;
  }

  /** A view came: the first after a loss is taken as it is, later ones only if they are not older. */
  show(view) {
    if (this.connected && view.number < this.number) return;
    const back = !this.connected;
    this.number = view.number;
    this.take = view.take;
    this.connected = true;
    this.delay = 0.5;
    this.dispatchEvent(new CustomEvent('view', { detail: { view, back } }));
  }

  /** For good: whoever listens says so. */
  async fail(text, code) {
    this.closed = true;
    clearInterval(this.pulse);
    this.socket.close();
    await words('server');
    this.dispatchEvent(new CustomEvent('fail', { detail: { text, code } }));
  }
}
