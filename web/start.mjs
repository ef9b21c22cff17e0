// start.mjs: the first screen: the games, what was left unfinished, and the way to a friend's table.

import { h, button, icon, iconButton } from './dom.mjs';
import { t } from './i18n.mjs';
import { Sheet } from './sheet.mjs';
import * as store from './store.mjs';

/** The sheet of a game as a picture. */
function picture(engine, game) {
  const sheet = new Sheet(engine.layout(game), { label: '' });
  sheet.node.setAttribute('aria-hidden', 'true');
  sheet.node.removeAttribute('role');
  sheet.node.removeAttribute('aria-label');
  return sheet.node;
}

function gameCard(game) {
  const seats = game.min === game.max ? `${game.min}` : `${game.min}–${game.max}`;
  return h('li', { class: 'game-card' },
    h('a', { href: `#/new/${game.name}`, class: 'game-link' },
      h('span', { class: 'game-picture' }),
      h('span', { class: 'game-words' }, h('strong', {}, t(game.title)), h('span', { class: 'seats' }, t('{0} seats', seats)),
        h('span', { class: 'summary' }, t(game.summary)))),
    h('a', { href: `#/learn/${game.name}`, class: 'learn-link', 'aria-label': t('Rules of {0}', t(game.title)) }, icon('book'), t('Rules')));
}

/** The games. Their pictures come one at a time, so that a slow phone can be used meanwhile. */
function gameList(engine) {
  const list = h('ul', { class: 'games' }, engine.games.map(gameCard));
  const draw = (index) => requestAnimationFrame(() => setTimeout(() => {
    list.children[index].querySelector('.game-picture').append(picture(engine, engine.games[index]));
    if (index + 1 < engine.games.length) draw(index + 1);
  }));
  draw(0);
  return list;
}

function unfinished(engine) {
  const games = store.games().filter((one) => !one.over && engine.game(one.game));
  if (!games.length) return null;
  return h('section', { class: 'kept', 'aria-label': t('Go on') }, h('h2', {}, t('Go on')),
    h('ul', {}, games.slice(0, 5).map((one) => h('li', {},
      h('a', { href: `#/play/${one.id}` }, h('strong', {}, t(engine.game(one.game).title)), h('span', {}, (one.names ?? []).join(', '))),
      iconButton('close', t('Forget this game'), (event) => {
        store.dropGame(one.id);
        event.currentTarget.closest('li').remove();
      })))));
}

/** The tables on the server one sits at; filled in when the server answers. */
function online(net, engine) {
  const list = h('ul', {});
  const own = h('section', { class: 'kept', 'aria-label': t('Your tables'), hidden: true }, h('h2', {}, t('Your tables')), list);
  net.mine().then((tables) => {
    const open = tables.filter((one) => one.phase !== 'over');
    own.hidden = !open.length;
    for (const one of open.slice(0, 5)) {
      list.append(h('li', {}, h('a', { href: `#/table/${one.table}` }, h('strong', {}, t(engine.game(one.game)?.title ?? one.game)),
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

/** The start screen. */
export function startScreen({ engine, net, go }) {
  return h('div', { class: 'page start' },
    h('header', { class: 'hero' },
      h('div', { class: 'brand' }, h('img', { src: '/icon.svg', alt: '', width: 44, height: 44 }), h('h1', {}, 'Penna')),
      h('nav', { 'aria-label': t('Main') }, h('a', { class: 'icon-button', href: '#/settings', 'aria-label': t('Settings'), title: t('Settings') }, icon('gear')))),
    h('main', { id: 'main', tabindex: '-1' },
      h('p', { class: 'lead' }, t('Roll, choose, write. Pick a game.')),
      unfinished(engine),
      withServer(net, () => online(net, engine)),
      gameList(engine),
      withServer(net, () => joinForm(go))),
    h('footer', {}, t('Game names are trademarks of their publishers; Penna is unaffiliated.')));
}
