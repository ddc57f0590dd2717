import { type Bytes, decodeBase64, startsWith } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { webCrypto } from '@bakkum/conversion/web-crypto';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { childOf, descendantsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';
import { inflateSync, type Zippable, zipSync } from 'fflate';
import { decryptCbc, digest } from './block-cipher.ts';
import { fromArgon2, fromPbkdf2, type KeyFrom } from './key-derivation.ts';

/**
 * Password-protected OpenDocument (OpenDocument 1.3 part 2, 3.4 and 4.8): each member of the zip is encrypted separately.
 * LibreOffice encrypts the whole package as one member since 24.8.
 */

const MANIFEST = 'META-INF/manifest.xml';
const AES_256_CBC = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
const AES_256_GCM = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
/** Name of the member that holds the whole encrypted package. */
const WHOLE = 'encrypted-package';
const MAX_UNPACKED_BYTES = 1_000_000_000;
/** The checksum covers this many bytes of a compressed member. */
const CHECKED_BYTES = 1024;
const SEALS = /<(?:\w+:)?encryption-data\b[^]*?<\/(?:\w+:)?encryption-data>/g;

/**
 * Decrypts a package; returns it unchanged if it is not encrypted. Expects a checked zip directory. Errors: `encrypted`,
 * `wrong-password`, `unsupported-feature` (another cipher), `corrupt`.
 */
export async function openOpenDocument(file: Bytes, password: string, signal: AbortSignal): Promise<Bytes> {
  const manifest = unpackParts(file, (name) => name === MANIFEST).get(MANIFEST);
  const xml = manifest && new TextDecoder().decode(manifest);
  if (!xml?.includes('encryption-data')) return file;
  if (password === '') throw new ConversionError('encrypted', 'the package is sealed');
  const sealed = sealsIn(xml);
  const startKeys = new Map<string, Promise<Bytes>>();
  const startKey = (algorithm: string): Promise<Bytes> => {
    const key = startKeys.get(algorithm) ?? digest(algorithm, new TextEncoder().encode(password));
    startKeys.set(algorithm, key);
    return key;
  };
  const whole = sealed.get(WHOLE);
  if (whole) {
    const inner = unpackParts(file, (name) => name === WHOLE).get(WHOLE);
    if (!inner) throw new ConversionError('corrupt', 'no package in the package');
    return new Uint8Array(await openMember(inner, whole, startKey));
  }
  const opened: Zippable = {};
  for (const [name, bytes] of unpackParts(file, (member) => !member.endsWith('/'))) {
    signal.throwIfAborted();
    const seal = sealed.get(name);
    opened[name] = seal ? await openMember(bytes, seal, startKey) : bytes;
  }
  opened[MANIFEST] = new TextEncoder().encode(xml.replaceAll(SEALS, ''));
  return new Uint8Array(zipSync(opened, { level: 0 }));
}

type Seal = {
  /** Unpacked size of the member. */
  readonly size: number;
  readonly startedBy: string;
  readonly vector: Bytes;
  readonly cipher: 'AES-CBC' | 'AES-GCM';
  /** Checksum over the start of the member, and its Web Crypto name. GCM needs none. */
  readonly check?: { readonly by: string; readonly sum: Bytes };
  readonly key: KeyFrom;
};

/** Encryption parameters by member name. */
function sealsIn(xml: string): ReadonlyMap<string, Seal> {
  const entries = [...descendantsOf(parseXml(xml), 'file-entry')];
  const seals = entries.flatMap((entry): [string, Seal][] => {
    const data = childOf(entry, 'encryption-data');
    return data ? [[attribute(entry, 'full-path'), sealOf(entry, data)]] : [];
  });
  const unpacked = seals.reduce((sum, [, { size }]) => sum + size, 0);
  if (!(unpacked <= MAX_UNPACKED_BYTES)) throw new ConversionError('too-large', `unpacks to ${unpacked} bytes`);
  return new Map(seals);
}

const HASHES: readonly (readonly [RegExp, string])[] = [
  [/sha256(?:-1k)?$/i, 'SHA-256'],
  [/sha1(?:-1k|\/1k)?$/i, 'SHA-1'],
];

function hashNamed(name: string): string {
  const hash = HASHES.find(([pattern]) => pattern.test(name))?.[1];
  if (!hash) throw new ConversionError('unsupported-feature', `hash ${name}`);
  return hash;
}

const CIPHERS: Readonly<Record<string, Seal['cipher']>> = { [AES_256_CBC]: 'AES-CBC', [AES_256_GCM]: 'AES-GCM' };

function sealOf(entry: XmlElement, data: XmlElement): Seal {
  const algorithm = childOf(data, 'algorithm');
  const derivation = childOf(data, 'key-derivation');
  const cipher = algorithm && CIPHERS[attribute(algorithm, 'algorithm-name')];
  if (!algorithm || !derivation || !cipher) throw new ConversionError('unsupported-feature', 'sealed by another cipher');
  const start = childOf(data, 'start-key-generation');
  return {
    size: Number(attribute(entry, 'size')),
    startedBy: hashNamed(start ? attribute(start, 'start-key-generation-name') : 'SHA1'),
    vector: base64(attribute(algorithm, 'initialisation-vector')),
    cipher,
    ...(cipher === 'AES-CBC' && {
      check: { by: hashNamed(attribute(data, 'checksum-type')), sum: base64(attribute(data, 'checksum')) },
    }),
    key: derivationOf(derivation),
  };
}

function derivationOf(derivation: XmlElement): KeyFrom {
  const name = attribute(derivation, 'key-derivation-name');
  const salt = base64(attribute(derivation, 'salt'));
  const number = (what: string): number => Number(attribute(derivation, what));
  if (/(?:^|#)pbkdf2$/i.test(name)) return fromPbkdf2(salt, number('iteration-count'));
  if (!/[#:]argon2id$/i.test(name)) throw new ConversionError('unsupported-feature', `sealed by ${name}`);
  return fromArgon2({
    salt,
    rounds: number('argon2-iterations'),
    kibibytes: number('argon2-memory'),
    lanes: number('argon2-lanes'),
  });
}

/** Attributes keep their namespace prefix, which writers choose freely. */
function attribute({ attributes }: XmlElement, name: string): string {
  const found = Object.entries(attributes).find(([key]) => key.slice(key.indexOf(':') + 1) === name);
  return found?.[1] ?? '';
}

async function openMember(sealed: Bytes, seal: Seal, startKey: (algorithm: string) => Promise<Bytes>): Promise<Uint8Array> {
  const key = await seal.key(await startKey(seal.startedBy));
  const packed = seal.cipher === 'AES-GCM' ? await openGcm(key, seal.vector, sealed) : await openCbc(key, seal.vector, sealed);
  if (seal.check) await assertRight(packed, seal.check);
  try {
    return inflateSync(packed, { out: new Uint8Array(seal.size) });
  } catch (cause) {
    throw new ConversionError('corrupt', 'a sealed member does not unpack', { cause });
  }
}

async function openCbc(key: Bytes, vector: Bytes, sealed: Bytes): Promise<Bytes> {
  if (sealed.length === 0 || sealed.length % 16 !== 0 || vector.length !== 16)
    throw new ConversionError('corrupt', 'a member that is cut off');
  const padded = await decryptCbc(key, vector, sealed);
  return padded.subarray(0, padded.length - Math.min(16, padded.at(-1) ?? 0));
}

async function assertRight(packed: Bytes, { by, sum }: { readonly by: string; readonly sum: Bytes }): Promise<void> {
  const found = await digest(by, packed.subarray(0, CHECKED_BYTES));
  if (!startsWith(found, sum)) throw new ConversionError('wrong-password', 'the check differs');
}

const TAG_BYTES = 16;

/** The initialisation vector is repeated before the ciphertext; the tag after it shows whether the key is right. */
async function openGcm(key: Bytes, vector: Bytes, sealed: Bytes): Promise<Bytes> {
  if (vector.length !== 12 || sealed.length <= vector.length + TAG_BYTES)
    throw new ConversionError('corrupt', 'a package that is cut off');
  const imported = await webCrypto().importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  try {
    return new Uint8Array(await webCrypto().decrypt({ name: 'AES-GCM', iv: vector }, imported, sealed.subarray(vector.length)));
  } catch (cause) {
    throw new ConversionError('wrong-password', 'the tag differs', { cause });
  }
}

function base64(text: string): Bytes {
  try {
    return decodeBase64(text);
  } catch (cause) {
    throw new ConversionError('corrupt', 'a manifest that cannot be read', { cause });
  }
}
