// check.mjs: what the tests in node share: checks are counted, what fails is said, and the status tells.

import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const catalogues = readdirSync(join(dirname(fileURLToPath(import.meta.url)), '..', 'po'));
const named = (prefix) => catalogues.filter((name) => name.startsWith(prefix) && name.endsWith('.po')).map((name) => name.slice(prefix.length, -3));

/** The languages of the page, by their catalogues, and those with the variants. */
export const LANGUAGES = ['en', ...named('web-')], LOCALES = [...LANGUAGES, ...named('variant-')];

let checks = 0, faults = 0;

/** One check; false: it failed. */
export function check(good, what) {
  checks++;
  if (!good) {
    faults++;
    console.error(`FAIL: ${what}`);
  }
  return good;
}

/** A module of the built page, which lies beside its engine. */
export const pageModule = (wasm, name) => import(pathToFileURL(join(dirname(resolve(wasm)), name)));

/** Ends the test. One in which nothing was checked has failed too. */
export function finish() {
  console.log(`${checks} checks, ${faults} failed`);
  process.exit(faults || !checks ? 1 : 0);
}
