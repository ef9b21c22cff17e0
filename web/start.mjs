// start.mjs: the first screen: the games, what was left unfinished, and the way to a friend's table.

import { games } from './assets.mjs';
import { h, breathe, button, icon, iconButton } from './dom.mjs';
import { t } from './i18n.mjs';
import { picture } from './picture.mjs';
import * as store from './store.mjs';

const titleOf = (name) => t(games.find((game) => game.name === name)?.title ?? name);

function gameCard(game) {
  const seats = game.min === game.max ? `${game.min}` : `${game.min}–${game.max}`;
  return h('li', { class: 'game-card' },
    h('a', { href: `#/new/${game.name}`, class: 'game-link' },
      h('span', { class: 'game-picture' }),
      h('span', { class: 'game-words' }, h('strong', {}, t(game.title)), h('span', { class: 'seats' }, t('{0} seats', seats)),
        h('span', { class: 'summary' }, t(game.summary)))),
    h('a', { href: `#/learn/${game.name}`, class: 'learn-link', 'aria-label': t('Rules of {0}', t(game.title)) }, icon('book'), t('Rules')));
}

function unfinished() {
  const kept = store.games().filter((one) => !one.over && games.some((game) => game.name === one.game));
  if (!kept.length) return null;
  return h('section', { class: 'kept', 'aria-label': t('Go on') }, h('h2', {}, t('Go on')),
    h('ul', {}, kept.slice(0, 5).map((one) => h('li', {},
      h('a', { href: `#/play/${one.id}` }, h('strong', {}, titleOf(one.game)), h('span', {}, (one.names ?? []).join(', '))),
      iconButton('close', t('Forget this game'), (event) => {
        store.dropGame(one.id);
        event.currentTarget.closest('li').remove();
      })))));
}

/** The tables on the server one sits at; filled in when the server answers. */
function online(net) {
  const list = h('ul', {});
  const own = h('section', { class: 'kept', 'aria-label': t('Your tables'), hidden: true }, h('h2', {}, t('Your tables')), list);
  net.mine().then((tables) => {
    const open = tables.filter((one) => one.phase !== 'over');
    own.hidden = !open.length;
    for (const one of open.slice(0, 5)) {
      list.append(h('li', {}, h('a', { href: `#/table/${one.table}` }, h('strong', {}, titleOf(one.game)),
        h('span', {}, one.names.map((name) => name ?? '…').join(', ')), one.waits && h('em', {}, t('Your turn.')))));
    }
  }).catch(() => {});
  return own;
}

function joinForm(go) {
  const field = h('input', { id: 'code', name: 'code', maxlength: '5', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', placeholder: 'KMPXR' });
  return h('form', { class: 'join', onsubmit: (event) => {
    event.preventDefault();
    const code = field.value.trim().toUpperCase();
    if (/^[B-DF-HJ-NP-TV-XZ]{5}$/.test(code)) go(`#/table/${code}`);
    else field.focus();
  } }, h('label', { for: 'code' }, t('Table code')), field, button(t('Join'), null, { type: 'submit', class: 'quiet' }));
}

/** What only a server makes possible; it comes when one answers, now or late. */
function withServer(net, make) {
  const place = h('div', {}, net.there && make());
  if (!net.there) net.asked.then(() => { if (net.there) place.append(make()); });
  return place;
}

/** Fills the screen in pieces, first what is seen first, with a pause after each so that a slow phone can be used meanwhile. */
async function fill(page, { net, go }) {
  const list = h('ul', { class: 'games' }), main = page.querySelector('main');
  const pieces = [
    () => main.append(list),
    ...games.map((game) => () => list.append(gameCard(game))),
    () => {
      main.append(withServer(net, () => joinForm(go)));
      page.append(h('footer', {}, t('Game names are trademarks of their publishers; Penna is unaffiliated.')));
    },
    ...games.map(({ layout }, index) => () => list.children[index].querySelector('.game-picture').append(picture(layout))),
  ];
  for (const piece of pieces) {
    piece();
    await breathe();
    if (!page.isConnected) return;
  }
}

/** The start screen. What it begins with stands in index.html too, to be seen before this runs. */
export function startScreen(context) {
  const node = h('div', { class: 'page start' },
    h('header', { class: 'hero' },
      h('div', { class: 'brand' }, h('img', { src: '/icon-192.png', alt: '', width: 44, height: 44 }), h('h1', {}, 'Penna')),
      h('nav', { 'aria-label': t('Main') }, h('a', { class: 'icon-button', href: '#/settings', 'aria-label': t('Settings'), title: t('Settings') }, icon('gear')))),
    h('main', { id: 'main', tabindex: '-1' },
      h('p', { class: 'lead' }, t('Roll, choose, write. Pick a game.')),
      unfinished(),
      withServer(context.net, () => online(context.net))));
  return { node, shown: () => fill(node, context) };
}
