// setup.mjs: before a game: who plays, where, with what options.

import { h, put, button, icon, iconButton } from './dom.mjs';
import { t, capital } from './i18n.mjs';
import { lessons } from './assets.mjs';
import { apart, begin } from './begin.mjs';
import { botsFor, prefetchWeights, usualBot } from './bots.mjs';
import { CHARACTERS, characterOf, nameOf, portrait, stars, temperOf } from './characters.mjs';
import { picture } from './picture.mjs';
import * as store from './store.mjs';
import { sentences } from './voice.mjs';

const MODES = ['bots', 'friends', 'device'];
const MODE_ICON = { bots: 'dice', friends: 'people', device: 'phone' };

class Setup {
  /** Begins as one played the last time; a server that is found later adds its way to play. */
  constructor({ engine, net, go }, game) {
    Object.assign(this, { engine, net, go, game });
    this.mode = 'bots';
    this.name = store.myName();
    this.options = {};  // by the option's name: its value
    this.sheet = '';    // the printed sheet one wants; '': any
    this.real = false;
    this.hide = !store.settings().scores;
    this.lot = false;
    const able = botsFor(engine, game);
    this.bots = able.map((bot) => bot.name);
    this.opponents = this.lastOpponents(able);
    prefetchWeights(game);
    this.count = { device: Math.max(2, game.printed), friends: Math.max(2, game.printed) };
    this.names = [];
    this.kinds = { device: [], friends: [] }; // by seat: 'human', 'open', or a bot
    this.form = h('form', { class: 'setup', onsubmit: (event) => this.play(event) });
    this.render();
    if (!net.there) net.asked.then(() => { if (net.there) this.rerender(''); }); // a server that answers late
  }

  /** Whom one played against the last time, as far as they can play this: a Set of bots. */
  lastOpponents(able) {
    const last = new Set(store.players(this.game.name).slice(1).filter((one) => this.bots.includes(one)));
    return last.size && last.size < this.game.max ? last : new Set([usualBot(able)]);
  }

  /** A way to play, as large as a finger; what it means stands below its name. */
  radio(value, label, hint, checked, change) {
    const id = `mode-${value}`;
    return h('div', { class: 'option' },
      h('input', { type: 'radio', name: 'mode', id, value, checked, onchange: change }),
      h('label', { for: id }, icon(MODE_ICON[value]), h('strong', {}, label), h('span', {}, hint)));
  }

  /** The whole form anew: what depends on what is then written down in one place. rerender() keeps what was typed. */
  render() {
    const { game, mode } = this;
    const words = {
      bots: [t('Against bots'), t('on your own, offline too')],
      friends: [t('With friends'), t('each on their own phone')],
      device: [t('Round this device'), t('everyone takes turns here')],
    };
    const modes = MODES.filter((one) => one !== 'friends' || this.net.there).filter((one) => one === 'bots' || game.max > 1);
    put(this.form,
      h('fieldset', { class: 'modes' }, h('legend', {}, t('How do you play?')),
        modes.map((one) => this.radio(one, ...words[one], one === mode, () => { this.mode = one; this.rerender(`mode-${one}`); }))),
      mode === 'bots' ? [this.opponentsField(), h('div', { class: 'people setup-me' }, this.nameField(0, t('Your name'), this.name))]
        : h('div', { class: 'people setup-people' }, this.playersField(), this.people()),
      this.extras(),
      h('p', { class: 'error', role: 'alert' }),
      h('div', { class: 'go' }, h('button', { type: 'submit', class: 'confirm' }, icon('play'), mode === 'friends' ? t('Open the table') : t('Play'))));
  }

  // ---- Bots -------------------------------------------------------------------------------------------

