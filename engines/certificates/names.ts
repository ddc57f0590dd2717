import type { Value } from '@bakkum/data-tree/value';
import { type Asn1, hexOf, objectId, partsOf, stringOf } from './der.ts';
import { objectName } from './object-names.ts';

/** Returns the parts of a distinguished name in order; parts of the same type form a list. */
export function distinguishedName(name: Asn1 | undefined): Value {
  const table = new Map<string, Value>();
  for (const set of partsOf(name))
    for (const pair of partsOf(set)) {
      const [kind, value] = partsOf(pair);
      const key = objectName(objectId(kind));
      const text = value ? stringOf(value) : '';
      const known = table.get(key);
      table.set(key, known === undefined ? text : Array.isArray(known) ? [...known, text] : [known, text]);
    }
  return table;
}

/** Returns general names such as the alternative names of a certificate (RFC 5280, 4.2.1.6) as `kind:value`. */
export function generalNames(value: Asn1 | undefined): readonly Value[] {
  return partsOf(value).map(generalName);
}

const KINDS: Readonly<Record<number, string>> = { 1: 'email', 2: 'DNS', 6: 'URI' };
const DIRECTORY = 4;
const ADDRESS = 7;
const REGISTERED = 8;

export function generalName(name: Asn1): Value {
  const kind = KINDS[name.tag];
  if (kind) return `${kind}:${stringOf(name)}`;
  if (name.tag === DIRECTORY) return new Map([['directory', distinguishedName(name.inner?.[0])]]);
  if (name.tag === ADDRESS) return `IP:${addressOf(name.content)}`;
  if (name.tag === REGISTERED) return `OID:${objectId({ ...name, kind: 0, tag: 6 })}`;
  return `other:${hexOf(name.content)}`;
}

function addressOf(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  return hexOf(bytes).replaceAll(/(....)(?=.)/g, '$1:');
}
