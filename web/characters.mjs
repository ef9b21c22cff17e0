// characters.mjs: the bots as characters: birds, whose feathers the pens are made of. Each is one of the engine's bots, with a face, its
// strength in stars and its temper in a line, which says what that bot is like: the first three see what the fourth sees through more or less of
// a haze (src/bots/expert.c), the last thinks ahead (src/bots/master.c), and docs/strength.md has the order. The other bots are for the laboratory.

import { h, s } from './dom.mjs';
import { t, N_, capital } from './i18n.mjs';

export const STARS = 5;

/** Weakest first: {bot, name, stars, temper(), face}. A face is [fill, path] after path, on a square of 64. */
export const CHARACTERS = [
  { // a chick
    bot: 'easy', name: 'Pip', stars: 1,
    temper: () => t('Cheerful and hasty: sees the obvious, misses the rest.'),
    face: [
      ['#f0a93a', 'M25 16q-1-8 4-10 0 4 3 6 2-5 8-5-5 3-4 9z'],
      ['#ffd24d', 'M32 12c14 0 23 10 23 23S46 58 32 58 9 48 9 35s9-23 23-23z'],
      ['#ff9f7a', 'M16 40a4 4 0 1 0 .1 0zM48 40a4 4 0 1 0 .1 0z'],
      ['#2a2118', 'M22 28a4.5 4.5 0 1 0 .1 0zM42 28a4.5 4.5 0 1 0 .1 0z'],
      ['#fff', 'M23.5 29.5a1.5 1.5 0 1 0 .1 0zM43.5 29.5a1.5 1.5 0 1 0 .1 0z'],
      ['#f07b1f', 'M26 40q6-5 12 0-1 7-6 8-5-1-6-8z'],
      ['#b9500c', 'M27 41.5q5 2 10 0-2 4-5 4.5-3-.5-5-4.5z'],
    ],
  },
  { // a robin
    bot: 'normal', name: 'Rollo', stars: 2,
    temper: () => t('Plays along merrily, and slips now and then.'),
    face: [
      ['#8a6a52', 'M32 8c14 0 23 11 23 25S46 58 32 58 9 47 9 33 18 8 32 8z'],
      ['#e8673a', 'M32 58C18 58 10.5 48 12 38c1-8 6-14 12-15 4-.6 6 2 8 5 2-3 4-5.6 8-5 6 1 11 7 12 15 1.5 10-6 20-20 20z'],
      ['#fbe3d0', 'M22 53q10-8 20 0-4 5-10 5t-10-5z'],
      ['#241a14', 'M21 29a4.2 4.2 0 1 0 .1 0zM43 29a4.2 4.2 0 1 0 .1 0z'],
      ['#fff', 'M22.4 30.3a1.4 1.4 0 1 0 .1 0zM44.4 30.3a1.4 1.4 0 1 0 .1 0z'],
      ['#3b2f2a', 'M32 35q5 1 5 4-2 4-5 6-3-2-5-6 0-3 5-4z'],
      ['#6a4e3b', 'M26 9q4-6 10-5-3 2-2 5z'],
    ],
  },
  { // a jay
    bot: 'hard', name: 'Gaia', stars: 3,
    temper: () => t('Keeps a sharp eye on every box; seldom slips.'),
    face: [
      ['#1f5fb0', 'M14 12q4-9 14-8 10 1 15 9 11 6 12 21 0 24-23 24T9 36q0-16 9-22z'],
      ['#17457f', 'M22 5q-8-4-15 1 6 0 8 4-6-1-10 3 7-1 11 3z'],
      ['#fff7ea', 'M32 33q8-10 16-5 7 6 4 16-5 13-20 14-15-1-20-14-3-10 4-16 8-5 16 5z'],
      ['#1b2a41', 'M10 32q5-8 12-7 7 2 7 9-1 6-7 7-6 0-8-5-1-3-4-4zM54 32q-5-8-12-7-7 2-7 9 1 6 7 7 6 0 8-5 1-3 4-4z'],
      ['#f7c04a', 'M21.5 28a5 5 0 1 0 .1 0zM42.5 28a5 5 0 1 0 .1 0z'],
      ['#10182a', 'M21.5 29.5a3.4 3.4 0 1 0 .1 0zM42.5 29.5a3.4 3.4 0 1 0 .1 0z'],
      ['#fff', 'M23 30.2a1.3 1.3 0 1 0 .1 0zM44 30.2a1.3 1.3 0 1 0 .1 0z'],
      ['#2d3440', 'M27.5 40q4.5-3.5 9 0-1 7-4.5 11-3.5-4-4.5-11z'],
    ],
  },
  { // a puffin
    bot: 'expert', name: 'Otto', stars: 4,
    temper: () => t('Has a feel for it: chooses at once, and nearly always right.'),
    face: [
      ['#22262e', 'M32 6c15 0 24 11 24 27S46 58 32 58 8 49 8 33 17 6 32 6z'],
      ['#fdfaf3', 'M20 20c7-3 11 2 12 8 1-6 5-11 12-8 8 4 10 14 6 22-4 9-11 13-18 13s-14-4-18-13c-4-8-2-18 6-22z'],
      ['#22262e', 'M21 29a3.6 3.6 0 1 0 .1 0zM43 29a3.6 3.6 0 1 0 .1 0z'],
      ['#fff', 'M22.2 30.2a1.2 1.2 0 1 0 .1 0zM44.2 30.2a1.2 1.2 0 1 0 .1 0z'],
      ['#e2552b', 'M32 28q8 2 9 11-2 9-9 13-7-4-9-13 1-9 9-11z'],
      ['#f7b733', 'M24 35q8-5 16 0l1 4q-9-5-18 0z'],
      ['#4a5a78', 'M25.5 45.5q6.5-4.5 13 0-2 4-6.5 6.5-4.5-2.5-6.5-6.5z'],
      ['#7a5a3c', 'M16 27q4-4 8-2l-.5 1.8q-3-1-6.5 1.7zM48 27q-4-4-8-2l.5 1.8q3-1 6.5 1.7z'],
    ],
  },
  { // an owl
    bot: 'master', name: 'Nonna Ada', stars: 5,
    temper: () => t('Takes her time and thinks ahead. Beat her if you can!'),
    face: [
      ['#6b4a86', 'M11 8q7 1 12 5 9-3 18 0 5-4 12-5 1 8-1 14 4 6 4 14 0 22-24 22T8 36q0-8 4-14-2-6-1-14z'],
      ['#f3e6d6', 'M32 30q4-9 13-8 9 3 8 13-2 8-10 9-4 1-6-2l-5 6-5-6q-2 3-6 2-8-1-10-9-1-10 8-13 9-1 13 8z'],
      ['#f6c244', 'M20.5 26a7 7 0 1 0 .1 0zM43.5 26a7 7 0 1 0 .1 0z'],
      ['#1f1a2b', 'M20.5 29a4 4 0 1 0 .1 0zM43.5 29a4 4 0 1 0 .1 0z'],
      ['#fff', 'M22 30a1.5 1.5 0 1 0 .1 0zM45 30a1.5 1.5 0 1 0 .1 0z'],
      ['#e88b2a', 'M28.5 39q3.5-3 7 0l-3.5 8z'],
      ['#a98bc0', 'M20 51l3-3 3 3 3-3 3 3 3-3 3 3 3-3 3 3-3 3-3-3-3 3-3-3-3 3-3-3-3 3z'],
      ['#2b2238', 'M20.5 22.5a10.5 10.5 0 1 0 .1 0zm0 1.7a8.8 8.8 0 1 1-.1 0zM43.5 22.5a10.5 10.5 0 1 0 .1 0zm0 1.7a8.8 8.8 0 1 1-.1 0zM30.5 31.5q1.5-1.3 3 0v1.7q-1.5-1-3 0z'],
    ],
  },
];

