// lessons.mjs PENNA.WASM FOLDER: every lesson is whole: its positions are positions, somebody decides there, the answers that are
// expected are legal and not all that is, every text is there in every language, and whoever answers wrongly is told why; whoever
// passes is told so in words of their own, where one could also move wrongly.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { check, finish, LANGUAGES, pageModule } from './check.mjs';

const [wasm, folder] = process.argv.slice(2);
const { Engine } = await pageModule(wasm, 'engine.mjs');
const engine = await Engine.load(readFileSync(wasm));

function checkText(text, where) {
  for (const language of LANGUAGES) {
    check(typeof text?.[language] === 'string' && text[language].trim() === text[language] && text[language].length > 0, `${where}: no ${language}`);
    if (language !== 'en' && /[a-z]{3}/i.test(text?.en ?? '')) check(text[language] !== text.en, `${where}: ${language} is left in English`);
  }
}

function checkMoves(game, step, where) {
  let p;
  try {
    p = engine.positionOf(step.state, step.seat);
  } catch (error) {
    return check(false, `${where}: ${error.message}`);
  }
  const legal = p.moves.map((move) => move.token);
  check(p.game === game, `${where}: a position of ${p.game}`);
  check(step.expect.length > 0 && new Set(step.expect).size === step.expect.length, `${where}: nothing is expected, or something twice`);
  for (const token of step.expect) check(legal.includes(token), `${where}: ${token} is not legal; legal are ${legal.join(' ')}`);
  check(step.expect.length < legal.length || legal.length === 1, `${where}: every answer is right`);
  const wrong = legal.filter((token) => !step.expect.includes(token));
  if (wrong.includes('-') && wrong.length > 1) checkText(step.passed, `${where}, passed`);
  else check(!step.passed, `${where}: nobody can be told what is wrong with passing`);
  for (const token of step.expect) check(token === '-' || token === 'again' || p.moves.find((move) => move.token === token)?.touch.length > 0 || legal.length < 9, `${where}: ${token} cannot be tapped`);
  return undefined;
}

for (const { name } of engine.games) {
  const { steps } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  check(steps.length >= 5 && steps.length <= 8, `${name}: ${steps.length} steps`);
  steps.forEach((step, index) => {
    const where = `${name}, step ${index + 1}`;
    checkText(step.ask, `${where}, ask`);
    checkText(step.why, `${where}, why`);
    if (!step.answers) {
      checkText(step.wrong, `${where}, wrong`);
      return checkMoves(name, step, where);
    }
    check(step.wrong?.length === step.answers.length, `${where}: what is wrong with which answer?`);
    step.wrong?.forEach((text, i) => (i === step.right ? check(text === null, `${where}: the right answer is no wrong one`) : checkText(text, `${where}, wrong ${i + 1}`)));
    step.answers.forEach((text, i) => checkText(text, `${where}, answer ${i + 1}`));
    return check(step.answers.length > 1 && Number.isInteger(step.right) && step.right >= 0 && step.right < step.answers.length, `${where}: which answer is right?`);
  });
}
check(readdirSync(folder).length === engine.games.length, 'a lesson for every game, and for nothing else');
finish();