  /** The characters, and the rest behind a door. Whoever is tapped sits down or gets up. */
  opponentsField() {
    const others = this.bots.filter((name) => !characterOf(name)), alone = this.game.min === 1;
    const lab = others.some((name) => this.opponents.has(name));
    return h('fieldset', { class: 'opponents' }, h('legend', {}, t('Who plays against you?')),
      h('div', { class: 'characters' }, CHARACTERS.filter((one) => this.bots.includes(one.bot)).map((one) => this.character(one.bot,
        h('span', { class: 'character-name' }, one.name, stars(one)), h('span', { class: 'temper' }, one.temper())))),
      others.length > 0 && h('details', { class: 'laboratory', open: lab }, h('summary', {}, t('Laboratory')),
        h('p', { class: 'aside' }, t('Simple programs that the birds are compared with.')),
        h('div', { class: 'characters' }, others.map((name) => this.character(name, h('span', { class: 'character-name' }, nameOf(name)),
          h('span', { class: 'temper' }, temperOf(name) || capital(t(this.engine.bots.find((bot) => bot.name === name).summary))))))),
      alone && !this.opponents.size && h('p', { class: 'aside' }, t('Nobody: you play alone for the best score.')));
  }

  /** Ticked: it plays. Too many or too few cannot be chosen: somebody gets up, or stays. */
  character(bot, ...words) {
    const id = `opponent-${bot}`, sits = this.opponents.has(bot);
    const change = () => {
      if (sits) this.opponents.delete(bot);
      else this.opponents.add(bot);
      if (this.opponents.size >= this.game.max) this.opponents.delete([...this.opponents][0]); // the table is full: the first one gets up
      if (this.opponents.size + 1 < this.game.min) this.opponents.add(bot);
      this.rerender(id);
    };
    return h('div', { class: 'character' }, h('input', { type: 'checkbox', id, checked: sits, onchange: change }),
      h('label', { for: id }, portrait(bot), h('span', { class: 'character-words' }, words)));
  }

  // ---- People -----------------------------------------------------------------------------------------

  /** By steps, not by typing: there are at most a handful, and no wrong number can be said. */
  playersField() {
    const { game, mode } = this, least = Math.min(2, game.max);
    const step = (by) => () => {
      this.count[mode] = Math.min(game.max, Math.max(least, this.count[mode] + by));
      this.rerender('');
      this.form.querySelector(by > 0 ? '.more' : '.fewer').focus();
    };
    const n = this.count[mode];
    return h('div', { class: 'stepper', role: 'group', 'aria-label': t('Players') }, h('span', {}, t('Players')),
      button('−', step(-1), { class: 'fewer', 'aria-label': t('fewer players'), disabled: n <= least }),
      h('output', {}, n), button('+', step(1), { class: 'more', 'aria-label': t('more players'), disabled: n >= game.max }));
  }

  /** What somebody who gives no name is called. Among friends there is no such thing: "You" would be somebody else to them. */
  usualName(seat) {
    return this.mode === 'bots' ? t('You') : t('Player {0}', seat + 1);
  }

  /** Only at a table with friends must one say who one is. */
  nameField(seat, label, value) {
    const id = `name-${seat}`, required = seat === 0 && this.mode === 'friends';
    return h('div', { class: 'field' }, h('label', { for: id }, label),
      h('input', { id, value: value ?? '', maxlength: '40', autocomplete: seat ? 'off' : 'nickname', required, placeholder: required ? '' : this.usualName(seat) }));
  }

  /** One field a seat; those of the other ways to play keep what was said. */
  people() {
    const { mode } = this, n = this.count[mode];
    return [this.nameField(0, t('Your name'), this.name), Array.from({ length: n - 1 }, (_, i) => this.seatField(i + 1)),
      mode === 'friends' && h('p', { class: 'aside' }, t('The others join with the link or the code. Whoever is missing can be a bot.'))];
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
    const named = (name) => h('option', { value: `bot:${name}`, selected: kind === `bot:${name}` },
      characterOf(name) ? `${nameOf(name)} ${'★'.repeat(characterOf(name).stars)}` : nameOf(name));
    const kinds = [...(online ? [['open', t('A friend, by link or code')]] : []), ['human', online ? t('On this device') : t('A person')]];
    const change = (event) => {
      this.readNames();
      this.kinds[this.mode][seat] = event.target.value;
      this.rerender(id);
    };
    return h('div', { class: 'seat-row', role: 'group', 'aria-label': t('Player {0}', seat + 1) },
      h('div', { class: 'field' }, h('label', { for: id }, t('Player {0}', seat + 1)),
        h('select', { id, onchange: change }, kinds.map(([value, words]) => h('option', { value, selected: value === kind }, words)),
          bots.filter(characterOf).map(named), bots.some((name) => !characterOf(name)) && h('optgroup', { label: t('Laboratory') }, bots.filter((name) => !characterOf(name)).map(named)))),
      kind === 'human' && this.nameField(seat, t('Name'), this.names[seat]));
  }

