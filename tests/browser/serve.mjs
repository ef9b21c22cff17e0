// serve.mjs: servers for tests: the real one, and one that only hands out the built page, with the same headers.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.mjs': 'text/javascript', '.js': 'text/javascript', '.json': 'application/json',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.wasm': 'application/wasm', '.woff2': 'font/woff2', '.webmanifest': 'application/manifest+json',
};
export const CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
  + "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves `folder` on a free port of this machine: {url, close}. */
export async function serve(folder, port = 0) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const name = path === '/' ? '/index.html' : /^\/[tr]\//.test(path) ? '/link.html' : path;
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

/** A `penna serve` of its own, whose tables are in a folder that goes with it. */
export class Server {
  /** `more`: further options of the command. */
  constructor(program, more = []) {
    Object.assign(this, { program, more, folder: mkdtempSync(join(tmpdir(), 'penna-browser-')), port: 0 });
  }

  async start() {
    this.process = spawn(this.program, ['serve', '--listen', '127.0.0.1', '--port', String(this.port), '--db', join(this.folder, 'server.db'),
      '--no-qr', '--away', '1s', '--lang', 'en', '--tables-per-address', '0', '--connections-per-address', '0', '--messages-per-second', '0', ...this.more], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.url = await new Promise((resolve, reject) => {
      let text = '';
      this.process.stdout.on('data', (bytes) => {
        text += bytes;
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text);
        if (found) {
          this.port = Number(found[1]);
          resolve(found[0]);
        }
      });
      this.process.on('exit', (status) => reject(new Error(`penna serve ended with ${status}`)));
    });
  }

  /** What those who run it say to it: `penna admin`. */
  admin(...words) {
    return execFileSync(this.program, ['admin', '--db', join(this.folder, 'server.db'), ...words]).toString();
  }

  stop(signal = 'SIGTERM') {
    this.process.removeAllListeners('exit');
    if (this.process.exitCode !== null || this.process.signalCode) return Promise.resolve(); // it is gone already
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill(signal);
    return gone;
  }

  async remove() {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}

if (process.argv[1]?.endsWith('serve.mjs')) console.log((await serve(process.argv[2], Number(process.argv[3] ?? 8000))).url);
