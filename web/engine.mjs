// engine.mjs: the C engine (src/wasm/wasm.c) as objects. Works on the page, in a worker and in node.

import { FULL, MARK, SPECTATOR } from './enums.mjs';

export * from './enums.mjs';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const IMPORTS = { env: { now: () => performance.now() / 1000 } }; // bots look at the clock

/** The outcome of a draw that is not seen. */
export const HIDDEN = '?';

/** True if something is written in a box with that mark. */
export const isWritten = (mark) => mark > MARK.GONE;

/** The boxes in which something was written since `before`, as a Set; both are looks [mark, value …]. */
export function newlyWritten(looks, before) {
  const out = new Set();
  for (let i = 0; i < looks.length; i += 2) if (looks[i] !== before[i] && isWritten(looks[i])) out.add(i / 2);
  return out;
}

/** [box, mark, value, …] as a Map from box to {mark, value}. */
function changes(flat) {
  const out = new Map();
  for (let i = 0; i < flat.length; i += 3) out.set(flat[i], { mark: flat[i + 1], value: flat[i + 2] });
  return out;
}

export class Engine {
  /** Takes the bytes of penna.wasm, or a response that brings them. */
  static async load(source) {
    return new Engine(await Engine.exports(source));
  }

  static async exports(source) {
    const result = source instanceof Response && WebAssembly.instantiateStreaming
      ? await WebAssembly.instantiateStreaming(source, IMPORTS)
      : await WebAssembly.instantiate(source instanceof Response ? await source.arrayBuffer() : source, IMPORTS);
    return result.instance.exports;
  }

  /** What the module exports (src/wasm); games, bots and layouts are asked of it once and kept. */
  constructor(exports) {
    this.x = exports;
    exports._initialize();
    exports.games();
    const { games, bots } = this.json();
    /** What can be played: [{name, title, summary, min, max, options, parts, …}]. */
    this.games = games.map((game, index) => ({ ...game, index }));
    /** Who can play, weakest first: [{name, summary}]. */
    this.bots = bots;
    this.layouts = new Map();
  }

  /** The text that came out of the last call. */
  text() {
    return decoder.decode(new Uint8Array(this.x.memory.buffer, this.x.out(), this.x.length()));
  }

  json() {
    return JSON.parse(this.text());
  }

  /** Puts a text in, for the next call. Throws if it is too long. */
  give(text) {
    const bytes = encoder.encode(text);
    if (bytes.length >= this.x.room_size()) throw new Error('too long');
    const room = new Uint8Array(this.x.memory.buffer, this.x.room(), bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
  }

  game(name) {
    return this.games.find((game) => game.name === name);
  }

  /** The printed sheet number `sheet` of a game. */
  layout(game, sheet = 0) {
    const key = `${game.name} ${sheet}`;
    if (!this.layouts.has(key)) {
      this.x.layout(game.index, sheet);
      this.layouts.set(key, this.json());
    }
    return this.layouts.get(key);
  }

  /** A new match of a game; options as ["name=value"]. Null: the options do not fit. */
  start(game, seats, options = []) {
    this.give(options.join('\n'));
    const handle = this.x.start(game.index, seats);
    return handle ? new Match(this, game, handle) : null;
  }

  /** The match of a record. Throws {line, reason} as an Error if there is a fault. */
  open(record, hidden = true) {
    this.give(record);
    const handle = this.x.open(hidden ? 1 : 0);
    if (!handle) {
      const { line, reason } = this.json();
      throw new Error(`${line}: ${reason}`);
    }
    const match = new Match(this, null, handle);
    match.game = this.game(match.head().game);
    return match;
  }

  /** The match of a record whose hands nobody here sees: what is drawn into one is "?". */
  openUnseen(record) {
    const match = this.open(record), drawn = match.log(0).filter((event) => event.kind === 'chance').map((event) => event.outcome);
    if (drawn.includes(HIDDEN)) return match;
    match.seeAs(SPECTATOR); // nothing in it says so yet: so far cards were laid out for all
    for (const token of drawn) match.happen(token);
    return match;
  }

  /** The position written as text, with the moves of a seat, as that seat sees it. Throws if it is none. */
  positionOf(text, seat) {
    this.give(text);
    if (!this.x.position_of(seat, seat)) throw new Error(this.text());
    return this.json();
  }

  /** What the seat's sheet becomes by a move in such a position, as Match.preview() tells it. */
  previewOf(text, seat, token) {
    this.give(`${text}\n${token}`);
    this.x.preview_of(seat);
    return changes(this.json());
  }

  /** Gives the bots of a game their weights. */
  setWeights(game, bytes) {
    const room = this.x.weights(game.index, bytes.length);
    if (room) new Uint8Array(this.x.memory.buffer, room, bytes.length).set(bytes);
  }

  /** True if the bot can play the game with the weights it has. */
  canPlay(bot, game) {
    this.give(bot);
    return this.x.can_play(game.index) === 1;
  }

  /** The token a bot chooses, thinking for so long at most or in so many playouts, for a seat that sees `view`. Throws if there is no such bot. */
  choose(bot, view, seat, seed, seconds = 1, playouts = 0) {
    this.give(`${bot}\n${view}\n`);
    if (!this.x.choose(seat, seed >>> 0, seat, playouts ? 0 : seconds, playouts)) throw new Error(this.text());
    return this.text();
  }
}

/** One game being played. Close it when done. */
export class Match {
  constructor(engine, game, handle) {
    Object.assign(this, { engine, game, handle, x: engine.x });
    this.known = new Map(); // positions of now that were asked for: one render asks several times
  }

