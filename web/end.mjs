// end.mjs: the end of a game: who won and why, one's best score, the best move and the dearest mistake (found in the background,
// shown when they are there), playing again, a picture to share, the replay and the analysis.

import './after.mjs';
import { h, s, painted, put, button, icon } from './dom.mjs';
import { FULL } from './engine.mjs';
import { t, N_, capital, decimal, minus, percent, phrases } from './i18n.mjs';
import { shareRecord, sharePicture, download, pack } from './share.mjs';
import * as store from './store.mjs';

const CALM = 1200; // milliseconds after the end in which nothing is worked out: the end is looked at first

const isYou = (session, seat) => session.local && session.people[seat].name === t('You');

/** "You", beside a name in a list, where there is somebody else to be told apart from. */
function youMark(session, seat) {
  const alone = session.humans.length === 1 && session.humans[0] === seat && session.people.length > 1 && session.people[seat].name !== t('You');
  return alone && h('em', { class: 'you' }, t('You'));
}

/** Seats by their place. */
export const placed = (p) => p.sheets.map((_, seat) => seat).sort((a, b) => p.sheets[a].rank - p.sheets[b].rank || a - b);

/** "Ann wins by 7 points.", "A shared win: Ann, Ben.", or the points of someone alone. */
export function verdict(session, p, order) {
  const winners = order.filter((seat) => p.sheets[seat].rank === 1), names = winners.map((seat) => session.people[seat].name);
  if (p.seats === 1) return t('{0} points.', minus(p.sheets[0].points));
  if (winners.length > 1) return t('A shared win: {0}.', names.join(', '));
  const margin = p.sheets[order[0]].points - p.sheets[order[1]].points;
  if (isYou(session, winners[0])) return margin === 1 ? t('You win by one point.') : t('You win by {0} points.', margin);
  return margin === 1 ? t('{0} wins by one point.', names[0]) : t('{0} wins by {1} points.', names[0], margin);
}

/** Why: the part of the score in which the winner was furthest ahead of the next, and the one in which the next was. */
function reason(session, p, order) {
  if (order.length < 2) return '';
  const [first, second] = order.map((seat) => p.sheets[seat].parts), part = (i) => t(session.game.parts[i]);
  const ahead = (a, b) => a.reduce((best, value, i) => (value - b[i] > (best < 0 ? 0 : a[best] - b[best]) ? i : best), -1);
  const won = ahead(first, second), lost = ahead(second, first), out = [];
  if (won >= 0) out.push(t('What decided it: {0}, {1} against {2}.', part(won), minus(first[won]), minus(second[won])));
  if (won >= 0 && lost >= 0) {
    const name = session.people[order[1]].name, points = [minus(second[lost]), minus(first[lost])];
    out.push(isYou(session, order[1]) ? t('You had more here: {0}, {1} against {2}.', part(lost), ...points) : t('{0} had more here: {1}, {2} against {3}.', name, part(lost), ...points));
  }
  return out.join(' ');
}

/** Who came in where, with a bar as long as the points are many. */
function ranking(session, p, order) {
  const most = Math.max(1, ...p.sheets.map((sheet) => sheet.points));
  const row = (seat) => {
    const { rank, points } = p.sheets[seat], bar = h('span', { class: 'bar-of-points' });
    bar.style.inlineSize = `${Math.max(0, (100 * points) / most)}%`;
    return h('tr', { class: rank === 1 ? 'first' : '', 'data-seat': seat }, h('td', { class: 'rank' }, `${rank}.`),
      h('th', { scope: 'row' }, bar, h('span', { class: 'who' }, session.people[seat].name), youMark(session, seat)), h('td', { class: 'figure sum' }, minus(points)));
  };
  return h('table', { class: 'ranking podium', 'aria-label': t('Ranking') }, h('tbody', {}, order.map(row)));
}

