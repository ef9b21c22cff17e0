// end.mjs: the end of a game: ranking, what decided it, playing again, the record, and its replay.

import { h, button, icon } from './dom.mjs';
import { FULL } from './engine.mjs';
import { youMark } from './friends.mjs';
import { t, minus } from './i18n.mjs';
import { shareRecord, download, pack } from './share.mjs';

/** The parts in which the first is furthest ahead of the second. */
function decided(session, p, order) {
  if (order.length < 2) return '';
  const [first, second] = order, margin = p.sheets[first].points - p.sheets[second].points;
  if (margin === 0) return t('Equal points: the win is shared.');
  const gaps = session.game.parts.map((id, i) => ({ id, gap: p.sheets[first].parts[i] - p.sheets[second].parts[i] }));
  const most = gaps.reduce((best, one) => (one.gap > best.gap ? one : best));
  return t('{0} points ahead; most of it came from “{1}” ({2}).', margin, t(most.id), `+${most.gap}`);
}

/** "Ann wins.", "A shared win: Ann, Ben.", or the points of someone alone. */
function verdict(session, p) {
  const winners = p.sheets.flatMap((sheet, seat) => (sheet.rank === 1 ? [session.people[seat].name] : []));
  if (p.seats === 1) return t('{0} points.', minus(p.sheets[0].points));
  if (winners.length > 1) return t('A shared win: {0}.', winners.join(', '));
  return session.local && winners[0] === t('You') ? t('You win.') : t('{0} wins.', winners[0]);
}

/** What stands below the sheets once the game is over. */
export function endPanel(session, p, go) {
  const order = p.sheets.map((_, seat) => seat).sort((a, b) => p.sheets[a].rank - p.sheets[b].rank || a - b);
  const row = (seat) => h('tr', { 'data-seat': seat }, h('td', {}, `${p.sheets[seat].rank}.`),
    h('th', { scope: 'row' }, h('span', { class: 'name' }, session.people[seat].name), youMark(session, seat)),
    h('td', { class: 'figure sum' }, minus(p.sheets[seat].points)),
    p.sheets[seat].parts.map((value) => h('td', { class: 'figure' }, minus(value))));
  const record = session.match.record(FULL);
  const name = `${session.game.name}-${new Date().toISOString().slice(0, 10)}.txt`;
  const more = (one) => button([icon(one.icon), one.label], (event) => { event.currentTarget.lastChild.textContent = one.act(go); }, { class: `quiet ${one.name}` });
  return h('div', { class: 'end' },
    h('h2', { class: 'verdict' }, verdict(session, p)),
    h('p', { class: 'decided' }, decided(session, p, order)),
    h('div', { class: 'ranking', tabindex: '0', role: 'region', 'aria-label': t('Ranking') },
      h('table', {}, h('thead', {}, h('tr', {}, h('td', {}), h('td', {}),
        h('th', { scope: 'col' }, t('total')), session.game.parts.map((id) => h('th', { scope: 'col' }, t(id))))),
      h('tbody', {}, order.map(row)))),
    h('div', { class: 'end-actions' },
      button([icon('play'), t('Play again')], () => session.playAgain(go), { class: 'confirm' }),
      !session.blind && button([icon('chart'), t('Analyse')], async () => go(`#/analysis/${await pack(record)}`), { class: 'quiet' }),
      button([icon('undo'), t('Replay')], async () => go(session.replayRoute || `#/game/${await pack(record)}`), { class: 'quiet' }),
      button([icon('save'), t('Download the record')], () => download(name, record), { class: 'quiet' }),
      button([icon('share'), t('Share the replay')], (event) => shareRecord(record, t(session.game.title), event.currentTarget), { class: 'quiet' }),
      session.endActions().map(more)));
}
