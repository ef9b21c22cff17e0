// netgame.mjs: a session at a server's table. Its truth is the last view the server sent (docs/protocol.md).

import { FULL, SPECTATOR } from './engine.mjs';
import { nameOf } from './characters.mjs';
import { t, capital, words } from './i18n.mjs';
import { Wire } from './net.mjs';
import { hash } from './entry.mjs';
import { Session, isForced } from './session.mjs';
import * as store from './store.mjs';
import { sentences } from './voice.mjs';

await words('server');

/** A seat whose bot has the name that a server gives it (`normal`, `Normal 2`) is called by its character's. */
function asCharacter(one) {
  const bot = one.kind.startsWith('bot:') && one.kind.slice(4);
  return bot && one.name?.toLowerCase().startsWith(bot) ? { ...one, name: nameOf(bot) + one.name.slice(bot.length) } : one;
}

/** Beside 'change' it tells by events: 'view', something came from the server, also while one waits for the others; 'fail', detail
 *  {text, code}: the table is not to be had; 'react', detail {seat, picture}: somebody shows a picture; 'notice': those who run the server have said
 *  something (`notice`); 'invite': somebody wants to see the invitation. */
export class NetGame extends Session {
  /** Connects at once; there is no match before the first view (`match` is null until then). */
  constructor(engine, code, token = store.token(code)) {
    super(engine, code);
    Object.assign(this, { code, view: null, salts: {} });
    this.ownSeat = -1; // the seat whose record is shown
    this.notice = '';  // what those who run the server said last, until it is put away
    this.token = token;
    this.wire = new Wire(code, this.token);
    this.wire.addEventListener('view', ({ detail }) => this.show(detail));
    this.wire.addEventListener('react', ({ detail }) => this.dispatchEvent(new CustomEvent('react', { detail })));
    this.wire.addEventListener('notice', ({ detail }) => {
      this.notice = detail.text;
      this.dispatchEvent(new Event('notice'));
    });
    this.wire.addEventListener('lost', () => { if (this.match) this.tell(); });
    this.wire.addEventListener('fail', ({ detail }) => this.dispatchEvent(new CustomEvent('fail', { detail })));
  }

  /** The seat stays ours: the server only sees that nobody is here. */
  close() {
    this.wire.close();
    this.goOn?.close();
    super.close();
  }

  // ---- The view -----------------------------------------------------------------------------------------

  /**
   * A view is whole, so nothing is remembered but what it does not say: salts, and where one looked. Then: whose choice is asked for, what is
   * seen, and who of ours was away and is back.
   */
  show({ view, back }) {
    const before = this.match?.node ?? -1;
    this.view = view;
    this.game = this.engine.game(view.game);
    this.people = view.seats.map(asCharacter);
    this.humans = view.you;
    this.addSalt();
    this.dispatchEvent(new Event('view'));
    if (view.phase === 'waiting') return;
    this.seat = view.kind === 'move' && !view.closed ? view.you.find((seat) => view.seats[seat].mover && !view.seats[seat].chosen && !view.seats[seat].left) ?? -1 : -1;
    this.adopt();
    if (this.over) this.finish();
    if (back && !view.closed) for (const seat of view.you) if (view.seats[seat].left) this.wire.send({ type: 'return', seat }).catch(() => {});
    const rolled = before >= 0 && this.match.node > before && this.match.log(before, SPECTATOR).some((e) => e.kind === 'chance') && this.game.chance === 'roll';
    this.tell({ rolled });
    if (rolled) this.pause('roll');
    this.passIfForced();
  }