/** Where the points came from: a line for each part, a column for each player, so that it fits the narrowest phone. */
function breakdown(session, p, order) {
  const parts = session.game.parts.map((id, i) => h('tr', {}, h('th', { scope: 'row' }, t(id)), order.map((seat) => h('td', { class: 'figure' }, minus(p.sheets[seat].parts[i])))));
  return h('details', { class: 'breakdown', open: matchMedia('(min-width: 1000px) and (min-height: 561px)').matches }, // where there is room beside the sheets
    h('summary', {}, t('Where the points came from')),
    h('table', {}, h('thead', {}, h('tr', {}, h('td', {}), order.map((seat) => h('th', { scope: 'col', title: session.people[seat].name }, session.people[seat].name)))),
      h('tbody', {}, parts, h('tr', { class: 'total' }, h('th', { scope: 'row' }, t('total')), order.map((seat) => h('td', { class: 'figure sum' }, minus(p.sheets[seat].points)))))));
}

/** One's best score so far, if one person plays here. */
function bestScore(session, p) {
  if (session.humans.length !== 1 || session.id === 'trial') return '';
  const { points } = p.sheets[session.humans[0]], before = store.keepScore(session.game.name, session.id, points);
  if (!before) return '';
  return points > before.points ? t('A new best score: {0} (before: {1}).', minus(points), minus(before.points)) : t('Your best score: {0}.', minus(before.points));
}

/** Says so if the game could not be kept (session.mjs). */
function keptWords(session) {
  const words = { waiting: N_('The game could not be put among your games: there is no room on this device. It stays noted down, and comes in when there is.'),
    lost: N_('This browser keeps nothing: save the game if you want to have it.') };
  const place = h('p', { class: 'error kept-words', role: 'alert' });
  session.finished?.then((what) => { if (words[what]) place.textContent = t(words[what]); });
  return place;
}

/** The best move and the dearest mistake of whoever plays here, put into `place` once they are known. */
async function tellMoments(session, record, place, go) {
  const [{ analyse, leave }, { bestMove, dearest }] = await Promise.all([import('./advice.mjs'), import('./moments.mjs')]);
  const items = [], seats = session.humans, far = place.querySelector('.aside'), begun = far.textContent;
  const came = ({ item, done, total }) => {
    items.push(item);
    far.textContent = `${begun} ${percent(done / total)}`;
  };
  if (!place.isConnected) return;
  addEventListener('hashchange', () => leave(came), { once: true });
  const done = await analyse(session.game, record, 'quick', came).catch(() => null); // where it cannot be had, nothing is missing
  if (!place.isConnected) return;
  if (!done) {
    put(place);
    return;
  }
  place.removeAttribute('aria-busy'); // and now it is said
  const match = session.engine.open(record, false);
  const win = session.people.length > 1, loss = (x) => (win ? percent(x, { digits: x < 0.1 ? 1 : 0 }) : decimal(x));
  const words = (item, token) => phrases(match.position(FULL, item.seat, item.node).moves.find((one) => one.token === token).say);
  const card = (name, title, item, ...more) => h('button', { type: 'button', class: `told ${name}`, onclick: async () => go(`#/game/${await pack(record)}/${item.node}`) },
    h('strong', {}, title), h('span', { class: 'aside' }, `${t('turn {0}', match.position(FULL, -1, item.node).turn + 1)}${seats.length > 1 ? ` · ${session.people[item.seat].name}` : ''}`),
    h('span', {}, capital(words(item, item.played)), '.'), more);
  const good = bestMove(items, seats), bad = dearest(items, seats), next = !good && bad && dearest(items.filter((item) => item !== bad), seats); // so that no place stays empty
  const mistake = (title, item) => card('bad', title, item, h('span', { class: 'aside' },
    win ? t('It lowered the chance to win by {0}. Better: {1}.', loss(item.loss), words(item, item.moves[0].move)) : t('It cost {0} points. Better: {1}.', loss(item.loss), words(item, item.moves[0].move))));
  put(place,
    good && card('good', t('Best move'), good, h('span', { class: 'aside' },
      win ? t('Any other move would have lowered the chance to win by at least {0}.', loss(good.moves[1].loss)) : t('Any other move would have cost at least {0} points.', loss(good.moves[1].loss)))),
    bad ? [mistake(t('Costliest mistake'), bad), next && mistake(t('Second-costliest mistake'), next)]
      : h('p', { class: 'told good' }, h('strong', {}, t('No mistakes')), h('span', {}, t('There was nothing to do better.'))),
    bad && h('a', { class: 'quiet practise', href: `#/puzzles/${session.game.name}` }, icon('hint'), t('Practise your mistakes')));
  match.close();
}

