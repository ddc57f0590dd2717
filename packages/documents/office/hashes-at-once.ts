import type { Bytes } from '@bakkum/bytes/bytes';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';

/** Synchronous hashes by their Web Crypto names. Web Crypto is asynchronous, which is too slow for chains of hashes. */
export const HASHES_AT_ONCE: Readonly<Record<string, (bytes: Uint8Array) => Bytes>> = {
  'SHA-1': (bytes) => new Uint8Array(sha1(bytes)),
  'SHA-256': (bytes) => new Uint8Array(sha256(bytes)),
  'SHA-384': (bytes) => new Uint8Array(sha384(bytes)),
  'SHA-512': (bytes) => new Uint8Array(sha512(bytes)),
};
