// serve.mjs: serves the built page for tests, with the headers that the server sends, and without its API.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.mjs': 'text/javascript', '.js': 'text/javascript', '.json': 'application/json',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json',
};
export const CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
  + "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves `folder` on a free port of this machine: {url, close}. */
export async function serve(folder, port = 0) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const name = path === '/' || /^\/[tr]\//.test(path) ? '/index.html' : path;
    try {
      const body = await readFile(join(folder, name));
      response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain', 'Content-Security-Policy': CSP, 'Cache-Control': 'no-cache' });
      response.end(body);
    } catch {
      response.writeHead(404, { 'Content-Type': 'application/json' });
      response.end('{}');
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

if (process.argv[1]?.endsWith('serve.mjs')) console.log((await serve(process.argv[2], Number(process.argv[3] ?? 8000))).url);
