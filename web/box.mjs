// box.mjs: which puzzle comes next, and when one comes back: a box with compartments, as Leitner kept his cards. What is solved at the
// first try moves on and comes back later each time; what is not comes back the same day. Days are those of the reader's calendar. Works on
// the page and in node.
//
// What is kept of a game is {met: {id: [compartment, day]}, skill}: the day from which a puzzle is due, as 2026-11-18, and how hard new ones
// are to be.

const DAYS = [0, 1, 3, 7, 16, 35]; // until it comes back, by its compartment
const SKILLS = 5;                  // grades of puzzles (docs/puzzles.md)
const FIRST = { met: {}, skill: 1 };

/** The day of a moment, in the reader's calendar. */
export function dayOf(when) {
  const two = (n) => String(n).padStart(2, '0');
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

/** So many days after a moment: whole days of the calendar, however long they are. */
const later = (when, days) => dayOf(new Date(when.getFullYear(), when.getMonth(), when.getDate() + days));

/** What becomes of a box when a puzzle was solved at try number `tries` (0: not at all). */
export function answered(box, id, tries, now) {
  const { met, skill } = { ...FIRST, ...box }, before = met[id]?.[0] ?? 0;
  const place = tries === 1 ? Math.min(before + 1, DAYS.length - 1) : tries > 1 ? Math.max(1, before) : 0;
  const step = tries === 1 ? 0.25 : tries > 1 ? 0 : -0.5;
  return { met: { ...met, [id]: [place, later(now, DAYS[place])] }, skill: Math.min(SKILLS, Math.max(1, skill + step)) };
}

/** How a box stands with these puzzles: how many are due, were solved the last time, and were never met. */
export function standing(box, puzzles, now) {
  const { met } = { ...FIRST, ...box }, today = dayOf(now), seen = puzzles.filter(({ id }) => met[id]);
  return {
    due: seen.filter(({ id }) => met[id][1] <= today).length,
    known: seen.filter(({ id }) => met[id][0] > 0).length,
    fresh: puzzles.length - seen.length,
  };
}

/** The puzzle that comes next: one that is due, the longest first; else one of the reader's own that he never met; else a new one of his
 *  strength. One that was shown just now (`last`) only if there is no other. Null: all are known and none is due. */
export function next(box, puzzles, now, last = '') {
  const { met, skill } = { ...FIRST, ...box }, today = dayOf(now);
  const due = puzzles.filter(({ id }) => met[id] && met[id][1] <= today).sort((a, b) => (met[a.id][1] < met[b.id][1] ? -1 : met[a.id][1] > met[b.id][1] ? 1 : 0));
  const fresh = puzzles.filter(({ id }) => !met[id]), own = fresh.filter((one) => one.own);
  const far = (one) => Math.abs(one.grade - Math.round(skill));
  const chosen = [...due, ...own, ...fresh.filter((one) => !one.own).sort((a, b) => far(a) - far(b))];
  return chosen.find(({ id }) => id !== last) ?? chosen[0] ?? null;
}