  /** Who sits where, as the game takes it. Names are all different. */
  seats() {
    const me = { kind: 'human', name: this.name || this.usualName(0) };
    const others = this.mode === 'bots' ? [...this.opponents].map((bot) => `bot:${bot}`) : Array.from({ length: this.count[this.mode] - 1 }, (_, i) => this.kindOf(i + 1));
    const named = others.map((kind, i) => {
      if (kind === 'open') return { kind };
      return { kind, name: kind === 'human' ? this.names[i + 1] || this.usualName(i + 1) : nameOf(kind.slice(4)) };
    });
    const all = [me, ...named], names = apart(all.map((one) => one.name ?? ''));
    return all.map((one, i) => (one.name === undefined ? one : { ...one, name: names[i] }));
  }

  // ---- Options ----------------------------------------------------------------------------------------

  /** A setting of this one game, kept in the field of that key. */
  check(id, label, hint, key) {
    return h('div', { class: 'check' },
      h('input', { type: 'checkbox', id, checked: this[key], onchange: (event) => { this[key] = event.target.checked; } }),
      h('label', { for: id }, h('strong', {}, label), h('span', {}, hint)));
  }

  /** Why there cannot be real pieces here: '' if there can. A hand that only its holder sees is nobody else's to tell. */
  noReal() {
    if (!this.game.hidden) return '';
    return this.mode === 'bots' && this.opponents.size ? t('Bots cannot hold real cards. Choose “Round this device”, or play alone.') : '';
  }

  get isReal() {
    return this.real && !this.noReal();
  }

