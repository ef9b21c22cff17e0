// moving.mjs: moving house, as people meet it: all games into a file, out of one, and to a second device by a QR code. What happens is carry.mjs's.

import './after.mjs';
import { h, at, put, button, icon, iconButton, s } from './dom.mjs';
import { t } from './i18n.mjs';
import * as carry from './carry.mjs';
import { bringStyle } from './style.mjs';
import { download, offer } from './share.mjs';

const LOOPBACK = /^(localhost|127\.|\[::1\])/;
const fileName = () => `penna-games-${new Date().toISOString().slice(0, 10)}.jsonl.gz`;

/** What came of an import, in words. */
const told = (count) => [count.new === 1 ? t('One game was added.') : t('{0} games were added.', count.new), count.joined > 0 && t('More is known now of {0}.', count.joined), count.same > 0 && t('{0} were here already.', count.same)].filter(Boolean).join(' ');

/** A place where something is at work: run(work) shows how far it is, and what came of it or what is wrong. */
function bench() {
  const node = h('div', { role: 'status' }), wrong = h('p', { class: 'error', role: 'alert' });
  const run = async (work) => {
    const bar = h('progress', { max: 1, value: 0, 'aria-label': t('Progress') });
    put(node, bar);
    wrong.textContent = '';
    try {
      put(node, await work((share) => { bar.value = share; }));
    } catch (error) {
      put(node);
      wrong.textContent = error.name === 'QuotaExceededError' ? t('There is no room left on this device. Nothing was changed.') : error.message;
    }
  };
  return { parts: [node, wrong], run };
}

/** A QR code, drawn here: the server must not see what is in it. */
async function picture(url) {
  const { qr } = await import('./qr.mjs'), rows = qr(url), size = rows.length;
  return s('svg', { class: 'qr-code', viewBox: `-2 -2 ${size + 4} ${size + 4}`, role: 'img', 'aria-label': t('QR code for the other device'), 'shape-rendering': 'crispEdges' },
    s('path', { d: rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('') }));
}

function toFile(count) {
  const { parts, run } = bench();
  return h('section', {}, h('h2', {}, t('Into a file')), h('p', {}, t('All your games, with what is known of them, in one file: to keep, or to take with you. No network is needed.')),
    button([icon('save'), t('Save the file')], () => run(async (progress) => { download(fileName(), await carry.pack(progress)); return t('{0} games are in the file.', count); }), { class: 'confirm to-file' }), parts);
}

function fromFile(engine) {
  const { parts, run } = bench();
  const field = h('input', { type: 'file', id: 'games-file', accept: '.gz,.jsonl,application/gzip', onchange: () => {
    if (field.files[0]) run(async (progress) => told(await carry.take(field.files[0], engine, progress))).then(() => { field.value = ''; });
  } });
  return h('section', {}, h('h2', {}, t('Out of a file')), h('p', {}, t('What is in the file is added to what is here: nothing is lost, nothing is there twice.')),
    h('div', { class: 'field' }, h('label', { for: 'games-file' }, t('A file of games')), field), parts);
}

/** Only where a server is, and where the browser seals. */
function toDevice(net) {
  const { parts, run } = bench();
  const give = () => run(async (progress) => {
    const { route, seconds } = await carry.send(progress), base = LOOPBACK.test(location.hostname) && net.info?.url ? `${net.info.url}/` : at('./'), url = `${base}${route}`;
    return [await picture(url), h('p', {}, t('Point the camera of the other device at this, or send it the link. It works once, for {0} minutes.', Math.round(seconds / 60))), h('p', { class: 'link' }, url),
      button([icon('share'), t('Share the link')], (event) => offer({ title: 'Penna', url }, event.currentTarget), { class: 'quiet' })];
  });
  const why = !net.there ? t('For this the page must come from a server that answers. A file always works.') : !carry.canSeal() ? t('For this the page must come over a safe connection (https), so that the browser can seal your games. A file always works.') : '';
  return h('section', {}, h('h2', {}, t('To another device')), h('p', {}, t('Your games are sealed here before they leave. The key is in the QR code and nowhere else: the server cannot look inside, and forgets them when they are taken.')),
    why ? h('p', { class: 'aside' }, why) : button([icon('phone'), t('Show the QR code')], give, { class: 'confirm to-device' }), parts);
}

/** The leaf of my games on which one moves house. */
export function movingLeaf({ engine, net }, entries) {
  return h('div', { class: 'moving' }, toDevice(net), toFile(entries.filter((one) => !one.deleted).length), fromFile(engine));
}

/** The screen behind the QR code: the games of the other device come here, when that is said. What was taken and cannot be kept can still be saved. */
export async function takeScreen({ engine, go }, ticket) {
  await bringStyle('games.css');
  const { parts, run } = bench();
  let came = null;
  const rescue = h('div', {});
  const act = button([icon('save'), t('Bring them here')], () => {
    act.disabled = true;
    return run(async (progress) => {
      came ??= await carry.receive(ticket);
      put(rescue, button([icon('save'), t('Save the file')], () => download(fileName(), came), { class: 'quiet' }));
      const words = told(await carry.take(came, engine, progress));
      history.replaceState(null, '', '#/games'); // the link has done its work
      put(rescue, h('a', { class: 'confirm', href: '#/games' }, t('To my games')));
      act.remove();
      return words;
    }).then(() => { act.disabled = false; });
  }, { class: 'confirm take' });
  return h('div', { class: 'page narrow' }, h('header', { class: 'top' }, iconButton('back', t('Back'), () => go('#/')), h('h1', {}, t('Games from another device'))),
    h('main', { id: 'main', tabindex: '-1', class: 'taking' }, h('p', { class: 'lead' }, t('Another device wants to hand its games over. They are added to those here: nothing is lost, nothing is there twice.')), act, parts, rescue));
}
