import type { Value } from '@bakkum/data-tree/value';
import { type Asn1, hexOf, integerOf, isContext, isUniversal, objectId, partsOf, readAsn1, stringOf, TAG } from './der.ts';
import { distinguishedName, generalName, generalNames } from './names.ts';
import { objectName } from './object-names.ts';

/** Returns extensions by name: common ones in words, others as hexadecimal bytes. */
export function extensionsOf(list: Asn1 | undefined): Value {
  return new Map(
    partsOf(list).map((extension) => {
      const parts = partsOf(extension);
      const id = objectId(parts[0]);
      const isCritical = isUniversal(parts[1], TAG.boolean) && parts[1].content[0] !== 0;
      const bytes = parts.at(-1)?.content ?? new Uint8Array();
      const value = valueOf(id, bytes);
      return [
        objectName(id),
        isCritical
          ? new Map<string, Value>([
              ['critical', true],
              ['value', value],
            ])
          : value,
      ];
    }),
  );
}

const USES = [
  'digital signature',
  'non repudiation',
  'key encipherment',
  'data encipherment',
  'key agreement',
  'certificate signing',
  'CRL signing',
  'encipher only',
  'decipher only',
] as const;

const READERS: Readonly<Record<string, (value: Asn1) => Value>> = {
  '2.5.29.14': (value) => hexOf(value.content),
  '2.5.29.15': (value) => USES.filter((_, bit) => ((value.content[1 + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1),
  '2.5.29.17': generalNames,
  '2.5.29.18': generalNames,
  '2.5.29.19': basicConstraints,
  '2.5.29.20': (value) => integerOf(value).toString(),
  '2.5.29.31': (value) => partsOf(value).flatMap(distributionPoint),
  '2.5.29.32': (value) => partsOf(value).map((policy) => objectName(objectId(partsOf(policy)[0]))),
  '2.5.29.35': authorityKey,
  '2.5.29.37': (value) => partsOf(value).map((use) => objectName(objectId(use))),
  '1.3.6.1.5.5.7.1.1': access,
  '1.3.6.1.5.5.7.1.11': access,
  '2.16.840.1.113730.1.13': stringOf,
};

function valueOf(id: string, bytes: Uint8Array<ArrayBuffer>): Value {
  const read = READERS[id];
  return read ? read(readAsn1(bytes)) : hexOf(bytes);
}

function basicConstraints(value: Asn1): Value {
  const [authority, depth] = partsOf(value);
  const isAuthority = isUniversal(authority, TAG.boolean) && authority.content[0] !== 0;
  const table = new Map<string, Value>([['authority', isAuthority]]);
  if (depth) table.set('pathLength', Number(integerOf(depth)));
  return table;
}

function authorityKey(value: Asn1): Value {
  const key = partsOf(value).find((part) => isContext(part, 0));
  const names = partsOf(value).find((part) => isContext(part, 1));
  if (key && !names) return hexOf(key.content);
  const issuer = names?.inner?.[0];
  return new Map<string, Value>([
    ['key', key ? hexOf(key.content) : null],
    ['issuer', issuer?.inner && issuer.tag === 4 ? distinguishedName(issuer.inner[0]) : null],
  ]);
}

function distributionPoint(point: Asn1): readonly Value[] {
  const full = partsOf(point)
    .find((part) => isContext(part, 0))
    ?.inner?.find((part) => isContext(part, 0));
  return full?.inner?.map(generalName) ?? [];
}

function access(value: Asn1): Value {
  return partsOf(value).map((description) => {
    const [method, place] = partsOf(description);
    return new Map<string, Value>([
      ['method', objectName(objectId(method))],
      ['place', place ? generalName(place) : null],
    ]);
  });
}
