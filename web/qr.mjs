// qr.mjs: a QR code of a text (ISO/IEC 18004, bytes, error correction M, versions 1 to 15), made on the device: what is in a link of moving house is nobody else's to know, not
// even the server's that makes the codes of tables. Pure: works on the page and in node; tests/qr.py holds it against another maker.

// For each version: bytes of correction in a block, then [blocks, bytes of data in each] …
const BLOCKS = [null, [10, [1, 16]], [16, [1, 28]], [26, [1, 44]], [18, [2, 32]], [24, [2, 43]], [16, [4, 27]], [18, [4, 31]], [22, [2, 38], [2, 39]], [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]], [30, [1, 50], [4, 51]], [22, [6, 36], [2, 37]], [22, [8, 37], [1, 38]], [24, [4, 40], [5, 41]], [24, [5, 41], [5, 42]]];
// Where the small squares lie, both ways.
const ALIGNMENT = [null, [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50], [6, 30, 54], [6, 32, 58], [6, 34, 62], [6, 26, 46, 66], [6, 26, 48, 70]];
const MASKS = [(x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => ((y >> 1) + Math.floor(x / 3)) % 2, (x, y) => (x * y) % 2 + (x * y) % 3,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2, (x, y) => ((x + y) % 2 + (x * y) % 3) % 2];

// ---- Correction: Reed and Solomon's, over the field of 256 with x⁸ + x⁴ + x³ + x² + 1 ---------------------

const EXP = new Uint8Array(512), LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  [EXP[i], EXP[i + 255], LOG[x]] = [x, x, i];
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** What is left of the data when it is divided by (x − 1)(x − 2)(x − 4) …, `count` factors of it. */
function correction(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i++) generator = [...generator, 0].map((c, k) => c ^ (k ? times(generator[k - 1], EXP[i]) : 0));
  const rest = new Uint8Array(count);
  for (const byte of data) {
    const factor = byte ^ rest[0];
    rest.copyWithin(0, 1);
    rest[count - 1] = 0;
    for (let k = 0; k < count; k++) rest[k] ^= times(generator[k + 1], factor);
  }
  return rest;
}

// ---- Data -----------------------------------------------------------------------------------------------

const sizeOf = ([, ...groups]) => groups.reduce((sum, [blocks, bytes]) => sum + blocks * bytes, 0);

/** The bytes of data: kind, length, the text, filled up. */
function dataOf(bytes, version) {
  const size = sizeOf(BLOCKS[version]), bits = [];
  const push = (value, count) => { for (let i = count - 1; i >= 0; i--) bits.push(value >> i & 1); };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, size * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const out = Array.from({ length: bits.length / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((byte, bit) => byte << 1 | bit, 0));
  for (let filler = 0xec; out.length < size; filler ^= 0xec ^ 0x11) out.push(filler);
  return out;
}

/** Data and correction, the blocks dealt out byte by byte. */
function wordsOf(data, version) {
  const [count, ...groups] = BLOCKS[version], blocks = groups.flatMap(([many, bytes]) => Array(many).fill(bytes));
  const from = blocks.map((_, index) => blocks.slice(0, index).reduce((sum, bytes) => sum + bytes, 0));
  const parts = blocks.map((bytes, index) => data.slice(from[index], from[index] + bytes)), checks = parts.map((part) => correction(part, count));
  const deal = (lists) => Array.from({ length: Math.max(...lists.map((one) => one.length)) }, (_, i) => lists.filter((one) => i < one.length).map((one) => one[i])).flat();
  return [...deal(parts), ...deal(checks)];
}

// ---- The square -----------------------------------------------------------------------------------------

/** The remainder that guards a few bits: `poly` has `degree` + 1 bits. */
function guarded(value, poly, degree) {
  let rest = value << degree;
  for (let i = 31 - Math.clz32(rest); i >= degree && rest; i = 31 - Math.clz32(rest)) rest ^= poly << (i - degree);
  return value << degree | rest;
}

/** A square of undefined, with what every code of the version has: corners, lines, small squares, and room for format and version. */
function frame(version) {
  const size = 17 + 4 * version, at = Array.from({ length: size }, () => Array(size));
  const set = (x, y, dark) => { if (x >= 0 && y >= 0 && x < size && y < size) at[y][x] = dark; };
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let y = -4; y <= 4; y++) for (let x = -4; x <= 4; x++) set(cx + x, cy + y, ![2, 4].includes(Math.max(Math.abs(x), Math.abs(y))));
  }
  for (const cx of ALIGNMENT[version]) {
    for (const cy of ALIGNMENT[version]) {
      if (at[cy][cx] !== undefined) continue; // a corner is there
      for (let y = -2; y <= 2; y++) for (let x = -2; x <= 2; x++) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  }
  for (let i = 8; i < size - 8; i++) [at[6][i], at[i][6]] = [at[6][i] ?? i % 2 === 0, at[i][6] ?? i % 2 === 0];
  writeFormat(at, 0);
  if (version >= 7) {
    const bits = guarded(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) at[Math.floor(i / 3)][size - 11 + i % 3] = at[size - 11 + i % 3][Math.floor(i / 3)] = Boolean(bits >> i & 1);
  }
  return at;
}

/** Which mask, and that the correction is M: twice, beside the corners. */
function writeFormat(at, mask) {
  const size = at.length, bits = guarded(mask, 0x537, 10) ^ 0x5412, bit = (i) => Boolean(bits >> i & 1);
  for (let i = 0; i < 15; i++) {
    at[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i][8] = bit(i);
    at[8][i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i] = bit(i);
  }
  at[size - 8][8] = true;
}

/** Puts the bits in, in columns of two, up and down, from the right. */
function fill(at, words, mask) {
  const size = at.length, open = at.map((row) => Array.from(row, (one) => one === undefined));
  let i = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (!open[y][x]) continue;
        at[y][x] = Boolean((words[i >> 3] ?? 0) >> (7 - i % 8) & 1) !== (MASKS[mask](x, y) === 0);
        i++;
      }
    }
  }
  writeFormat(at, mask);
  return at;
}

/** How hard it is to read: runs, blocks, what looks like a corner, and too much of one colour. */
function penalty(at) {
  const size = at.length, lines = [...at, ...at.map((_, x) => at.map((row) => row[x]))].map((line) => line.map((one) => (one ? '1' : '0')).join(''));
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) if (['10111010000', '00001011101'].includes(line.slice(i, i + 11))) sum += 40;
  }
  for (let y = 1; y < size; y++) for (let x = 1; x < size; x++) if (at[y][x] === at[y - 1][x] && at[y][x] === at[y][x - 1] && at[y][x] === at[y - 1][x - 1]) sum += 3;
  const dark = at.flat().filter(Boolean).length;
  return sum + 10 * Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size));
}

/** The code of a text: rows of true (dark) and false. `wanted`: that mask, not the one that reads best. Throws if the text is too long. */
export function qr(text, wanted = -1) {
  const bytes = new TextEncoder().encode(text), version = BLOCKS.findIndex((blocks, number) => blocks && sizeOf(blocks) >= bytes.length + (number < 10 ? 2 : 3));
  if (version < 0) throw new Error('too long for a QR code');
  const words = wordsOf(dataOf(bytes, version), version), made = MASKS.map((_, mask) => (wanted < 0 || wanted === mask ? fill(frame(version), words, mask) : null)).filter(Boolean);
  return made.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}
