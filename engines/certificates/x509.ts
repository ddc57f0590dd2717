import { webCrypto } from '@bakkum/conversion/web-crypto';
import { Moment, type Table, type Value } from '@bakkum/data-tree/value';
import { type Asn1, hexOf, integerOf, isContext, isUniversal, objectId, partsOf, TAG, timeOf } from './der.ts';
import { extensionsOf } from './extensions.ts';
import { algorithmName, publicKey } from './keys.ts';
import { distinguishedName } from './names.ts';
import { objectName } from './object-names.ts';

const moment = (value: Asn1 | undefined): Moment => new Moment(timeOf(value), 'instant');
const serial = (value: Asn1 | undefined): string => {
  integerOf(value);
  return hexOf(value?.content ?? new Uint8Array()).replace(/^00(?=.)/, '');
};

/** Describes all fields of a certificate (RFC 5280, 4.1) and its fingerprints. */
export async function certificate(value: Asn1): Promise<Table> {
  const [body, algorithm] = partsOf(value);
  const parts = partsOf(body);
  const hasVersion = isContext(parts[0], 0);
  const [number, , issuer, validity, subject, key, ...rest] = hasVersion ? parts.slice(1) : parts;
  const extensions = rest.find((part) => isContext(part, 3))?.inner?.[0];
  const [notBefore, notAfter] = partsOf(validity);
  return new Map<string, Value>([
    ['type', 'certificate'],
    ['version', hasVersion ? Number(integerOf(parts[0]?.inner?.[0])) + 1 : 1],
    ['serialNumber', serial(number)],
    ['subject', distinguishedName(subject)],
    ['issuer', distinguishedName(issuer)],
    ['notBefore', moment(notBefore)],
    ['notAfter', moment(notAfter)],
    ['publicKey', publicKey(key)],
    ['signatureAlgorithm', algorithmName(algorithm)],
    ...(extensions ? [['extensions', extensionsOf(extensions)] as const] : []),
    ['fingerprints', await fingerprints(value.whole)],
  ]);
}

async function fingerprints(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  const entry = async (name: string): Promise<readonly [string, Value]> => [
    name,
    hexOf(new Uint8Array(await webCrypto().digest(name, bytes))),
  ];
  return new Map(await Promise.all([entry('SHA-1'), entry('SHA-256')]));
}

/** Describes a certificate request (RFC 2986). */
export function certificateRequest(value: Asn1): Table {
  const [body, algorithm] = partsOf(value);
  const [, subject, key, attributes] = partsOf(body);
  const asked = (attributes?.inner ?? []).find((each) => objectName(objectId(partsOf(each)[0])) === 'extensionRequest');
  const extensions = asked ? partsOf(partsOf(asked)[1])[0] : undefined;
  return new Map<string, Value>([
    ['type', 'certificate request'],
    ['subject', distinguishedName(subject)],
    ['publicKey', publicKey(key)],
    ['signatureAlgorithm', algorithmName(algorithm)],
    ...(extensions ? [['extensions', extensionsOf(extensions)] as const] : []),
  ]);
}

const isTime = (value: Asn1 | undefined): value is Asn1 => isUniversal(value, TAG.utcTime) || isUniversal(value, TAG.time);

/** Describes a certificate revocation list (RFC 5280, 5.1). */
export function revocationList(value: Asn1): Table {
  const [body, algorithm] = partsOf(value);
  const parts = partsOf(body);
  const [, issuer, ...rest] = isUniversal(parts[0], TAG.integer) ? parts.slice(1) : parts;
  const times = rest.filter(isTime);
  const revoked = rest.find((part) => isUniversal(part, TAG.sequence));
  const extensions = rest.find((part) => isContext(part, 0))?.inner?.[0];
  return new Map<string, Value>([
    ['type', 'certificate revocation list'],
    ['issuer', distinguishedName(issuer)],
    ['thisUpdate', moment(times[0])],
    ['nextUpdate', times[1] ? moment(times[1]) : null],
    ['signatureAlgorithm', algorithmName(algorithm)],
    ['revoked', (revoked?.inner ?? []).map(revocation)],
    ...(extensions ? [['extensions', extensionsOf(extensions)] as const] : []),
  ]);
}

function revocation(entry: Asn1): Table {
  const [number, time] = partsOf(entry);
  return new Map<string, Value>([
    ['serialNumber', serial(number)],
    ['revokedAt', moment(time)],
  ]);
}
