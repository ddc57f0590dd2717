/** Creates a root certificate, one below it, and a signing certificate below that: X.509 (RFC 5280), with the fields a signature check reads. */
import { generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';

const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  none: 0x05,
  name: 0x06,
  text: 0x0c,
  time: 0x17,
  list: 0x30,
  set: 0x31,
};
/** Encoded object identifiers of sha256WithRSAEncryption, commonName and basicConstraints. */
const RSA_SHA256 = Buffer.from('2a864886f70d01010b', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('551d13', 'hex');
const KEY_BITS = 2048;
const DAY_MS = 86_400_000;
const YEARS_MS = 365 * DAY_MS;

export type Signer = {
  /** The root certificate to trust, as PEM. */
  readonly root: string;
  /** The signing certificate, as PEM. */
  readonly certificate: string;
  /** The certificate between the root and the signing one, as PEM. */
  readonly intermediate: string;
  readonly key: KeyObject;
};

/** Creates them with new keys, which are never stored. */
export async function createSigner(commonName: string, now = new Date()): Promise<Signer> {
  const make = () => promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS });
  const [rootKeys, middleKeys, leafKeys] = await Promise.all([make(), make(), make()]);
  const above = {
    subject: 'Fake payment root',
    issuer: 'Fake payment root',
    isAuthority: true,
    signedBy: rootKeys.privateKey,
    now,
  };
  return {
    root: certificate({ ...above, publicKey: rootKeys.publicKey }),
    intermediate: certificate({ ...above, subject: 'Fake payment issuer', publicKey: middleKeys.publicKey }),
    certificate: certificate({
      subject: commonName,
      issuer: 'Fake payment issuer',
      publicKey: leafKeys.publicKey,
      signedBy: middleKeys.privateKey,
      isAuthority: false,
      now,
    }),
    key: leafKeys.privateKey,
  };
}

type Wanted = {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signedBy: KeyObject;
  readonly isAuthority: boolean;
  readonly now: Date;
};

function certificate({ subject, issuer, publicKey, signedBy, isAuthority, now }: Wanted): string {
  const algorithm = list(value(TAGS.name, RSA_SHA256), value(TAGS.none, Buffer.alloc(0)));
  const constraints = list(...(isAuthority ? [value(TAGS.boolean, Buffer.from([0xff]))] : []));
  const extension = list(value(TAGS.name, BASIC_CONSTRAINTS), value(TAGS.octets, constraints));
  const content = list(
    value(0xa0, value(TAGS.integer, Buffer.from([2]))), // version 3
    value(TAGS.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer),
    list(timeOf(new Date(now.getTime() - DAY_MS)), timeOf(new Date(now.getTime() + YEARS_MS))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    value(0xa3, list(extension)),
  );
  const whole = list(
    content,
    algorithm,
    value(TAGS.bits, Buffer.concat([Buffer.from([0]), sign('RSA-SHA256', content, signedBy)])),
  );
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function nameOf(commonName: string): Buffer {
  return list(value(TAGS.set, list(value(TAGS.name, COMMON_NAME), value(TAGS.text, Buffer.from(commonName)))));
}

/** `YYMMDDHHMMSSZ` */
function timeOf(date: Date): Buffer {
  return value(TAGS.time, Buffer.from(`${date.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));
}

function list(...parts: readonly Buffer[]): Buffer {
  return value(TAGS.list, Buffer.concat(parts));
}

function value(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}
