// ed25519.mjs: the page's Ed25519 and SHA-512 against node's, which are OpenSSL's.
//
// usage: node ed25519.mjs WEB

import crypto from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, finish } from './check.mjs';

const { publicKey, sha512, sign, toHex, fromHex } = await import(pathToFileURL(path.join(process.argv[2], 'ed25519.mjs')));

const same = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)) === 0;
const DER = Buffer.from('302e020100300506032b657004220420', 'hex'); // what stands before a seed in PKCS 8

for (let n = 0; n < 300; n += 1 + (n > 140 ? 13 : 0)) {
  const bytes = crypto.randomBytes(n);
  check(same(sha512(bytes), crypto.createHash('sha512').update(bytes).digest()), `SHA-512 of ${n} bytes`);
}
for (let i = 0; i < 12; i++) {
  const seed = crypto.randomBytes(32), bytes = crypto.randomBytes(i * 37);
  const key = crypto.createPrivateKey({ key: Buffer.concat([DER, seed]), format: 'der', type: 'pkcs8' });
  const open = crypto.createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  check(same(publicKey(seed), open), `the public key of seed ${i}`);
  check(same(sign(seed, bytes), crypto.sign(null, bytes, key)), `a signature of ${bytes.length} bytes`);
}
// RFC 8032, 7.1, the second test.
const seed = fromHex('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb');
check(toHex(publicKey(seed)) === '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', 'the public key of the RFC');
check(toHex(sign(seed, fromHex('72'))).startsWith('92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da'), 'the signature of the RFC');
finish();
