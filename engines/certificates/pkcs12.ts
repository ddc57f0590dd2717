// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./forge.d.ts" />
import { type Bytes, decodeLatin1 } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import forge from 'node-forge/lib/forge.js';
import 'node-forge/lib/pbe.js';
import { type Asn1, damaged, integerOf, isContext, isUniversal, objectId, octetsOf, partsOf, readAsn1, TAG } from './der.ts';
import { algorithmName } from './keys.ts';
import type { PemBlock } from './pem.ts';

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED = '1.2.840.113549.1.7.6';
/** Bag types of RFC 7292, 4.2. */
const BAG = {
  key: '1.2.840.113549.1.12.10.1.1',
  shroudedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
  list: '1.2.840.113549.1.12.10.1.4',
  bags: '1.2.840.113549.1.12.10.1.6',
} as const;
/** Iteration limit: deriving a key with this many takes a minute. */
const MAX_ROUNDS = 5_000_000;

/**
 * Reads the keys and certificates of a store in order. An empty password is tried both as an empty string and as no password.
 * Errors: `encrypted` if a password is required and missing, `wrong-password`, `corrupt`.
 */
export function readPkcs12(bytes: Bytes, password: string): readonly PemBlock[] {
  const [version, safe] = partsOf(readAsn1(bytes));
  if (integerOf(version) !== 3n || objectId(partsOf(safe)[0]) !== DATA)
    throw new ConversionError('unsupported-feature', 'a store that is signed by a key');
  const contents = partsOf(readAsn1(octetsOf(innerOctets(safe))));
  const passwords = password === '' ? ['', null] : [password];
  for (const tried of passwords) {
    const blocks = openAll(contents, tried);
    if (blocks) return blocks;
  }
  throw new ConversionError(password === '' ? 'encrypted' : 'wrong-password', 'the password does not open it');
}

function innerOctets(info: Asn1 | undefined): Asn1 {
  const content = partsOf(info)[1]?.inner?.[0];
  if (!content) throw damaged('a store of nothing');
  return content;
}

/** `undefined` if the password is wrong. */
function openAll(contents: readonly Asn1[], password: string | null): readonly PemBlock[] | undefined {
  const blocks: PemBlock[] = [];
  for (const info of contents) {
    const bags = bagsIn(info, password);
    if (!bags) return undefined;
    for (const bag of bags) {
      const found = blocksOf(bag, password, 0);
      if (!found) return undefined;
      blocks.push(...found);
    }
  }
  return blocks;
}

function bagsIn(info: Asn1, password: string | null): readonly Asn1[] | undefined {
  const id = objectId(partsOf(info)[0]);
  if (id === DATA) return partsOf(readAsn1(octetsOf(innerOctets(info))));
  if (id !== ENCRYPTED) throw new ConversionError('copy-protected', 'encrypted for a recipient');
  const [, algorithm, content] = partsOf(partsOf(innerOctets(info))[1]);
  if (!content) throw damaged('nothing is encrypted in it');
  const plain = decrypted(algorithm, octetsOf(content), password);
  return plain && partsOf(plain);
}

function blocksOf(bag: Asn1, password: string | null, depth: number): readonly PemBlock[] | undefined {
  const [id, wrapped] = partsOf(bag);
  const value = isContext(wrapped, 0) ? wrapped.inner?.[0] : undefined;
  if (!value || depth > 8) return [];
  switch (objectId(id)) {
    case BAG.key:
      return [block('PRIVATE KEY', value)];
    case BAG.shroudedKey: {
      const [algorithm, content] = partsOf(value);
      const key = decrypted(algorithm, octetsOf(content ?? value), password);
      return key && [block('PRIVATE KEY', key)];
    }
    case BAG.certificate:
      return enclosed('CERTIFICATE', value);
    case BAG.list:
      return enclosed('X509 CRL', value);
    case BAG.bags:
      return partsOf(value).flatMap((inner) => blocksOf(inner, password, depth + 1) ?? []);
    default:
      return []; // application secrets
  }
}

const block = (label: string, value: Asn1): PemBlock => ({ label, bytes: value.whole, isEncrypted: false });

function enclosed(label: string, value: Asn1): readonly PemBlock[] {
  const octets = partsOf(value)[1]?.inner?.[0];
  return octets ? [{ label, bytes: octetsOf(octets), isEncrypted: false }] : [];
}

/** `undefined` if the password is wrong. Errors: `unsupported-feature` for obsolete ciphers. */
function decrypted(algorithm: Asn1 | undefined, content: Bytes, password: string | null): Asn1 | undefined {
  const [id, parameters] = partsOf(algorithm);
  if (!parameters || roundsIn(parameters) > MAX_ROUNDS) throw new ConversionError('too-large', 'a key derived too often');
  let cipher: ReturnType<typeof forge.pki.pbe.getCipher>;
  try {
    cipher = forge.pki.pbe.getCipher(objectId(id), forge.asn1.fromDer(decodeLatin1(parameters.whole)), spelled(id, password));
  } catch (cause) {
    throw new ConversionError('unsupported-feature', `encrypted by ${algorithmName(algorithm)}`, { cause });
  }
  cipher.update(forge.util.createBuffer(decodeLatin1(content)));
  if (!cipher.finish()) return undefined;
  return sequenceIn(Uint8Array.from(cipher.output.getBytes(), (character) => character.charCodeAt(0)));
}

const PBES2 = '1.2.840.113549.1.5.13';

/** PBES2 takes the password as bytes; the older PKCS #12 schemes take characters and distinguish an empty password from none. */
function spelled(id: Asn1 | undefined, password: string | null): string | null {
  return objectId(id) === PBES2 ? decodeLatin1(new TextEncoder().encode(password ?? '')) : password;
}

/** Returns the iteration count, the largest number among the parameters. */
function roundsIn(value: Asn1): number {
  if (value.inner) return Math.max(0, ...value.inner.map(roundsIn));
  return isUniversal(value, TAG.integer) ? Number(integerOf(value)) : 0;
}

/** Parses decrypted bytes; after a wrong password they are almost never a valid sequence. */
function sequenceIn(bytes: Bytes): Asn1 | undefined {
  try {
    const value = readAsn1(bytes);
    return isUniversal(value, TAG.sequence) && value.whole.length === bytes.length ? value : undefined;
  } catch {
    return undefined;
  }
}
