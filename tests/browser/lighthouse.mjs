// lighthouse.mjs BUILD: Lighthouse on the first screen, on the slow phone it takes for one, in Debian's Chromium, against a real server.
// Accessibility, best practices and SEO must be 100. Performance is printed with its aim and what it is made of: it is a measurement,
// and a machine that does other things is slow.

import { resolve } from 'node:path';
import lighthouse from 'lighthouse';
import { openBrowser } from './lib.mjs';
import { Server } from './serve.mjs';

const MUST = ['accessibility', 'best-practices', 'seo'], AIM = 95, PORT = 9333;
const [folder = '../../build'] = process.argv.slice(2), build = resolve(folder);
const server = new Server(resolve(build, 'penna'));
await server.start();
const browser = await openBrowser([`--remote-debugging-port=${PORT}`]);

/** What of a category is not as it should be. */
const wanting = (lhr, category) => lhr.categories[category].auditRefs.filter(({ id, weight }) => weight && (lhr.audits[id].score ?? 1) < 1)
  .map(({ id }) => `${id}: ${lhr.audits[id].title}`);

let failed = 0;
try {
  const { lhr } = await lighthouse(server.url, { port: PORT, logLevel: 'error', onlyCategories: ['performance', ...MUST] });
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  for (const category of MUST) {
    const score = Math.round(100 * lhr.categories[category].score);
    console.log(`${score === 100 ? 'ok' : 'not ok'} - Lighthouse: ${category} ${score}`);
    if (score !== 100) failed++, console.log(`# ${wanting(lhr, category).join('\n# ')}`);
  }
  const value = (id) => lhr.audits[id].displayValue;
  console.log(`# Lighthouse: performance ${Math.round(100 * lhr.categories.performance.score)} (aim on an idle machine: ${AIM}); first paint ${value('first-contentful-paint')}, `
    + `largest ${value('largest-contentful-paint')}, blocked ${value('total-blocking-time')}, moved ${value('cumulative-layout-shift')}, speed ${value('speed-index')}`);
} catch (error) {
  failed++;
  console.log(`not ok - Lighthouse: ${error.stack}`);
}
await browser.close();
await server.remove();
process.exit(failed ? 1 : 0);
