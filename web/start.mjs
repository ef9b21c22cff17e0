// start.mjs: the first screen: the way to a friend's table, what was left unfinished, and the games. A tap on a game plays it against whoever
// one played it with last; the smaller control beside it leads to everything else (setup.mjs).

import { games } from './assets.mjs';
import { nameOf, portrait } from './characters.mjs';
import { DOORS } from './doors.mjs';
import { h, breathe, button, icon, iconButton } from './dom.mjs';
import { t } from './i18n.mjs';
import { picture } from './picture.mjs';
import * as store from './store.mjs';

const CODE = /^[B-DF-HJ-NP-TV-XZ]{5}$/; // as a server makes them (docs/protocol.md)
const ME = 'me';

const titleOf = (name) => t(games.find((game) => game.name === name)?.title ?? name);

/** Who plays a game at one tap: as the last time; at first a bot that a beginner can beat. */
function playersOf(game) {
  const last = store.players(game.name);
  return last.length >= game.min && last.length <= game.max ? last : [ME, ...Array(Math.max(1, game.min - 1)).fill('normal')];
}

/** The opponents in a few words: "Rollo", "Rollo and 2 more"; those who sit here too are players. */
function against(players) {
  const others = players.slice(1), name = others[0] === ME ? t('Player {0}', 2) : others.length ? nameOf(others[0]) : '';
  return others.length > 1 ? t('{0} and {1} more', name, others.length - 1) : name;
}

/** One large link that plays at once, and a small one to everything else. The picture comes later (fill()). */
function gameCard(game) {
  const players = playersOf(game), whom = against(players), title = t(game.title);
  return h('li', { class: 'game-card' },
    h('a', { href: `#/start/${game.name}?players=${players.join(',')}`, class: 'game-link', 'aria-label': whom ? t('Play {0} against {1}', title, whom) : t('Play {0}', title) },
      h('span', { class: 'game-picture baize' }),
      h('span', { class: 'game-words' }, h('strong', {}, title), h('span', { class: 'summary' }, t(game.summary)),
        h('span', { class: 'opponent' }, players[1] && players[1] !== ME && portrait(players[1]), h('span', {}, whom ? t('Play against {0}', whom) : t('Play alone'))))),
    h('a', { href: `#/new/${game.name}`, class: 'ways-link', 'aria-label': t('Other ways to play {0}', title), title: t('Other ways to play') }, icon('sliders'), t('More')));
}

/** The last three: who has more of them will not look for the fourth. */
function unfinished() {
  const kept = store.games().filter((one) => !one.over && games.some((game) => game.name === one.game));
  if (!kept.length) return null;
  return h('section', { class: 'kept', 'aria-label': t('Go on') }, h('h2', {}, t('Go on')),
    h('ul', {}, kept.slice(0, 3).map((one) => h('li', {},
      h('a', { href: `#/play/${one.id}` }, icon('play'), h('strong', {}, titleOf(one.game)), h('span', {}, (one.names ?? []).join(', '))),
      iconButton('close', t('Forget this game'), (event) => {
        const row = event.currentTarget.closest('li'), section = row.closest('section');
        store.dropGame(one.id);
        if (row.parentNode.children.length > 1) row.remove();
        else section.remove();
      })))));
}

/** The tutor, offered once: to somebody who has finished a game. */
function tutorOffer() {
  if (store.settings().tutor || store.wasOffered('tutor') || !store.hasFinished()) return null;
  const answer = (wanted) => () => {
    store.setOffered('tutor');
    store.changeSettings({ tutor: wanted });
    box.remove();
    document.getElementById('main').focus({ preventScroll: true });
  };
  const box = h('section', { class: 'tip', 'aria-label': t('Tutor') }, portrait('master'),
    h('p', {}, t('That was a game! Shall I warn you the next time, before a clear mistake?')),
    h('div', {}, button(t('Yes, please'), answer(true), { class: 'confirm' }), button(t('No, thanks'), answer(false), { class: 'quiet' })));
  return box;
}

