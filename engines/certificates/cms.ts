import type { Bytes } from '@bakkum/bytes/bytes';
import { inflate } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';
import { Moment, type Table, type Value } from '@bakkum/data-tree/value';
import { type Asn1, damaged, hexOf, integerOf, isContext, isUniversal, objectId, octetsOf, partsOf, TAG, timeOf } from './der.ts';
import { algorithmName } from './keys.ts';
import { distinguishedName } from './names.ts';
import { objectName } from './object-names.ts';
import { certificate } from './x509.ts';

const SIGNED = '1.2.840.113549.1.7.2';
const DATA_ITSELF = '1.2.840.113549.1.7.1';
const COMPRESSED = '1.2.840.113549.1.9.16.1.9';
const ZLIB = '1.2.840.113549.1.9.16.3.8';
/** Data encrypted for a recipient's own key, which is not in the file: enveloped, encrypted and authenticated data. */
const SEALED: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.7.3',
  '1.2.840.113549.1.7.4',
  '1.2.840.113549.1.7.6',
  '1.2.840.113549.1.9.16.1.23',
]);
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;

type Message = { readonly id: string; readonly body: Asn1 | undefined };

function messageOf(value: Asn1): Message {
  const [id, wrapped] = partsOf(value);
  return { id: objectId(id), body: isContext(wrapped, 0) ? wrapped.inner?.[0] : undefined };
}

/** Returns the signed content: `EncapsulatedContentInfo` of RFC 5652, or the earlier `ContentInfo` of PKCS #7. */
function encapsulated(body: Asn1 | undefined): Asn1 | undefined {
  const info = partsOf(body).find((part) => isUniversal(part, TAG.sequence) && isUniversal(part.inner?.[0], TAG.object));
  return isContext(info?.inner?.[1], 0) ? info.inner[1].inner?.[0] : undefined;
}

/**
 * Returns the signed or packed bytes; `undefined` for a detached signature and for a certificate bag. Signed content may itself
 * be packed, and so on. Errors: `copy-protected` for content encrypted for a recipient, `too-large`.
 */
export async function contentOf(value: Asn1): Promise<Bytes | undefined> {
  const { id, body } = messageOf(value);
  if (SEALED.has(id)) throw new ConversionError('copy-protected', `${objectName(id)}: encrypted for a recipient`);
  if (id === DATA_ITSELF) return body ? octetsOf(body) : undefined;
  if (id === SIGNED) {
    const content = encapsulated(body);
    if (!content) return undefined;
    return signedBytes(content);
  }
  if (id === COMPRESSED) return unpacked(body);
  throw new ConversionError('unsupported-feature', `content of kind ${objectName(id)}`);
}

/** PKCS #7 may sign a value of any type, CMS only octets. */
const signedBytes = (content: Asn1): Bytes =>
  content.kind === 0 && content.tag === TAG.octets ? octetsOf(content) : content.whole;

async function unpacked(body: Asn1 | undefined): Promise<Bytes> {
  const [, algorithm, info] = partsOf(body);
  if (objectId(partsOf(algorithm)[0]) !== ZLIB) throw new ConversionError('unsupported-feature', 'packed by an unknown way');
  const packed = partsOf(info)[1]?.inner?.[0];
  if (!packed) throw damaged('nothing is packed in it');
  return inflate(octetsOf(packed), 'deflate', { maxBytes: MAX_UNPACKED_BYTES });
}

/** Returns the certificates embedded in a message unchanged. */
export function certificatesIn(value: Asn1): readonly Asn1[] {
  const { id, body } = messageOf(value);
  if (id !== SIGNED) return [];
  const bag = partsOf(body).find((part) => isContext(part, 0));
  return (bag?.inner ?? []).filter((part) => isUniversal(part, TAG.sequence));
}

/** Summarizes a message: its content, signers, signing times and embedded certificates. */
export async function cmsSummary(value: Asn1): Promise<Table> {
  const { id, body } = messageOf(value);
  const table = new Map<string, Value>([['type', objectName(id)]]);
  if (SEALED.has(id) || id === COMPRESSED || id === DATA_ITSELF) return table;
  const content = encapsulated(body);
  table.set('contentBytes', content ? signedBytes(content).length : null);
  const signers = partsOf(body)
    .filter((part) => isUniversal(part, TAG.set))
    .at(-1);
  const digests = partsOf(body).find((part) => isUniversal(part, TAG.set));
  if (signers && signers !== digests) table.set('signers', (signers.inner ?? []).map(signer));
  const certificates: Value[] = [];
  for (const each of certificatesIn(value)) certificates.push(await certificate(each));
  table.set('certificates', certificates);
  return table;
}

const SIGNING_TIME = '1.2.840.113549.1.9.5';

function signer(info: Asn1): Table {
  const parts = partsOf(info);
  const [, who, digest, ...rest] = parts;
  const attributes = rest.find((part) => isContext(part, 0))?.inner ?? [];
  const algorithm = rest.find((part) => isUniversal(part, TAG.sequence));
  const time = attributes.find((each) => objectId(partsOf(each)[0]) === SIGNING_TIME);
  const table = new Map<string, Value>(signerName(who));
  table.set('digestAlgorithm', algorithmName(digest));
  if (algorithm) table.set('signatureAlgorithm', algorithmName(algorithm));
  if (time) table.set('signingTime', new Moment(timeOf(partsOf(partsOf(time)[1])[0]), 'instant'));
  return table;
}

function signerName(who: Asn1 | undefined): readonly (readonly [string, Value])[] {
  if (isContext(who, 0)) return [['subjectKeyIdentifier', hexOf(who.content)]];
  const [issuer, number] = partsOf(who);
  return [
    ['issuer', distinguishedName(issuer)],
    ['serialNumber', integerOf(number).toString(16)],
  ];
}
