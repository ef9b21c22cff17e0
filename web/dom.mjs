// dom.mjs: making elements. No style attributes: the page runs under a strict content security policy.

const SVG = 'http://www.w3.org/2000/svg';

/** Sets attributes, properties and listeners (onclick …) of an element; null and false are left out. */
function dress(node, props) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'value' || key === 'checked' || key === 'disabled' || key === 'selected') node[key] = value;
    else node.setAttribute(key, value === true ? '' : String(value));
  }
}

function fill(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/** An HTML element: h('p', {class: 'x'}, 'text', child). */
export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  dress(node, props);
  return fill(node, children);
}

/** An SVG element, likewise. */
export function s(tag, props, ...children) {
  const node = document.createElementNS(SVG, tag);
  dress(node, props);
  return fill(node, children);
}

/** Replaces what is in an element. */
export function put(node, ...children) {
  node.replaceChildren();
  return fill(node, children);
}

/** Waits until the browser has shown what there is and taken what was tapped. Who has much to draw asks for it between the
 *  pieces, so that a slow phone can be used meanwhile. */
export const breathe = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** The same; but a page that is hidden shows nothing, and goes on all the same. */
export const painted = () => Promise.race([breathe(), new Promise((resolve) => setTimeout(resolve, 250))]);

/** The address of a part of this page or its server, wherever they lie: below a path, too. */
export const at = (path) => new URL(path, import.meta.url).href;

/** A button with a name for everyone. */
export function button(label, onclick, props) {
  return h('button', { type: 'button', onclick, ...props }, label);
}

/** Icons: one path each, on a square of 24. */
const ICONS = {
  back: 'M15 5l-7 7 7 7',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10c1 1 1 2 1 2h6s0-1 1-2a6 6 0 0 0-4-10z',
  gear: 'M10 5L10.4 2.5L13.6 2.5L14 5L15.5 5.6L17.6 4.2L19.8 6.4L18.4 8.5L19 10L21.5 10.4L21.5 13.6L19 14L18.4 15.5L19.8 17.6L17.6 19.8L15.5 18.4L14 19L13.6 21.5L10.4 21.5L10 19L8.5 18.4L6.4 19.8L4.2 17.6L5.6 15.5L5 14L2.5 13.6L2.5 10.4L5 10L5.6 8.5L4.2 6.4L6.4 4.2L8.5 5.6zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  book: 'M12 6C10 4 6 4 3 5v14c3-1 7-1 9 1 2-2 6-2 9-1V5c-3-1-7-1-9 1zM12 6v14',
  close: 'M6 6l12 12M18 6L6 18',
  tick: 'M5 13l4 4L19 7',
  dots: 'M6 12h.01M12 12h.01M18 12h.01',
  share: 'M12 15V4M8 7l4-4 4 4M5 12v8h14v-8',
  save: 'M12 4v11M8 12l4 4 4-4M5 20h14',
  play: 'M8 5l11 7-11 7z',
  chart: 'M4 19h17M5 15l5-5 4 3 6-8',
  sliders: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5',
  people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.3 3.3 0 0 1 0 6.2M17.5 14.3c2.3.7 3.5 2.6 3.5 5.7',
  dice: 'M4 9l8-5 8 5v7l-8 5-8-5zM4 9l8 4 8-4M12 13v8M12 8.5h.01M8 15.5h.01M16 15.5h.01',
  phone: 'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2',
  list: 'M8 6h13M8 12h13M8 18h13M3.5 6h.01M3.5 12h.01M3.5 18h.01',
};

/** An icon that screen readers skip: one of the above, or a path of one's own. */
export function icon(name) {
  return s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] ?? name }));
}

/** A button that shows only an icon. */
export function iconButton(name, label, onclick, props) {
  return h('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...props }, icon(name));
}

/** All in a dialog that can have the focus, in order. */
const focusable = (box) => [...box.querySelectorAll('a[href], button:not(:disabled), input, select, summary, [tabindex="0"]')].filter((one) => one.getClientRects().length);

/** The focus goes round within a dialog. */
function goRound(box, event) {
  if (event.key !== 'Tab') return;
  const all = focusable(box), last = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== last && box.contains(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}

const dialogs = [];        // those that are open, the topmost last
const covered = new Set(); // what they hide from screen readers

/** Only the topmost dialog is there for a screen reader, and what is said. */
function cover() {
  const top = dialogs.at(-1);
  for (const node of covered) node.removeAttribute('aria-hidden');
  covered.clear();
  for (const node of top ? document.body.children : []) {
    if (node === top || node.id === 'live' || node.hasAttribute('aria-hidden')) continue;
    node.setAttribute('aria-hidden', 'true');
    covered.add(node);
  }
}

/** What gets the focus below a dialog, in whatever way, gives it back. */
function giveBack({ target }) {
  const top = dialogs.at(-1);
  if (top && !top.contains(target)) focusable(top)[0]?.focus({ preventScroll: true });
}

/** Shows a dialog with a heading and a way out; returns it. Esc, Back on a phone, a tap outside and going elsewhere close it. What lies below is covered by a veil, hidden from screen readers,
 *  and cannot keep the focus; made inert by the browser (showModal, inert), every element of it would be styled anew, twice, and the tap that opens a menu would wait for that. */
export function dialog(title, content, closeLabel) {
  const close = () => box.close(), veil = h('div', { class: 'veil', onclick: close }), watch = globalThis.CloseWatcher && new globalThis.CloseWatcher();
  const keys = (event) => dialogs.at(-1) === box && (event.key === 'Escape' ? close() : goRound(box, event));
  const box = h('dialog', { 'aria-label': title, 'aria-modal': 'true' },
    h('div', { class: 'dialog-head' }, h('h2', {}, title), iconButton('close', closeLabel, close)),
    h('div', { class: 'dialog-body' }, content));
  box.close = () => { // what lies below is there again before the focus goes back to it
    if (dialogs.includes(box)) dialogs.splice(dialogs.indexOf(box), 1);
    cover();
    HTMLDialogElement.prototype.close.call(box);
  };
  box.addEventListener('close', () => {
    veil.remove();
    box.remove();
    watch?.destroy();
    removeEventListener('hashchange', close);
    removeEventListener('keydown', keys, true);
  });
  addEventListener('hashchange', close); // it belongs to the screen below
  addEventListener('keydown', keys, true);
  addEventListener('focusin', giveBack); // once, however often it is said
  if (watch) watch.onclose = close;
  document.body.append(veil, box);
  dialogs.push(box);
  box.show();
  cover();
  return box;
}