/** Whoever won here has it underlined by the pen. */
function flourish(session, p) {
  return p.seats > 1 && session.humans.some((seat) => p.sheets[seat].rank === 1)
    && s('svg', { class: 'flourish', viewBox: '0 0 240 18', 'aria-hidden': 'true' }, s('path', { class: 'wet', pathLength: '1', d: 'M4 13C50 2 96 4 140 8S212 14 234 5C205 6 172 9 150 15' }));
}

/** What stands before the sheets once the game is over, put into `place` in parts, each in a frame of its own. */
export async function showEnd(place, session, p, go) {
  const order = placed(p), record = session.match.record(FULL), title = t(session.game.title);
  const name = `${session.game.name}-${new Date().toISOString().slice(0, 10)}`;
  const looked = !session.blind && session.humans.length > 0 && session.id !== 'trial';
  const moments = h('div', { class: 'told-list', 'aria-live': 'polite', 'aria-busy': String(looked) }, looked && [h('p', { class: 'told awaited' }, h('strong', {}, t('Best move')), h('span', { class: 'aside' }, t('Going through your moves …'))),
    h('p', { class: 'told awaited' }, h('strong', {}, t('Costliest mistake')), h('span', { class: 'aside' }, '…'))]);
  const words = [verdict(session, p, order), reason(session, p, order)];
  const more = (one) => button([icon(one.icon), one.label], (event) => { event.currentTarget.lastChild.textContent = one.act(go); }, { class: `quiet ${one.name}` });
  const picture = async ({ currentTarget }) => {
    const { poster } = await import('./poster.mjs');
    await sharePicture(await poster(session, p, order, { title, verdict: words[0] }), `${name}.png`, title, currentTarget);
  };
  if (looked) setTimeout(() => tellMoments(session, record, moments, go), CALM);
  const parts = [() => [h('h2', { class: 'verdict' }, words[0], flourish(session, p)), h('p', { class: 'decided' }, words[1]), ranking(session, p, order), h('p', { class: 'best-score' }, bestScore(session, p)), keptWords(session)],
    () => h('div', { class: 'end-actions' },
      session.resultRoute && button([icon('chart'), t('Today’s dice')], () => go(session.resultRoute), { class: 'confirm' }),
      session.mayPlayAgain && button([icon('play'), t('Play again')], () => session.playAgain(go), { class: 'confirm' }),
      button([icon('share'), t('A picture to share')], picture, { class: 'quiet share-picture' }),
      button([icon('undo'), t('Replay')], async () => go(session.replayRoute || `#/game/${await pack(record)}`), { class: 'quiet' }),
      !session.blind && button([icon('chart'), t('Analyse')], async () => go(`#/analysis/${await pack(record)}`), { class: 'quiet' })),
    () => [moments, breakdown(session, p, order)],
    () => h('div', { class: 'end-actions end-more' },
      button([icon('save'), t('Save the game')], () => download(`${name}.txt`, record), { class: 'quiet' }),
      button([icon('share'), t('Share the replay')], (event) => shareRecord(record, title, event.currentTarget), { class: 'quiet' }),
      session.endActions().map(more))];
  const panel = h('div', { class: 'end' });
  put(place, panel);
  for (const part of parts) {
    panel.append(...[part()].flat());
    await painted();
    if (!panel.isConnected) return;
  }
}
