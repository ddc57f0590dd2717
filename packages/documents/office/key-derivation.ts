import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { webCrypto } from '@bakkum/conversion/web-crypto';

/** Derives a 256-bit key from the hashed password. */
export type KeyFrom = (start: Bytes) => Promise<Bytes>;

/** More than any writer uses; a file with more would keep the device busy. */
const MAX_ROUNDS = 10_000_000;

export function fromPbkdf2(salt: Bytes, iterations: number): KeyFrom {
  if (!(iterations >= 1 && iterations <= MAX_ROUNDS)) throw new ConversionError('corrupt', `${iterations} rounds`);
  return async (start) => {
    const material = await webCrypto().importKey('raw', start, 'PBKDF2', false, ['deriveBits']);
    return new Uint8Array(await webCrypto().deriveBits({ name: 'PBKDF2', hash: 'SHA-1', salt, iterations }, material, 256));
  };
}

type Argon2 = { readonly salt: Bytes; readonly rounds: number; readonly kibibytes: number; readonly lanes: number };

/** LibreOffice uses 3 rounds over 64 MiB in 4 lanes. */
const MAX_ARGON2_ROUNDS = 100;
const MAX_KIBIBYTES = 1024 * 1024;
const MAX_LANES = 64;
const MIN_SALT_BYTES = 8;

/** Argon2id 1.3 (RFC 9106), which Web Crypto lacks. */
export function fromArgon2({ salt, rounds, kibibytes, lanes }: Argon2): KeyFrom {
  const fits = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most;
  const isSound = fits(rounds, MAX_ARGON2_ROUNDS) && fits(lanes, MAX_LANES) && fits(kibibytes, MAX_KIBIBYTES);
  if (!isSound || kibibytes < 8 * lanes || salt.length < MIN_SALT_BYTES)
    throw new ConversionError('corrupt', `Argon2 with ${rounds} rounds over ${kibibytes} KiB in ${lanes} lanes`);
  return async (start) => {
    const { argon2id } = await import('@noble/hashes/argon2.js');
    return new Uint8Array(argon2id(start, salt, { t: rounds, m: kibibytes, p: lanes, dkLen: 32 }));
  };
}
