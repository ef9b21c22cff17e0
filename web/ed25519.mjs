// ed25519.mjs: Ed25519 (RFC 8032) and SHA-512, with which this device signs what it says of itself (daily.mjs). A browser has both only where the
// page came by HTTPS, and in the same room it often does not; so they are here, short and slow: some milliseconds a signature. The key is
// this device's own and signs on no stranger's clock.

const P = 2n ** 255n - 19n, ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (n, m = P) => ((n % m) + m) % m;

function power(number, exponent) {
  let out = 1n;
  for (; exponent; exponent >>= 1n, number = number * number % P) if (exponent & 1n) out = out * number % P;
  return out;
}

const inverse = (n) => power(mod(n), P - 2n);
const D = mod(-121665n * inverse(121666n));

// ---- SHA-512 --------------------------------------------------------------------------------------------

const MASK = 2n ** 64n - 1n;

/** The first 64 bits behind the point of a root of a prime. */
function fraction(prime, cube) {
  const n = BigInt(prime) << (cube ? 192n : 128n);
  let low = 0n, high = 1n << 70n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if ((cube ? middle ** 3n : middle ** 2n) <= n) low = middle;
    else high = middle;
  }
  return low & MASK;
}

const PRIMES = [];
for (let n = 2; PRIMES.length < 80; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const ROUND = PRIMES.map((prime) => fraction(prime, true)), START = PRIMES.slice(0, 8).map((prime) => fraction(prime, false));
const turn = (x, n) => (x >> n | x << 64n - n) & MASK;

/** One block of SHA-512 as FIPS 180-4 has it (6.4.2), sums cut to 64 bits once, at the end of each: numbers here have no width of their own. */
function block(state, view, at) {
  const w = [];
  for (let i = 0; i < 16; i++) w.push(view.getBigUint64(at + 8 * i));
  for (let i = 16; i < 80; i++) {
    const a = w[i - 15], b = w[i - 2];
    w.push(w[i - 16] + w[i - 7] + (turn(a, 1n) ^ turn(a, 8n) ^ a >> 7n) + (turn(b, 19n) ^ turn(b, 61n) ^ b >> 6n) & MASK);
  }
  let [a, b, c, d, e, f, g, last] = state;
  for (let i = 0; i < 80; i++) {
    const one = last + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + (e & f ^ ~e & MASK & g) + ROUND[i] + w[i];
    const two = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + (a & b ^ a & c ^ b & c);
    [a, b, c, d, e, f, g, last] = [one + two & MASK, a, b, c, d + one & MASK, e, f, g];
  }
  return [a, b, c, d, e, f, g, last].map((word, i) => word + state[i] & MASK);
}

/** The hash of some bytes: 64 bytes. */
export function sha512(bytes) {
  const room = new Uint8Array(Math.ceil((bytes.length + 17) / 128) * 128), view = new DataView(room.buffer);
  room.set(bytes);
  room[bytes.length] = 0x80;
  view.setBigUint64(room.length - 8, BigInt(bytes.length) * 8n);
  let state = START;
  for (let at = 0; at < room.length; at += 128) state = block(state, view, at);
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => out.setBigUint64(8 * i, word));
  return new Uint8Array(out.buffer);
}

// ---- The curve ------------------------------------------------------------------------------------------

/** Points are [X, Y, Z, T]: x = X/Z, y = Y/Z, xy = T/Z. */
function add([a, b, c, d], [e, f, g, k]) {
  const one = (b - a) * (f - e), two = (b + a) * (f + e), three = 2n * d * k * D, four = 2n * c * g;
  const p = mod(two - one), q = mod(four - three), r = mod(four + three), s = mod(two + one);
  return [p * q % P, r * s % P, q * r % P, p * s % P];
}

function times(n, point) {
  let out = [0n, 1n, 1n, 0n];
  for (; n; n >>= 1n, point = add(point, point)) if (n & 1n) out = add(out, point);
  return out;
}

function base() {
  const y = mod(4n * inverse(5n)), square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if (x * x % P !== square) x = x * power(2n, (P - 1n) / 4n) % P;
  if (x & 1n) x = P - x;
  return [x, y, 1n, x * y % P];
}

const BASE = base();

const toNumber = (bytes) => bytes.reduceRight((n, byte) => n << 8n | BigInt(byte), 0n);
const toBytes = (n) => Uint8Array.from({ length: 32 }, (_, i) => Number(n >> BigInt(8 * i) & 255n));

function pack([x, y, z]) {
  const one = inverse(z);
  return toBytes(mod(y * one) | (mod(x * one) & 1n) << 255n);
}

const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const hashed = (...parts) => toNumber(sha512(joined(...parts)));

/** The secret number of a seed, and what its signatures are drawn from. */
function halves(seed) {
  const digest = sha512(seed);
  return [toNumber(digest.slice(0, 32)) & 2n ** 254n - 8n | 2n ** 254n, digest.slice(32)];
}

/** The public key of 32 secret bytes. */
export const publicKey = (seed) => pack(times(halves(seed)[0], BASE));

/** Their signature of some bytes: 64 bytes. */
export function sign(seed, bytes) {
  const [n, prefix] = halves(seed), own = publicKey(seed), r = hashed(prefix, bytes) % ORDER, place = pack(times(r, BASE));
  return joined(place, toBytes((r + hashed(place, own, bytes) * n) % ORDER));
}

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
