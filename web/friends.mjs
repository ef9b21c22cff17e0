// friends.mjs: the people at a table: their colours, who is host and what he may do, gestures, the invitation to play again, a word of
// those who run the server. The lobby and the table screen mount it with a line each; it knows of them only where a seat is shown
// (data-seat) and the head.

import { h, s, button, icon, iconButton } from './dom.mjs';
import { t, N_ } from './i18n.mjs';
import { announce } from './voice.mjs';
import * as store from './store.mjs';
import { bringStyle } from './style.mjs';

const SHOWN = 2000; // milliseconds that a gesture is seen
const PICTURE = 44;  // pixels across

bringStyle('friends.css');

// ---- Gestures -------------------------------------------------------------------------------------------

const FACE = ['gold', 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z'];

/** By their names in the protocol: what they say, and how they are drawn, on a square of 24. */
const PICTURES = {
  bravo: [N_('Well done!'), ['gold', 'M12 1.6l3.1 6.8 7.4.8-5.5 5 1.6 7.3L12 17.8l-6.6 3.7L7 14.2l-5.5-5 7.4-.8z']],
  laugh: [N_('Ha ha!'), FACE, ['line', 'M6.5 10l1.7-2 1.7 2M14 10l1.7-2 1.7 2'], ['dark', 'M6.5 13h11a5.5 5.5 0 0 1-11 0z']],
  wow: [N_('Wow!'), FACE, ['line', 'M8 8.5v1.2M16 8.5v1.2'], ['dark', 'M12 12.5a2.6 3.2 0 1 0 0 6.4 2.6 3.2 0 0 0 0-6.4z']],
  sad: [N_('Oh no!'), FACE, ['line', 'M8 9v1.2M16 9v1.2M8 17.3a4.6 4.6 0 0 1 8 0'], ['blue', 'M16.6 11.6c1.6 2.2 1.6 3.8 0 3.8s-1.6-1.6 0-3.8z']],
  hurry: [N_('Hurry up!'), ['glass', 'M6.5 2.5h11c0 5-3 7-5 9.5 2 2.5 5 4.5 5 9.5h-11c0-5 3-7 5-9.5-2-2.5-5-4.5-5-9.5z'], ['gold', 'M8.6 6.5h6.8L12 11zM8 20.5c.5-3 4-3.5 4-5.5 0 2 3.5 2.5 4 5.5z'], ['line', 'M5 2.5h14M5 21.5h14']],
  luck: [N_('Good luck!'), ['line', 'M12 10c0 5 1 9 4 12'], ['leaf', 'M5.7 6.5a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0zM11.7 6.5a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0zM5.7 12.5a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0zM11.7 12.5a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0z']],
};

function drawn(name) {
  return s('svg', { class: 'gesture', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, PICTURES[name].slice(1).map(([kind, d]) => s('path', { class: kind, d })));
}

/** A button in the head of a screen that opens the six pictures. */
function gestures(layer, session) {
  const close = (focus) => {
    tray.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    if (focus) opener.focus();
  };
  const show = (name) => {
    session.react(name);
    close(true);
  };
  const tray = h('div', { class: 'gestures', role: 'region', 'aria-label': t('Show the others a picture'), hidden: true, onkeydown: ({ key }) => { if (key === 'Escape') close(true); } },
    Object.entries(PICTURES).map(([name, [words]]) => button(drawn(name), () => show(name), { 'aria-label': t(words), title: t(words), 'data-picture': name })));
  const opener = button(drawn('laugh'), () => {
    tray.hidden = !tray.hidden;
    opener.setAttribute('aria-expanded', String(!tray.hidden));
    if (!tray.hidden) tray.firstChild.focus();
  }, { class: 'icon-button gesture-button', 'aria-label': t('Show the others a picture'), title: t('Show the others a picture'), 'aria-expanded': 'false' });
  layer.append(tray);
  return opener;
}

/** Where words, numbers and what can be tapped stand on a screen. */
function occupied(node) {
  const words = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), range = document.createRange(), out = [];
  while (words.nextNode()) {
    range.selectNodeContents(words.currentNode);
    if (words.currentNode.data.trim()) out.push(...range.getClientRects());
  }
  for (const one of node.querySelectorAll('button, .box.possible')) if (!one.matches('.other, .latest')) out.push(one.getBoundingClientRect());
  return out.filter((one) => one.width > 1 && one.height > 1);
}

/** The place nearest to a point where a picture covers no words; the least bad one, if there is none. */
function freePlace(node, x, y) {
  const busy = occupied(node), half = PICTURE / 2, step = 8;
  let best = null, least = Infinity;
  for (let cy = half + 2; cy <= innerHeight - half - 2; cy += step) {
    for (let cx = half + 2; cx <= innerWidth - half - 2; cx += step) {
      const over = (one) => Math.max(0, Math.min(one.right, cx + half) - Math.max(one.left, cx - half)) * Math.max(0, Math.min(one.bottom, cy + half) - Math.max(one.top, cy - half));
      const bad = Math.hypot(cx - x, cy - y) + 100 * busy.reduce((sum, one) => sum + over(one), 0);
      if (bad < least) [best, least] = [[cx, cy], bad];
    }
  }
  return best ?? [x, y];
}

/** A gesture stands beside the name of its seat for a moment, in that seat's colour, and is said. */
function showGesture(layer, node, session, { seat, picture }) {
  if (!node.isConnected || !store.settings().reactions || !PICTURES[picture]) return;
  const place = [...node.querySelectorAll(`[data-seat="${seat}"]`)].find((one) => one.getClientRects().length) ?? node;
  const { left, top, width, height } = place.getBoundingClientRect();
  const bubble = h('span', { class: 'bubble', 'data-from': seat, 'data-seat': seat }, drawn(picture));
  const [x, y] = freePlace(node, left + width / 2, top + Math.min(height / 2, 22));
  bubble.style.setProperty('--x', `${x}px`);
  bubble.style.setProperty('--y', `${y}px`);
  layer.append(bubble);
  setTimeout(() => bubble.remove(), SHOWN);
  announce(`${session.people[seat]?.name ?? ''}: ${t(PICTURES[picture][0])}`);
}

// ---- The invitation to play again -----------------------------------------------------------------------

/** Somebody wants to play again: everybody else is asked, once, with one tap to come along. */
function invitation(layer, session, go) {
  const { again, again_by: by, you, seats } = session.view;
  if (!again || layer.querySelector('.invite') || layer.dataset.answered || you.includes(by)) return;
  const text = t('{0} wants to play again.', seats[by]?.name ?? t('Somebody'));
  const answer = (act) => () => {
    layer.dataset.answered = 'yes';
    layer.querySelector('.invite').remove();
    act();
  };
  layer.append(h('section', { class: 'invite', 'aria-label': t('Invitation') }, h('p', {}, text),
    you.length ? button([icon('play'), t('Join in')], answer(() => session.playAgain(go)), { class: 'confirm' })
      : button([icon('play'), t('Watch')], answer(() => go(`#/table/${again}`)), { class: 'confirm' }),
    button(t('Not now'), answer(() => {}), { class: 'quiet' })));
  announce(text);
}

// ---- A word of those who run the server -----------------------------------------------------------------

/** Stands at the top of the screen until it is put away; a newer one takes its place. */
function showNotice(layer, node, session) {
  layer.querySelector('.notice')?.remove();
  if (!session.notice) return;
  layer.append(h('section', { class: 'notice', 'aria-label': t('Message from the server') }, h('p', {}, session.notice), iconButton('close', t('Close'), () => {
    session.notice = '';
    layer.querySelector('.notice').remove();
    node.querySelector('#main').focus({ preventScroll: true });
  })));
  announce(session.notice);
}

/** Puts what friends need on a screen: {session, node, go}, its head being `.top`. Sessions without a server have none of it. */
export function friendsAt({ session, node, go }) {
  if (!session.react) return;
  for (const old of node.querySelectorAll(':scope > .friends, .top .gesture-button')) old.remove(); // of another session
  const layer = h('div', { class: 'friends' });
  node.classList.add('company'); // whose people have colours
  node.append(layer);
  if (session.humans.length && session.company && store.settings().reactions) node.querySelector('.top').append(gestures(layer, session));
  session.addEventListener('react', ({ detail }) => showGesture(layer, node, session, detail));
  session.addEventListener('view', () => { if (node.isConnected) invitation(layer, session, go); });
  session.addEventListener('notice', () => { if (layer.isConnected) showNotice(layer, node, session); });
  showNotice(layer, node, session);
  invitation(layer, session, go);
}

// ---- Who is who -----------------------------------------------------------------------------------------

/** A name for somebody whose name is taken at this table. */
export function anotherName(name, seats) {
  const taken = new Set(seats.map((one) => one.name?.toLowerCase()));
  for (let n = 2; ; n++) if (!taken.has(`${name} ${n}`.toLowerCase())) return `${name} ${n}`;
}

// ---- The host -------------------------------------------------------------------------------------------

/** True if whoever looks may start: the host, or anybody who sits there while he is away. A server of before asks nobody. */
export function mayStart({ view }) {
  return view.host === undefined || view.host === null || view.hosting || !view.seats[view.host].here;
}

/** What stands beside a name in the list of those who wait: who is host, and what the host may do about the others. */
export function seatMarks(session, seat) {
  const { view } = session, one = view.seats[seat], others = view.hosting && one.kind !== 'open' && !view.you.includes(seat);
  return [
    view.host === seat && h('em', { class: 'host' }, t('host')),
    others && one.kind === 'human' && button(t('Make host'), () => session.act({ type: 'host', seat }), { class: 'quiet small', 'aria-label': t('Make {0} the host', one.name) }),
    others && button(t('Free the seat'), () => session.act({ type: 'free', seat, name: one.name }), { class: 'quiet small', 'aria-label': t('Free the seat of {0}', one.name) }),
  ];
}

/** What the host may do about the table, and what the others are told of him. */
export function hostPanel(session) {
  const { view } = session, host = view.seats[view.host];
  if (!host || !view.you.length) return null;
  if (view.hosting) {
    return h('div', { class: 'host-panel' }, view.shut && h('p', { class: 'aside' }, t('The table is closed: nobody else can sit down.')),
      button(view.shut ? t('Let others in again') : t('Let nobody else in'), () => session.act({ type: 'shut', yes: !view.shut }), { class: 'quiet shut' }));
  }
  return h('div', { class: 'host-panel' },
    h('p', { class: 'aside' }, host.here ? t('{0} is the host and starts the game.', host.name) : t('{0} is the host, and away.', host.name)),
    !host.here && button(t('Become the host'), () => session.act({ type: 'host', seat: view.you[0] }), { class: 'quiet' }));
}

/** For those who watch a table that waits: that they do, and whether they can sit down. */
export function watching({ view }, sitDown) {
  const open = view.seats.some((one) => one.kind === 'open') && !view.shut;
  return [h('p', { class: 'watching', role: 'status' }, t('You are watching.'), ' ', open ? t('There is a free seat.') : view.shut ? t('The table is closed: nobody else can sit down.') : ''),
    open && button(t('Sit down'), sitDown, { class: 'confirm' })];
}
