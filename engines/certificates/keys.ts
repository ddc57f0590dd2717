import type { Table, Value } from '@bakkum/data-tree/value';
import { type Asn1, bitLength, damaged, integerOf, isContext, isUniversal, objectId, partsOf, readAsn1, TAG } from './der.ts';
import { objectName } from './object-names.ts';

/** Returns the name of an algorithm with its named parameter, such as the curve of a key. */
export function algorithmName(value: Asn1 | undefined): string {
  return objectName(objectId(partsOf(value)[0]));
}

const CURVE_BITS: Readonly<Record<string, number>> = {
  'P-192': 192,
  'P-224': 224,
  'P-256': 256,
  'P-384': 384,
  'P-521': 521,
  secp256k1: 256,
};

function parameterName(algorithm: Asn1 | undefined): string | undefined {
  const [, parameter] = partsOf(algorithm);
  return isUniversal(parameter, TAG.object) ? objectName(objectId(parameter)) : undefined;
}

/** SubjectPublicKeyInfo: the type and length of a public key. */
export function publicKey(value: Asn1 | undefined): Value {
  const [algorithm, bits] = partsOf(value);
  const name = algorithmName(algorithm);
  const table = new Map<string, Value>([['algorithm', name]]);
  const curve = name === 'EC' ? parameterName(algorithm) : undefined;
  if (curve) table.set('curve', curve);
  if (name === 'RSA' && bits) {
    const [modulus, exponent] = partsOf(readAsn1(bits.content.slice(1)));
    table.set('bits', bitLength(modulus));
    table.set('exponent', Number(integerOf(exponent)));
  } else if (curve && CURVE_BITS[curve]) table.set('bits', CURVE_BITS[curve]);
  return table;
}

/** Describes a private key by type and length. The secret itself is omitted because the output is for reading. */
export function privateKey(value: Asn1): Table {
  const [version, second, third] = partsOf(value);
  if (!isUniversal(version, TAG.integer)) throw damaged('no version of a key');
  if (isUniversal(second, TAG.sequence)) return wrappedKey(second, third);
  if (isUniversal(second, TAG.octets)) return curveKey(value);
  if (partsOf(value).length >= 9) return keyTable('RSA', { bits: bitLength(second) });
  return keyTable('DSA', { bits: bitLength(second) });
}

function wrappedKey(algorithm: Asn1, key: Asn1 | undefined): Table {
  const name = algorithmName(algorithm);
  if (name === 'RSA' && key) return keyTable(name, { bits: bitLength(partsOf(readAsn1(key.content))[1]) });
  const curve = parameterName(algorithm);
  return keyTable(name, curve ? { curve } : {});
}

function curveKey(value: Asn1): Table {
  const named = partsOf(value).find((part) => isContext(part, 0))?.inner?.[0];
  return keyTable('EC', isUniversal(named, TAG.object) ? { curve: objectName(objectId(named)) } : {});
}

function keyTable(algorithm: string, more: Readonly<Record<string, Value>>): Table {
  return new Map<string, Value>([['type', 'private key'], ['algorithm', algorithm], ...Object.entries(more)]);
}
