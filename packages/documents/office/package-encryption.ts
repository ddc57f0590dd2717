import { type Bytes, decodeBase64, startsWith, uint32LE, utf16le, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { decryptCbc, decryptEcb, digest } from './block-cipher.ts';
import { readStream } from './compound-file.ts';

/** Password-protected Office Open XML ([MS-OFFCRYPTO] 2.3): the zip is a stream of a compound file. */

/** Excel's password for workbooks that are protected but have no password to open ([MS-OFFCRYPTO] 2.4.2.3). */
const DEFAULT_PASSWORD = 'VelvetSweatshop';

/**
 * @param password empty if none is known; the default password is then tried. Errors: `encrypted`, `wrong-password`,
 * `unsupported-feature` (another cipher), `corrupt`.
 */
export async function decryptPackage(file: Bytes, password: string, signal: AbortSignal): Promise<Bytes> {
  if (password !== '') return decryptWith(file, password, signal);
  return decryptWith(file, DEFAULT_PASSWORD, signal).catch((failure: unknown) => {
    if (!(failure instanceof ConversionError && failure.code === 'wrong-password')) throw failure;
    throw new ConversionError('encrypted', 'the package asks for a password');
  });
}

async function decryptWith(file: Bytes, password: string, signal: AbortSignal): Promise<Bytes> {
  const info = readStream(file, 'EncryptionInfo');
  const sealed = readStream(file, 'EncryptedPackage');
  if (!info || !sealed || info.length < 8 || sealed.length < 8) throw new ConversionError('corrupt', 'no encrypted package');
  const view = new DataView(info.buffer);
  const version = `${view.getUint16(0, true)}.${view.getUint16(2, true)}`;
  const size = Number(new DataView(sealed.buffer).getBigUint64(0, true));
  const whole = Math.floor((sealed.length - 8) / 16) * 16;
  const open = version === '4.4' ? openAgile : openStandard;
  if (version !== '4.4' && !/^[2-4]\.2$/.test(version)) throw new ConversionError('unsupported-feature', `encryption ${version}`);
  const decrypted = await open(info.subarray(8), password, sealed.slice(8, 8 + whole), signal);
  return decrypted.slice(0, size);
}

/** UTF-16, the input of every key derivation here. */

const ABORT_CHECK_INTERVAL = 5000;

/**
 * Hundreds of thousands of hashes of a few bytes each; calling Web Crypto for each takes several times as long as computing them
 * here.
 */
async function stretched(algorithm: string, salt: Bytes, password: string, rounds: number, signal: AbortSignal): Promise<Bytes> {
  const { HASHES_AT_ONCE } = await import('./hashes-at-once.ts');
  const hashed = HASHES_AT_ONCE[algorithm];
  if (!hashed) throw new ConversionError('unsupported-feature', `hash ${algorithm}`);
  let hash = await digest(algorithm, salt, utf16le(password));
  const block = new Uint8Array(4 + hash.length);
  const view = new DataView(block.buffer);
  for (let round = 0; round < rounds; round += 1) {
    if (round % ABORT_CHECK_INTERVAL === 0) await letOthersIn(signal);
    view.setUint32(0, round, true);
    block.set(hash, 4);
    hash = hashed(block);
  }
  return hash;
}

/** A cancellation arrives as a message, so the event loop must run. */
async function letOthersIn(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  signal.throwIfAborted();
}

const STANDARD_ROUNDS = 50_000;
const AES_IDS: ReadonlySet<number> = new Set([0x660e, 0x660f, 0x6610]);

/** [MS-OFFCRYPTO] 2.3.4.5 to 2.3.4.9: AES in ECB, keys from SHA-1. */
async function openStandard(info: Bytes, password: string, sealed: Bytes, signal: AbortSignal): Promise<Bytes> {
  const view = viewOf(info);
  const headerBytes = view.getUint32(0, true);
  const keyBytes = view.getUint32(4 + 16, true) / 8;
  if (!AES_IDS.has(view.getUint32(4 + 8, true))) throw new ConversionError('unsupported-feature', 'not AES');
  const verifier = 4 + headerBytes;
  const salt = info.slice(verifier + 4, verifier + 20);
  const hash = await digest('SHA-1', await stretched('SHA-1', salt, password, STANDARD_ROUNDS, signal), uint32LE(0));
  const key = await standardKey(hash, keyBytes);
  const expected = await digest('SHA-1', await decryptEcb(key, info.slice(verifier + 20, verifier + 36)));
  const found = await decryptEcb(key, info.slice(verifier + 40, verifier + 72));
  assertSame(expected, found);
  return decryptEcb(key, sealed);
}

async function standardKey(hash: Bytes, keyBytes: number): Promise<Bytes> {
  const part = (fill: number): Promise<Bytes> => {
    const mask = new Uint8Array(64).fill(fill);
    for (const [index, byte] of hash.entries()) mask[index] = byte ^ fill;
    return digest('SHA-1', mask);
  };
  const key = new Uint8Array(40);
  key.set(await part(0x36));
  key.set(await part(0x5c), 20);
  return key.slice(0, keyBytes);
}

function assertSame(expected: Bytes, found: Bytes): void {
  if (!startsWith(found, expected)) throw new ConversionError('wrong-password', 'the check differs');
}

/** Constants of [MS-OFFCRYPTO] 2.3.4.13 that identify the purpose of each key. */
const FOR_CHECK_INPUT = new Uint8Array([0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79]);
const FOR_CHECK_VALUE = new Uint8Array([0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e]);
const FOR_KEY = new Uint8Array([0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6]);
const SEGMENT = 4096;
const MAX_ROUNDS = 10_000_000;

/** [MS-OFFCRYPTO] 2.3.4.10 to 2.3.4.15: AES in CBC by segments, with parameters in XML. */
async function openAgile(info: Bytes, password: string, sealed: Bytes, signal: AbortSignal): Promise<Bytes> {
  const xml = new TextDecoder().decode(info);
  const data = cipherOf(xml, 'keyData');
  const own = cipherOf(xml, 'encryptedKey');
  const rounds = Number(own.attribute('spinCount'));
  if (!(rounds <= MAX_ROUNDS)) throw new ConversionError('corrupt', `${rounds} rounds`);
  const hash = await stretched(own.hash, own.salt, password, rounds, signal);
  const opened = async (attribute: string, purpose: Bytes): Promise<Bytes> => {
    const key = fitted(await digest(own.hash, hash, purpose), own.keyBytes);
    return decryptCbc(key, fitted(own.salt, own.blockBytes), decodeBase64(own.attribute(attribute)));
  };
  const check = await opened('encryptedVerifierHashInput', FOR_CHECK_INPUT);
  assertSame(
    await digest(own.hash, check.slice(0, own.salt.length)),
    await opened('encryptedVerifierHashValue', FOR_CHECK_VALUE),
  );
  const key = (await opened('encryptedKeyValue', FOR_KEY)).slice(0, data.keyBytes);
  const result = new Uint8Array(sealed.length);
  for (let at = 0; at < sealed.length; at += SEGMENT) {
    signal.throwIfAborted();
    const vector = fitted(await digest(data.hash, data.salt, uint32LE(at / SEGMENT)), data.blockBytes);
    result.set(await decryptCbc(key, vector, sealed.slice(at, at + SEGMENT)), at);
  }
  return result;
}

type Cipher = {
  /** Its Web Crypto name. */
  readonly hash: string;
  readonly salt: Bytes;
  readonly keyBytes: number;
  readonly blockBytes: number;
  attribute(name: string): string;
};

const HASHES: Readonly<Record<string, string>> = { SHA1: 'SHA-1', SHA256: 'SHA-256', SHA384: 'SHA-384', SHA512: 'SHA-512' };

function cipherOf(xml: string, element: string): Cipher {
  const attributes = new RegExp(`<(?:\\w+:)?${element}\\b([^<>]*)>`).exec(xml)?.[1];
  if (attributes === undefined) throw new ConversionError('corrupt', `no ${element}`);
  const attribute = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
  const hash = HASHES[attribute('hashAlgorithm').replace('-', '')];
  if (!hash || attribute('cipherAlgorithm') !== 'AES' || attribute('cipherChaining') !== 'ChainingModeCBC') {
    throw new ConversionError('unsupported-feature', `cipher of ${element}`);
  }
  return {
    hash,
    salt: decodeBase64(attribute('saltValue')),
    keyBytes: Number(attribute('keyBits')) / 8,
    blockBytes: Number(attribute('blockSize')),
    attribute,
  };
}

/** Truncated, or padded with 0x36. */
function fitted(bytes: Bytes, length: number): Bytes {
  const result = new Uint8Array(length).fill(0x36);
  result.set(bytes.subarray(0, length));
  return result;
}
