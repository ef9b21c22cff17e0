// starter.mjs: where a bot of your own begins (docs/protocol.md, protocol 2), in JavaScript for node: it plays every game
// by the `legal` line alone, and many games at once. Write your own choose().
//
//     penna duel qwixx "exec:node examples/starter.mjs as Mine" random --games 100
//     penna duel qwixx "exec:node examples/starter.mjs with pass=1 as Lazy" random --games 100
import { createInterface } from "node:readline";

const options = { pass: "0" }; // 1: `-` is a move like any other
const games = new Map(); // those in progress, by number

// Random numbers of a game's own, from its lot: the same lot gives the same game.
function dice(lot) {
  let state = lot >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

// One of the moves. `-`, to pass, is always the first if it is legal.
function choose(game, moves) {
  const first = options.pass === "0" && moves.length > 1 && moves[0] === "-" ? 1 : 0;
  return moves[first + game.draw(moves.length - first)];
}

const say = (text) => process.stdout.write(`${text}\n`);

const take = {
  "penna-bot": () => {
    say("id Starter in JavaScript");
    for (const [key, value] of Object.entries(options)) say(`option ${key}=${value}`);
    say("games 64");
    say("ready 2");
  },
  set: (text) => {
    const at = text.indexOf("=");
    options[text.slice(0, at)] = text.slice(at + 1);
  },
  new: (id, name, seats, seat, lot) => games.set(id, { name, seats: +seats, seat: +seat, draw: dice(+lot) }),
  legal: (id, ...moves) => say(`move ${id} ${choose(games.get(id), moves)}`),
  end: (id) => games.delete(id),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...rest] = line.split(" ");
  take[word]?.(...rest); // every other line is one that this bot does not need
});
