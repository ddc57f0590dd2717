import { ConversionError } from '@bakkum/conversion/errors';
import { childOf, descendantsOf, parseXml, type XmlElement } from '@bakkum/document-input/xml';
import { inflateSync, unzipSync, type Zippable, zipSync } from 'fflate';
import { decryptCbc, digest } from './block-cipher.ts';

/** OpenDocument under a password (OpenDocument 1.3 part 2, 3.4 and 4.8): each member of the zip is sealed by itself. */

type Bytes = Uint8Array<ArrayBuffer>;

const MANIFEST = 'META-INF/manifest.xml';
const AES_256_CBC = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
/** More than any writer asks for; a file that does would keep the device busy. */
const MAX_ROUNDS = 10_000_000;
const MAX_UNPACKED_BYTES = 1_000_000_000;
/** The check is over so much of a member, packed. */
const CHECKED_BYTES = 1024;
const SEALS = /<(?:\w+:)?encryption-data\b[^]*?<\/(?:\w+:)?encryption-data>/g;

/**
 * The same package without its seal; the package itself when it has none. The zip's directory was looked at before.
 * Errors: `encrypted`, `wrong-password`, `unsupported-feature` (another cipher), `corrupt`.
 */
export async function openOpenDocument(file: Bytes, password: string, signal: AbortSignal): Promise<Bytes> {
  const manifest = membersOf(file, (name) => name === MANIFEST)[MANIFEST];
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
  const opened: Zippable = {};
  for (const [name, bytes] of Object.entries(membersOf(file, (member) => !member.endsWith('/')))) {
    signal.throwIfAborted();
    const seal = sealed.get(name);
    opened[name] = seal ? await openMember(new Uint8Array(bytes), seal, startKey) : bytes;
  }
  opened[MANIFEST] = new TextEncoder().encode(xml.replaceAll(SEALS, ''));
  return new Uint8Array(zipSync(opened, { level: 0 }));
}

function membersOf(file: Bytes, isWanted: (name: string) => boolean): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(file, { filter: ({ name }) => isWanted(name) });
  } catch (cause) {
    throw new ConversionError('corrupt', 'a zip that does not open', { cause });
  }
}

type Seal = {
  /** Of the member, unpacked. */
  readonly size: number;
  /** As Web Crypto names it. */
  readonly checkedBy: string;
  readonly check: Bytes;
  readonly startedBy: string;
  readonly vector: Bytes;
  readonly salt: Bytes;
  readonly rounds: number;
};

/** By name of the member. */
function sealsIn(xml: string): ReadonlyMap<string, Seal> {
  const entries = [...descendantsOf(parsed(xml), 'file-entry')];
  const seals = entries.flatMap((entry): [string, Seal][] => {
    const data = childOf(entry, 'encryption-data');
    return data ? [[attribute(entry, 'full-path'), sealOf(entry, data)]] : [];
  });
  const unpacked = seals.reduce((sum, [, { size }]) => sum + size, 0);
  if (!(unpacked <= MAX_UNPACKED_BYTES)) throw new ConversionError('too-large', `unpacks to ${unpacked} bytes`);
  return new Map(seals);
}

function parsed(xml: string): XmlElement {
  try {
    return parseXml(xml);
  } catch (cause) {
    throw new ConversionError('corrupt', 'a manifest that is no XML', { cause });
  }
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

function sealOf(entry: XmlElement, data: XmlElement): Seal {
  const algorithm = childOf(data, 'algorithm');
  const derivation = childOf(data, 'key-derivation');
  const cipher = algorithm ? attribute(algorithm, 'algorithm-name') : '';
  const method = derivation ? attribute(derivation, 'key-derivation-name') : '';
  if (!algorithm || !derivation || cipher !== AES_256_CBC || !/(?:^|#)pbkdf2$/i.test(method))
    throw new ConversionError('unsupported-feature', `sealed by ${cipher} and ${method}`);
  const rounds = Number(attribute(derivation, 'iteration-count'));
  if (!(rounds >= 1 && rounds <= MAX_ROUNDS)) throw new ConversionError('corrupt', `${rounds} rounds`);
  const start = childOf(data, 'start-key-generation');
  return {
    size: Number(attribute(entry, 'size')),
    checkedBy: hashNamed(attribute(data, 'checksum-type')),
    check: base64(attribute(data, 'checksum')),
    startedBy: hashNamed(start ? attribute(start, 'start-key-generation-name') : 'SHA1'),
    vector: base64(attribute(algorithm, 'initialisation-vector')),
    salt: base64(attribute(derivation, 'salt')),
    rounds,
  };
}

/** Attributes keep their prefix, which is the writer's choice. */
function attribute({ attributes }: XmlElement, name: string): string {
  const found = Object.entries(attributes).find(([key]) => key.slice(key.indexOf(':') + 1) === name);
  return found?.[1] ?? '';
}

async function openMember(sealed: Bytes, seal: Seal, startKey: (algorithm: string) => Promise<Bytes>): Promise<Uint8Array> {
  if (sealed.length === 0 || sealed.length % 16 !== 0 || seal.vector.length !== 16)
    throw new ConversionError('corrupt', 'a member that is cut off');
  const material = await crypto.subtle.importKey('raw', await startKey(seal.startedBy), 'PBKDF2', false, ['deriveBits']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-1', salt: seal.salt, iterations: seal.rounds };
  const key = new Uint8Array(await crypto.subtle.deriveBits(derivation, material, 256));
  const padded = await decryptCbc(key, seal.vector, sealed);
  const packed = padded.subarray(0, padded.length - Math.min(16, padded.at(-1) ?? 0));
  const found = await digest(seal.checkedBy, packed.subarray(0, CHECKED_BYTES));
  if (!seal.check.every((byte, index) => found[index] === byte)) throw new ConversionError('wrong-password', 'the check differs');
  try {
    return inflateSync(packed, { out: new Uint8Array(seal.size) });
  } catch (cause) {
    throw new ConversionError('corrupt', 'a sealed member does not unpack', { cause });
  }
}

function base64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch (cause) {
    throw new ConversionError('corrupt', 'a manifest that cannot be read', { cause });
  }
}