  /** Shared dice: adds something random to the key once that is committed to. What was taken is kept, to look for it at the end. */
  addSalt() {
    const { you, salts, commitment, phase, closed } = this.view;
    if (!salts || phase === 'over' || closed) return;
    for (const seat of you.filter((one) => salts[one] === null && !this.salts[one])) {
      this.salts[seat] = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      this.wire.send({ type: 'salt', seat, salt: this.salts[seat] }).then(() => {
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
    this.ownSeat = own.seat;
  }

  get viewer() {
    if (this.over) return FULL;
    return this.blind ? SPECTATOR : this.ownSeat;
  }

  get blind() {
    return this.view.dice === 'manual' && this.game.hidden; // real hands: nobody here knows them
  }

  get hideScores() {
    return this.view.hide_scores;
  }

  /** The seat that is asked; else the one that looked last; else the first of ours; a spectator has none. */
  shownFor() {
    if (this.seat >= 0) return this.seat;
    return this.humans.includes(this.shownTo) ? this.shownTo : this.humans[0] ?? -1;
  }

  /** A choice of one is no choice: it is made for the person, as at a real table. */
  passIfForced() {
    if (this.seat < 0) return;
    const { moves } = this.match.position(this.viewer, this.seat);
    if (isForced(moves)) this.submit(moves[0].token);
  }

  position(node = -1) {
    const away = !this.faceUp && this.seat < 0 && !this.over; // who takes the device next must not see the last hand
    const viewer = this.handover || away ? SPECTATOR : this.viewer;
    return this.match.position(viewer, node < 0 && !this.handover ? this.seat : -1, node);
  }

  get over() {
    return this.view.phase === 'over';
  }

  get place() {
    return { kind: 'table', code: this.code };
  }

  /** Whose day's dice are played here (daily.mjs), if it is that. */
  get daily() {
    return Object.entries(store.daily()).find(([, one]) => one.code === this.code)?.[0] ?? '';
  }

  get resultRoute() {
    return this.daily ? `#/daily/${this.daily}` : '';
  }

  /** The list of the day's dice says at once that these are done. */
  finish() {
    const { daily } = this;
    if (daily && !this.finished) store.keepDaily(daily, { record: this.match.record(FULL).split('\n').filter((line) => !line.startsWith('#')).join('\n') });
    return super.finish();
  }

  /** A server may give a code again when the table is long gone; the record tells them apart, on every device alike. */
  get keptId() {
    return `${this.code}-${hash(this.match.record(FULL))}`;
  }

  get closed() {
    if (this.view.evening && this.view.closed && !this.over) return t('The round was ended before this table was done.');
    return this.view.closed && !this.over ? sentences([capital(t('those who run the server have closed this table'))]) : '';
  }

  get chosen() {
    return this.view.seats.reduce((bits, one, seat) => bits | (one.chosen ? 1 << seat : 0), 0);
  }

  choiceOf(seat) {
    return this.view.views.find((one) => one.seat === seat)?.choice ?? null;
  }

  get trouble() {
    return this.wire.connected ? '' : t('The connection is lost. Trying again …');
  }

  // ---- Acting -------------------------------------------------------------------------------------------

  /** Sends, and shows the server's reason if it refuses. */
  act(message) {
    return this.wire.send(message).catch((error) => {
      if (error.code !== 'stale') this.tell({ error: capital(t(error.message)) });
    });
  }

  /** At the node of the view it was chosen in: if that is past, the server says so, and nothing wrong happens. */
  submit(token) {
    if (this.seat < 0) return false;
    const message = { type: 'submit', seat: this.seat, node: this.view.node, move: token };
    const same = (one) => one.type === 'submit' && one.seat === message.seat && one.node === message.node;
    const waiting = [...this.wire.pending.values()].findLast(same);
    if (waiting?.move !== token) this.act(message); // a second tap says nothing new
    return true;
  }

  /** As long as others still choose, what one has chosen is known to nobody. */
  get changeable() {
    return this.view.kind === 'move' && !this.view.closed ? this.humans.find((seat) => this.view.seats[seat].mover && this.view.seats[seat].chosen) ?? -1 : -1;
  }

  withdraw(seat) {
    this.act({ type: 'withdraw', seat, node: this.view.node });
  }

  get wantsDice() {
    return this.view.dice === 'manual' && this.view.kind === 'chance' && this.view.phase === 'playing' && !this.view.closed && this.humans.length > 0;
  }

  /** Real dice: the outcome is found here and sent in notation. It has happened when the server says so: until then the match stays where it
   *  was, and a second tap says nothing new. */
  fell(faces) {
    if (this.telling) return false;
    const node = this.match.node;
    const done = typeof faces === 'string' ? this.match.happen(faces) : this.match.fell(faces);
    if (!done) return false;
    const { outcome } = this.match.log(node, FULL)[0];
    this.match.undo(node);
    this.act({ type: 'roll', node, outcome });
    return true;
  }

  get telling() {
    return [...this.wire.pending.values()].some((one) => one.type === 'roll' && one.node === this.view.node);
  }

  /** True if somebody else sits here, or may. */
  get company() {
    return this.people.some((one, seat) => !one.kind.startsWith('bot:') && !this.humans.includes(seat));
  }

  /** Others play with the same dice: nothing is taken back, and there is no second try. */
  get sealed() {
    return (this.view.sealed ?? null) !== null;
  }

  /** At an evening the next round follows. */
  get mayPlayAgain() {
    return !this.sealed && !this.view.evening;
  }

  /** Asking is always allowed; whether it happens is for the others to say. */
  get canUndo() {
    const chose = (seat) => this.view.seats[seat].chosen || this.match.lastDecision(seat) >= 0;
    return (this.changeable >= 0 || !this.sealed) && this.humans.some(chose) && !this.view.undo && !this.view.closed;
  }

  /** What nobody has seen is simply taken back; anything else is asked for. */
  undo() {
    const waiting = this.changeable;
    if (waiting >= 0) this.withdraw(waiting);
    else this.act({ type: 'undo', seat: this.humans[0], node: this.view.node });
  }

  /** The table was closed, and there are other places to go to; or somebody asks to go back. */
  get question() {
    if (this.closed) return { text: '', answers: [{ label: t('To the games'), main: true, act: (go) => go('#/') }, { label: t('Replay'), act: (go) => go(this.recordRoute) }] };
    const { undo } = this.view, open = undo && this.humans.find((seat) => !undo.agreed.includes(seat));
    if (!undo) return this.absence;
    const answer = (yes) => () => this.act({ type: 'agree', seat: open ?? undo.seat, node: this.view.node, yes });
    if (open === undefined) {
      return { text: t('The others are asked whether to take it back.'), answers: this.humans.includes(undo.seat) ? [{ label: t('Never mind'), act: answer(false) }] : [] };
    }
    return { text: t('{0} asks to take the last move back.', this.people[undo.seat].name),
      answers: [{ label: t('Agree'), main: true, act: answer(true) }, { label: t('No'), act: answer(false) }] };
  }

  /** The seat that everybody waits for while nobody is there, as a Question: shall a bot play? */
  get absence() {
    const missing = (one, seat) => one.kind === 'human' && one.mover && !one.chosen && !one.here && !one.left && !this.humans.includes(seat);
    const seat = this.seat < 0 && this.humans.length && !this.blind && this.view.kind === 'move' ? this.people.findIndex(missing) : -1;
    if (seat < 0) return null;
    const { changeable } = this, { name } = this.people[seat];
    return { text: '', answers: [ // the prompt says that he is away
      { label: t('Let a bot play for {0}', name), act: () => this.replace(seat) },
      ...(changeable >= 0 ? [{ label: t('Change my choice'), act: () => this.withdraw(changeable) }] : [])] };
  }

  /** A bot is to play for somebody who is away: at once if the host says so, else when he has been away for a while. */
  replace(seat) {
    return this.act({ type: this.view.hosting ? 'free' : 'replace', seat });
  }

  /** Shows a picture to everybody at the table; one that cannot be sent now is not sent later. */
  react(picture) {
    if (this.wire.connected && this.humans.length) this.wire.send({ type: 'react', seat: this.seat < 0 ? this.humans[0] : this.seat, picture }).catch(() => {});
  }

  /** Leaving: for good until one returns, or only looking away. Where nobody waits, at the table or at its evening, there is nothing to ask. */
  leaveActions() {
    if (!this.humans.length || this.over || this.closed || !(this.company || this.view.evening)) return [];
    return [
      { icon: 'back', label: t('Step away: my seat waits for me'), act: (go) => go('#/') },
      { icon: 'close', label: t('Leave: a bot plays until I return'), act: async (go) => {
        await Promise.all(this.humans.map((seat) => this.act({ type: 'leave', seat })));
        go('#/');
      } }];
  }

  /** Anybody may ask for a bot; the server says whether he has been away for long enough. */
  awayActions() {
    const away = this.blind || !this.humans.length || this.closed ? [] : this.people.map((one, seat) => ({ ...one, seat }))
      .filter((one) => one.kind === 'human' && !one.here && !one.left && !this.humans.includes(one.seat));
    return away.map((one) => ({ icon: 'play', label: t('Let a bot play for {0}', one.name), act: () => this.replace(one.seat) }));
  }

  /** The host can hand his part on, to somebody who is here. */
  menuActions() {
    if (this.closed) return [];
    const guests = this.view.hosting ? this.people.map((one, seat) => ({ ...one, seat })).filter((one) => one.kind === 'human' && one.here && !this.humans.includes(one.seat)) : [];
    return [
      { icon: 'share', label: t('Table {0}: invite', this.code), act: () => this.dispatchEvent(new Event('invite')) },
      ...this.awayActions(),
      ...guests.map((one) => ({ icon: 'play', label: t('Make {0} the host', one.name), act: () => this.act({ type: 'host', seat: one.seat }) })),
    ];
  }

  /** Computing every roll again from the key that was committed to. */
  endActions() {
    const { key, commitment } = this.view;
    if (!key || !commitment) return [];
    return [{ name: 'verify', icon: 'tick', label: t('Verify the dice'), act: () => (this.fair() ? t('No roll was chosen') : t('The dice do not fit the key')) }];
  }

  /** Where the game so far is to be seen. */
  get recordRoute() {
    return `#/record/${this.code}`;
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