  close() {
    this.x.close(this.handle);
    this.handle = 0;
  }

  seat(seat, kind, name) {
    this.known.clear();
    this.engine.give(`${kind}\n${name}`);
    return this.x.seat(this.handle, seat) !== 0;
  }

  get node() {
    return this.x.node(this.handle);
  }

  /** The position as `viewer` sees it, with the moves of `mover` (-1: none), now or before node `node`; not to be changed. */
  position(viewer = FULL, mover = -1, node = -1) {
    const key = `${viewer} ${mover}`;
    if (node < 0 && this.known.has(key)) return this.known.get(key);
    this.x.position(this.handle, node, viewer, mover);
    const p = this.engine.json();
    if (node < 0) this.known.set(key, p);
    return p;
  }

  /** What the seat's sheet becomes by a move: a Map from box to {mark, value}. */
  preview(seat, token) {
    this.engine.give(token);
    this.x.preview(this.handle, seat);
    return changes(this.engine.json());
  }

  /** What happened from node `from` on, as `viewer` sees it: [{node, kind, turn, active, misthrows: [seat]}], with the outcome and the
   *  pieces it brought, or the moves [{seat, token, say}]. */
  log(from, viewer = FULL) {
    this.x.log(this.handle, from, viewer);
    return this.engine.json();
  }

  record(viewer = FULL) {
    this.x.record(this.handle, viewer);
    return this.engine.text();
  }

  /** The seat chooses; false: not possible here. */
  submit(seat, token) {
    this.known.clear();
    this.engine.give(token);
    return this.x.submit(this.handle, seat, this.node) === 0;
  }

  withdraw(seat) {
    this.known.clear();
    this.x.withdraw(this.handle, seat);
  }

  /** Which seats have chosen at this node, as bits. */
  get chosen() {
    return this.x.chosen(this.handle);
  }

  undo(node) {
    this.known.clear();
    this.x.undo(this.handle, node);
  }

  lastDecision(seat) {
    return this.x.last_decision(this.handle, seat);
  }

  /** The dice of a key fall: of one's own, [high, low], or of one that others play with too, 64 hex digits. */
  roll(key) {
    this.known.clear();
    if (typeof key === 'string') {
      this.engine.give(key);
      return this.x.fall(this.handle) === 0;
    }
    return this.x.roll(this.handle, key[0], key[1]) === 0;
  }

  /** What was written in notation happens; false: impossible. */
  happen(token) {
    this.known.clear();
    this.engine.give(token);
    return this.x.happen(this.handle) === 0;
  }

  /** A new match with a seat's eyes (SPECTATOR: nobody's): what these do not see is never told. */
  seeAs(viewer) {
    this.known.clear();
    this.x.see_as(this.handle, viewer);
  }

  /** What can happen: {dice: [[face …] …]}, or {hidden, list: [{token, piece} …]}. */
  outcomes() {
    if (!this.known.has('outcomes')) { // it goes through all rolls there are
      this.x.outcomes(this.handle);
      this.known.set('outcomes', this.engine.json());
    }
    return this.known.get('outcomes');
  }

  /** Dice fell, one face {colour, value} each; false: impossible. */
  fell(faces) {
    this.known.clear();
    this.engine.give(faces.map((face) => `${face.colour} ${face.value}\n`).join(''));
    return this.x.fell(this.handle) === 0;
  }

  /** What a bot in that seat is given. */
  view(seat) {
    this.x.view(this.handle, seat);
    return this.engine.text();
  }

  /** True if every roll is what the key and the seats' salts give, and the key is the one committed to (all in hex digits). */
  verify(key, commitment, salts) {
    this.engine.give(`${key}\n${commitment}\n${(salts ?? []).map((salt) => `${salt ?? ''}\n`).join('')}`);
    return this.x.verify(this.handle) === 1;
  }

  /** What was settled before the play: {game: name, options: ["name=value"], people: [{kind, name}]}. */
  head() {
    this.x.head(this.handle);
    return this.engine.json();
  }

  /** Kind and name of every seat. */
  people() {
    return this.head().people;
  }
}