/** The tables on the server one sits at; filled in when the server answers. */
function online(net) {
  const list = h('ul', {});
  const own = h('section', { class: 'kept', 'aria-label': t('Your tables'), hidden: true }, h('h2', {}, t('Your tables')), list);
  net.mine().then((tables) => {
    const open = tables.filter((one) => one.phase !== 'over');
    own.hidden = !open.length;
    for (const one of open.slice(0, 5)) {
      list.append(h('li', {}, h('a', { href: `#/table/${one.table}` }, icon('people'), h('strong', {}, titleOf(one.game)),
        h('span', {}, one.names.map((name) => name ?? '…').join(', ')), one.waits && h('em', {}, t('Your turn.')))));
    }
  }).catch(() => {});
  return own;
}

/** Joining by a code: looked up as soon as all its letters are there, and a wrong one is said to be wrong. */
function joinForm({ net, go }) {
  const wrong = h('p', { class: 'error', role: 'alert', id: 'code-wrong' });
  const say = (words) => { wrong.textContent = words; field.setAttribute('aria-invalid', String(Boolean(words))); };
  const look = async () => {
    const code = field.value.trim().toUpperCase();
    if (!CODE.test(code)) return say(t('A code has five letters and no vowels, such as KMPXR.')), field.focus();
    try {
      go(`#/${(await net.summary(code)).table ? 'table' : 'evening'}/${code}`);
    } catch (error) {
      if (field.value.trim().toUpperCase() === code) say(error.code === 'no-table' ? t('There is no table with the code {0}.', code) : t(error.message));
    }
    return undefined;
  };
  const field = h('input', {
    id: 'code', name: 'code', maxlength: '5', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', placeholder: '·····', 'aria-describedby': 'code-wrong',
    oninput: () => { say(''); if (field.value.trim().length === 5) look(); },
  });
  return h('form', { class: 'join', onsubmit: (event) => { event.preventDefault(); look(); } },
    h('label', { for: 'code' }, t('Got a code?')), field, button(t('Join'), null, { type: 'submit', class: 'quiet' }), wrong);
}

/** What else there is (doors.mjs): small links below the games. */
function doors(context) {
  return h('ul', { class: 'doors' }, DOORS.map((door) => {
    const row = h('li', { hidden: Boolean(door.there) }, h('a', { href: door.to }, icon(door.drawn), h('span', {}, h('strong', {}, t(door.name)), t(door.words))));
    if (door.there) Promise.resolve(door.there(context)).then((there) => { row.hidden = !there; }).catch(() => {});
    return row;
  }));
}

/** What only a server makes possible; it comes when one answers, now or late. */
function withServer(net, make) {
  const place = h('div', {}, net.there && make());
  if (!net.there) net.asked.then(() => { if (net.there) place.append(make()); });
  return place;
}

/** Fills the screen in pieces, first what is seen first, with a pause after each so that a slow phone can be used meanwhile. */
async function fill(page, context) {
  const list = h('ul', { class: 'games' }), main = page.querySelector('main');
  const place = (index) => list.children[index].querySelector('.game-picture');
  const pieces = [
    () => main.append(list),
    ...games.map((game) => () => list.append(gameCard(game))),
    () => main.append(doors(context)),
    () => page.append(h('footer', {}, t('Game names are trademarks of their publishers; Penna is unaffiliated.'))),
    ...games.map(({ layout }, index) => () => place(index).append(picture(layout))),
  ];
  for (const piece of pieces) {
    piece();
    await breathe();
    if (!page.isConnected) return;
  }
  const { bringToLife } = await import('./living.mjs');
  bringToLife(page, games.map((game, index) => place(index)), games);
}

const MARK = document.querySelector('.mark'); // drawn in index.html, to be there at once

/** The start screen. What it begins with stands in index.html too, to be seen before this runs. */
export function startScreen(context) {
  const node = h('div', { class: 'start' },
    h('header', { class: 'hero baize' },
      h('div', { class: 'brand' }, MARK.cloneNode(true), h('div', {}, h('h1', {}, 'Penna'), h('p', { class: 'lead' }, t('Roll, choose, write.')))),
      h('nav', { 'aria-label': t('Main') }, h('a', { class: 'icon-button', href: '#/games', 'aria-label': t('My games'), title: t('My games') }, icon('chart')), h('a', { class: 'icon-button', href: '#/settings', 'aria-label': t('Settings'), title: t('Settings') }, icon('gear'))),
      withServer(context.net, () => joinForm(context))),
    h('main', { id: 'main', tabindex: '-1' }, unfinished(), tutorOffer(), withServer(context.net, () => online(context.net))));
  return { node, shown: () => fill(node, context) };
}
