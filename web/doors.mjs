// doors.mjs: what else there is besides the games: one line here is one door of the first screen, below the games. A door is where it leads
// to, what is drawn on it (a path on a square of 24), its name and a few words; `there(context)`, if it has one, says whether it is shown
// to this reader now, or promises to say so (what needs a server asks context.net).

import { N_ } from './i18n.mjs';

export const DOORS = [
  { to: '#/daily', drawn: 'M5 4h14v16H5zM9 8h.1M15 8h.1M12 12h.1M9 16h.1M15 16h.1', name: N_('Today’s dice'), words: N_('The same for everybody') },
  { to: '#/evening', drawn: 'M4 6h6v4H4zM14 6h6v4h-6zM4 15h6v4H4zM14 15h6v4h-6zM7 3v3M17 3v3M7 12v3M17 12v3', name: N_('Club evening'), words: N_('Several tables, the same dice'), there: ({ net }) => net.asked.then(() => net.there) },
  { to: '#/puzzles', drawn: 'M4 9h4a2.5 2.5 0 1 1 5 0h4v4a2.5 2.5 0 1 1 0 5v2H4z', name: N_('Puzzles'), words: N_('Find the best move') },
  { to: '#/open', drawn: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5', name: N_('Open a game'), words: N_('See a game again') },
];
