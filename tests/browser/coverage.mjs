// coverage.mjs: which lines of the page the tests have run, as Chromium counts them. Workers are not counted: it counts in pages alone.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const seen = new Map(); // path → which characters of the script were run

/** True if it is asked for: run.sh --coverage. */
export const wanted = Boolean(process.env.PENNA_COVERAGE);

/** Begins to count in a page. */
export const begin = (page) => (wanted ? page.coverage.startJSCoverage({ resetOnNavigation: false }) : undefined);

/** Adds what a page has run; one that is gone adds nothing. */
export async function add(page) {
  if (!wanted) return;
  for (const { url, source, functions } of await page.coverage.stopJSCoverage().catch(() => [])) {
    const path = new URL(url).pathname.slice(1), run = new Uint8Array(source.length);
    const ranges = functions.flatMap((one) => one.ranges).sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
    for (const one of ranges) run.fill(one.count ? 1 : 0, one.startOffset, one.endOffset); // the inner ones come later
    const all = seen.get(path);
    if (all?.length === run.length) run.forEach((hit, i) => { all[i] |= hit; });
    else seen.set(path, run);
  }
}

/** {lines, run} of a script: its lines with code, and those of them of which something was run. */
function count(source, run) {
  let at = 0, lines = 0, hit = 0;
  for (const line of source.split('\n')) {
    if (/[^\s{}()[\];,]/.test(line)) {
      lines++;
      const begins = at + line.search(/\S/);
      if (run?.subarray(begins, at + line.length).some(Boolean)) hit++;
    }
    at += line.length + 1;
  }
  return { lines, run: hit };
}

/** A table of all scripts of the built page in `folder`. */
export function table(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.mjs')).sort();
  const rows = names.map((name) => ({ name, ...count(readFileSync(join(folder, name), 'utf8'), seen.get(name)) }));
  rows.push({ name: 'all', lines: rows.reduce((sum, one) => sum + one.lines, 0), run: rows.reduce((sum, one) => sum + one.run, 0) });
  return ['file                    lines    run  per cent',
    ...rows.map(({ name, lines, run }) => `${name.padEnd(22)} ${String(lines).padStart(6)} ${String(run).padStart(6)} ${(100 * run / Math.max(1, lines)).toFixed(1).padStart(9)}`)].join('\n');
}