/** Those of the laboratory: what players call them, and what they do. */
const MACHINES = {
  random: [N_('Blindfold'), N_('Takes any move that the rules allow.')],
  greedy: [N_('Magpie'), N_('Grabs the most points now and thinks no further.')],
  rollout: [N_('Tinkerer'), N_('Tries every move by playing many games to their end.')],
  linear: [N_('Thumb'), N_('Goes by a few rules of thumb.')],
};

/** Whoever has no face of its own: a machine. */
const MACHINE = [
  ['#8b98a3', 'M30 4h4v8h-4z'],
  ['#f7b733', 'M32 2a3.5 3.5 0 1 0 .1 0z'],
  ['#8b98a3', 'M16 12h32q8 0 8 8v26q0 8-8 8H16q-8 0-8-8V20q0-8 8-8z'],
  ['#e9eef1', 'M18 20h28q4 0 4 4v10q0 4-4 4H18q-4 0-4-4V24q0-4 4-4z'],
  ['#2a3a48', 'M23 25a4 4 0 1 0 .1 0zM41 25a4 4 0 1 0 .1 0zM22 44h20v4H22z'],
];

/** The character that a bot is; undefined: one of the laboratory. */
export const characterOf = (bot) => CHARACTERS.find((one) => one.bot === bot);

/** What a bot is called at the table. */
export const nameOf = (bot) => characterOf(bot)?.name ?? (MACHINES[bot] ? t(MACHINES[bot][0]) : capital(t(bot)));

/** What one of the laboratory does, in a line; '': nobody has said. */
export const temperOf = (bot) => (MACHINES[bot] ? t(MACHINES[bot][1]) : '');

/** The portrait of a bot, which screen readers skip: its name stands beside it. */
export function portrait(bot) {
  return s('svg', { class: 'portrait', viewBox: '0 0 64 64', 'aria-hidden': 'true' },
    (characterOf(bot)?.face ?? MACHINE).map(([fill, d]) => s('path', { fill, d, 'fill-rule': 'evenodd' })));
}

/** How strong a character is, as stars. */
export function stars({ stars: count }) {
  return h('span', { class: 'stars', role: 'img', 'aria-label': t('{0} of {1} stars', count, STARS) },
    '★'.repeat(count), h('span', { class: 'dim' }, '★'.repeat(STARS - count)));
}
