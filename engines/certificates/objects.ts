import type { Bytes } from '@bakkum/bytes/bytes';
import type { Table, Value } from '@bakkum/data-tree/value';
import { cmsSummary } from './cms.ts';
import { type Asn1, damaged, hexOf, isContext, isUniversal, objectId, partsOf, readAsn1, TAG } from './der.ts';
import { algorithmName, privateKey, publicKey } from './keys.ts';
import { objectName } from './object-names.ts';
import type { PemBlock } from './pem.ts';
import { certificate, certificateRequest, revocationList } from './x509.ts';

/**
 * Returns the PEM label of a DER file. DER has no type marker, so it is derived from the structure. Errors: `corrupt` if nothing
 * matches.
 */
export function labelOf(value: Asn1): string {
  const [first, second, third] = partsOf(value);
  if (isUniversal(first, TAG.object)) return 'PKCS7';
  if (isUniversal(first, TAG.integer)) {
    if (isUniversal(second, TAG.octets)) return 'EC PRIVATE KEY';
    if (isUniversal(second, TAG.sequence)) return 'PRIVATE KEY';
    const numbers = partsOf(value).filter((part) => isUniversal(part, TAG.integer)).length;
    return numbers >= 9 ? 'RSA PRIVATE KEY' : numbers === 6 ? 'DSA PRIVATE KEY' : 'RSA PUBLIC KEY';
  }
  if (isUniversal(second, TAG.bits)) return 'PUBLIC KEY';
  if (isUniversal(second, TAG.octets)) return 'ENCRYPTED PRIVATE KEY';
  if (isUniversal(third, TAG.bits)) return signedLabel(partsOf(first));
  throw damaged('neither a certificate nor a key');
}

/**
 * Labels a signed structure: a certificate has a validity period in fifth place, a revocation list a time in third or fourth, a
 * request neither.
 */
function signedLabel(parts: readonly Asn1[]): string {
  const from = isContext(parts[0], 0) ? 1 : 0;
  const isTime = (part: Asn1 | undefined): boolean => part?.kind === 0 && (part.tag === TAG.utcTime || part.tag === TAG.time);
  if (isTime(parts[from + 3]?.inner?.[0])) return 'CERTIFICATE';
  return parts.some(isTime) ? 'X509 CRL' : 'CERTIFICATE REQUEST';
}

const OPAQUE: ReadonlySet<string> = new Set(['OPENSSH PRIVATE KEY', 'EC PARAMETERS', 'DH PARAMETERS', 'DSA PARAMETERS']);

/** Describes a block in words. Private keys are described only by type and length. */
export async function describe({ label, bytes, isEncrypted }: PemBlock): Promise<Table> {
  if (isEncrypted) return secret(label);
  if (OPAQUE.has(label)) return opaque(label, bytes);
  const value = readAsn1(bytes);
  switch (label.replace(/^(?:NEW |TRUSTED )/, '').replace(/^X509 CERT/, 'CERT')) {
    case 'CERTIFICATE':
      return certificate(value);
    case 'CERTIFICATE REQUEST':
      return certificateRequest(value);
    case 'X509 CRL':
      return revocationList(value);
    case 'PUBLIC KEY':
      return new Map<string, Value>([['type', 'public key'], ...entriesOf(publicKey(value))]);
    case 'PKCS7':
    case 'CMS':
      return cmsSummary(value);
    case 'ENCRYPTED PRIVATE KEY':
      return new Map([...secret(label), ['encryption', algorithmName(partsOf(value)[0])]]);
    default:
      return label.endsWith('PRIVATE KEY') ? privateKey(value) : opaque(label, bytes);
  }
}

const entriesOf = (value: Value): readonly (readonly [string, Value])[] => (value instanceof Map ? [...value] : []);

const secret = (label: string): Table =>
  new Map<string, Value>([
    ['type', 'encrypted private key'],
    ['label', label],
  ]);

function opaque(label: string, bytes: Bytes): Table {
  const table = new Map<string, Value>([['type', label.toLowerCase()]]);
  if (label === 'EC PARAMETERS' && bytes[0] === TAG.object) table.set('curve', objectName(objectId(readAsn1(bytes))));
  else if (!/PRIVATE/.test(label)) table.set('bytes', hexOf(bytes));
  return table;
}