  /** Shown also where it cannot be had, with the reason: an option that vanishes is looked for. */
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
    const open = this.form.querySelector('.extras').open, lab = this.form.querySelector('.laboratory')?.open;
    this.readNames();
    this.render();
    this.form.querySelector('.extras').open = open;
    if (lab && this.form.querySelector('.laboratory')) this.form.querySelector('.laboratory').open = true;
    if (id) this.form.querySelector(`#${id}`)?.focus();
  }

  /** Behind a door: most people never want them. */
  extras() {
    const real = this.game.chance === 'draw' ? this.realCards()
      : this.check('real', t('Real dice'), t('You roll on the table and tap in what fell; the page checks and counts'), 'real');
    return h('details', { class: 'extras' }, h('summary', {}, t('More options')),
      real,
      this.check('lot', t('Draw lots for who begins'), t('Otherwise you begin'), 'lot'),
      this.check('hide', t('Hide the score until the end'), '', 'hide'),
      this.game.options.map((option) => (option.sheets ? this.sheetField(option) : this.optionField(option))));
  }

  /** A choice in words; what has none, the game's own usage. */
  optionField(option) {
    const id = `option-${option.name}`, set = (event) => { this.options[option.name] = event.target.value.trim(); };
    const field = option.values.length
      ? h('select', { id, onchange: set }, option.values.map((value, i) => h('option', { value, selected: value === this.options[option.name] }, capital(t(option.words[i])))))
      : h('input', { id, onchange: set, value: this.options[option.name] ?? '', autocomplete: 'off' });
    return h('div', { class: 'field' }, h('label', { for: id }, t(option.question)), field,
      option.form && h('span', { class: 'aside' }, capital(t(option.form))));
  }

  /** The printed sheets to choose one's own from; the others get what is left. */
  sheetField(option) {
    const sheets = Array.from({ length: this.game.sheets }, (_, i) => this.engine.layout(this.game, i));
    const one = (name, words, drawn) => h('div', { class: 'sheet-choice' },
      h('input', { type: 'radio', name: 'sheet', id: `sheet-${name || 'any'}`, value: name, checked: this.sheet === name, onchange: () => { this.sheet = name; } }),
      h('label', { for: `sheet-${name || 'any'}`, 'aria-label': words }, drawn ?? words));
    return h('fieldset', { class: 'sheet-choices' }, h('legend', {}, t(option.question)),
      one('', t('Any')), sheets.map((layout) => one(layout.name, t('Sheet {0}', layout.name), picture(layout))));
  }

  /** The options that are not as usual, {name: value}, for these seats. */
  chosen(seats) {
    const out = Object.fromEntries(Object.entries(this.options).filter(([, value]) => value));
    const sheets = this.sheet && this.game.options.find((option) => option.sheets);
    if (!sheets) return out;
    const rest = Array.from({ length: this.game.sheets }, (_, i) => this.engine.layout(this.game, i).name).filter((name) => name !== this.sheet);
    const mine = seats.findIndex((one) => one === this.me);
    return { ...out, [sheets.name]: seats.map((_, i) => (i === mine ? this.sheet : rest.shift())).join('') };
  }

  // ---- Off we go --------------------------------------------------------------------------------------

  /** Before the form is drawn anew, and before it is sent. Control characters come by pasting. */
  readNames() {
    for (const field of this.form.querySelectorAll('[id^=name-]')) {
      const seat = Number(field.id.slice(5)), name = field.value.trim().replace(/\p{C}/gu, '');
      if (seat === 0) this.name = name;
      else this.names[seat] = name;
    }
  }

  /** Above the button, where one looks; said by a screen reader too (role alert). */
  fail(text) {
    const place = this.form.querySelector('.error');
    place.textContent = text;
    place.scrollIntoView({ block: 'center' }); // not under the button
  }

  /** The seats are turned by lot before anything is made, so that nobody knows who begins before it is said. */
  play(event) {
    event.preventDefault();
    this.readNames();
    store.setMyName(this.name);
    store.changeSettings({ scores: !this.hide });
    const seats = this.seats();
    [this.me] = seats;
    if (this.lot) seats.push(...seats.splice(0, Math.floor(Math.random() * seats.length)));
    if (this.mode === 'friends') return this.open(seats);
    const options = Object.entries(this.chosen(seats)).map(([name, value]) => `${name}=${value}`);
    const id = begin(this.engine, { game: this.game, seats, options, real: this.isReal });
    return id ? this.go(`#/play/${id}`) : this.fail(t('These options do not go together.'));
  }

  async open(seats) {
    try {
      const code = await this.net.create({ game: this.game.name, options: this.chosen(seats), seats, dice: this.isReal ? 'manual' : 'shared', hide_scores: this.hide });
      this.go(`#/table/${code}`);
    } catch (error) {
      this.fail(sentences([capital(t(error.message)), ...(error.code === 'create' ? [t('Ask those who run the server for that link, and open it on this device once.')] : [])]));
    }
  }
}

/** The screen on which a game is set up. */
export function setupScreen(context, game) {
  const setup = new Setup(context, game);
  return h('div', { class: 'page setup-page' },
    h('header', { class: 'top' }, iconButton('back', t('Back'), () => context.go('#/')), h('h1', {}, t(game.title))),
    h('main', { id: 'main', tabindex: '-1' },
      h('div', { class: 'setup-head baize' },
        h('div', {}, h('p', { class: 'lead' }, t(game.summary)),
          h('p', { class: 'ways' }, lessons.includes(game.name) && h('a', { class: 'quiet', href: `#/lesson/${game.name}` }, icon('hint'), t('Learn by doing')),
            h('a', { class: 'quiet', href: `#/learn/${game.name}` }, icon('book'), t('Rules')))),
        h('div', { class: 'game-picture' }, picture(context.engine.layout(game)))), setup.form));
}
