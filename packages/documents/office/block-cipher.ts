import { type Bytes, concat } from '@bakkum/bytes/bytes';
import { webCrypto } from '@bakkum/conversion/web-crypto';

/** AES as used by office encryption, on top of Web Crypto, which supports CBC only with padding. */

const BLOCK = 16;

/** CBC without padding; the length is a multiple of 16. */
export async function decryptCbc(key: Bytes, vector: Bytes, data: Bytes): Promise<Bytes> {
  const imported = await webCrypto().importKey('raw', key, 'AES-CBC', false, ['encrypt', 'decrypt']);
  // Appends a block that decrypts to padding only, obtained by encrypting nothing.
  const last = data.slice(-BLOCK);
  const padding = new Uint8Array(await webCrypto().encrypt({ name: 'AES-CBC', iv: last }, imported, new Uint8Array()));
  const padded = new Uint8Array(data.length + BLOCK);
  padded.set(data);
  padded.set(padding, data.length);
  return new Uint8Array(await webCrypto().decrypt({ name: 'AES-CBC', iv: vector }, imported, padded));
}

/** ECB, implemented as CBC with the chaining undone. */
export async function decryptEcb(key: Bytes, data: Bytes): Promise<Bytes> {
  const chained = await decryptCbc(key, new Uint8Array(BLOCK), data);
  for (let at = BLOCK; at < chained.length; at += 1) chained[at] = (chained[at] ?? 0) ^ (data[at - BLOCK] ?? 0);
  return chained;
}

export async function digest(algorithm: string, ...parts: readonly Uint8Array[]): Promise<Bytes> {
  return new Uint8Array(await webCrypto().digest(algorithm, concat(parts)));
}
