// begin.mjs: a game on this device begins: who plays is said by a list of words, as links have it: `me` for a person here, or the
// name of a bot. #/start/GAME?players=me,normal,normal

import { nameOf } from './characters.mjs';
import { LocalGame } from './game.mjs';
import { t } from './i18n.mjs';
import * as store from './store.mjs';

export const ME = 'me';

/** Names that are all different: whoever comes again gets a number. */
export const apart = (names) => names.map((name, i) => {
  const before = names.slice(0, i).filter((other) => other === name).length;
  return before ? `${name} ${before + 1}` : name;
});

/** What somebody who gave no name is called. */
const personName = (index) => (index ? t('Player {0}', index + 1) : store.myName() || t('You'));

/** The seats for a list of words. Throws an Error in the reader's words if somebody is unknown or there are too many or too few. */
export function seatsOf(engine, game, players) {
  const bots = engine.bots.map((bot) => bot.name), unknown = players.find((one) => one !== ME && !bots.includes(one));
  if (unknown !== undefined) throw new Error(t('Nobody here is called “{0}”. You are “{1}”; the others are {2}.', unknown, ME, bots.join(', ')));
  if (players.length < game.min || players.length > game.max) throw new Error(t('{0} is for {1} to {2} players.', t(game.title), game.min, game.max));
  const names = apart(players.map((one, i) => (one === ME ? personName(i) : nameOf(one))));
  return players.map((one, i) => ({ kind: one === ME ? 'human' : `bot:${one}`, name: names[i] }));
}

/** Begins a game and keeps it: its id in the store. What `seats`, `options` and `real` are: LocalGame.start. Null: the options do not fit. */
export function begin(engine, { game, seats, options, real }) {
  const session = LocalGame.start(engine, { game, seats, options, real });
  if (!session) return null;
  store.keepPlayers(game.name, seats.map((one) => (one.kind === 'human' ? ME : one.kind.replace('bot:', ''))));
  session.keep();
  session.close();
  return session.id;
}
