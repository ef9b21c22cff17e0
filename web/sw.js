// sw.js: keeps the page for when there is no network. The build fills in the version and the lists (tools/web.py):
// FIRST is what the page needs to start and to play, LATER what it may need (languages, rules, lessons, the analysis, the
// weights of the strong bots): fetched one after the other when the page is there, unless the reader saves data.

const FIRST = 'FIRST';
const LATER = 'LATER';
const HOME = new URL('.', location.href).href; // the page may lie below a path of its server, beside another one
const OURS = `penna-${HOME} `, CACHE = `${OURS}VERSION`;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(['./', ...FIRST])).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if ((name.startsWith(OURS) || /^penna-[0-9a-f]+$/.test(name)) && name !== CACHE) await caches.delete(name);
    await clients.claim();
  })());
  keepLater();
});

/** Fetches what is not kept yet, piece by piece. Not part of the activation, which the page would wait for. */
async function keepLater() {
  if (navigator.connection?.saveData) return;
  const cache = await caches.open(CACHE);
  for (const name of LATER) if (!await cache.match(name)) await cache.add(name).catch(() => {});
}

/** The page says that it is there again: what was broken off goes on. */
addEventListener('message', (event) => event.waitUntil(keepLater()));

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request, path = url.slice(HOME.length);
  if (method !== 'GET' || !url.startsWith(HOME) || /^(api|ws|healthz|metrics)\b/.test(path)) return;
  const page = mode === 'navigate' && (/^[ter]\//.test(path) ? 'link.html' : './');
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(page || event.request, { ignoreSearch: true });
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (answer.ok && !page) await cache.put(event.request, answer.clone());
    return answer;
  })());
});
