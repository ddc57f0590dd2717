/** Reads PKCS #12 files: a private key with its certificates (RFC 7292). */
import type { Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { webCrypto } from '@bakkum/conversion/web-crypto';
import { P12Signer, type Signer, SignerError } from '@libpdf/core';
import { Certificate, PFX } from 'pkijs';

/** A file has a few kilobytes; with long chains a few dozen. */
const MAX_BYTES = 1_000_000;

export type Identity = { readonly signer: Signer; readonly warnings: readonly Warning[] };

/**
 * Opens a certificate file.
 * @throws ConversionError `corrupt` if it is another file, `encrypted` or `wrong-password`, and `unsupported-feature` if it has no
 * private key or one that is neither RSA nor on a NIST curve; `needs-capability` without Web Crypto
 */
export async function openCertificate(bytes: Uint8Array<ArrayBuffer>, password: string, now: Date): Promise<Identity> {
  if (bytes.length > MAX_BYTES) throw new ConversionError('corrupt', 'too large for a certificate');
  webCrypto(); // the libraries would report a wrong password without it
  await assertPassword(readFile(bytes), password);
  const opened = await openSigner(bytes, password);
  const all = [opened.certificate, ...opened.certificateChain].map((der) => ({
    der,
    certificate: Certificate.fromBER(new Uint8Array(der)),
  }));
  const own = all.find(({ certificate }) => !all.some((other) => isIssuedBy(other.certificate, certificate))) ?? all[0];
  if (!own) throw new ConversionError('unsupported-feature', 'no certificate');
  const signer: Signer = {
    certificate: own.der,
    certificateChain: all.flatMap(({ der }) => (der === own.der ? [] : [der])),
    keyType: opened.keyType,
    signatureAlgorithm: opened.signatureAlgorithm,
    sign: (data, algorithm) => opened.sign(data, algorithm),
  };
  return { signer, warnings: problemsOf(own.certificate, now) };
}

function readFile(bytes: Uint8Array<ArrayBuffer>): PFX {
  try {
    return PFX.fromBER(bytes);
  } catch (cause) {
    throw new ConversionError('corrupt', 'not a PKCS #12 file', { cause });
  }
}

/** The file says by a code (MAC) whether a password is right. */
async function assertPassword(file: PFX, password: string): Promise<void> {
  if (!file.macData) throw new ConversionError('unsupported-feature', 'no integrity code');
  try {
    await file.parseInternalValues({ password: new TextEncoder().encode(password).buffer, checkIntegrity: true });
  } catch (cause) {
    throw new ConversionError(password === '' ? 'encrypted' : 'wrong-password', 'the integrity code differs', { cause });
  }
}

async function openSigner(bytes: Uint8Array, password: string): Promise<P12Signer> {
  try {
    return await P12Signer.create(bytes, password);
  } catch (cause) {
    if (!(cause instanceof SignerError)) throw cause;
    throw new ConversionError('unsupported-feature', cause.message, { cause });
  }
}

function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  return certificate !== issuer && certificate.issuer.isEqual(issuer.subject);
}

/** ISO 8601, without the time. */
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

function problemsOf(certificate: Certificate, now: Date): readonly Warning[] {
  const [from, to] = [certificate.notBefore.value, certificate.notAfter.value];
  return [
    ...(now > to ? [{ code: 'certificate-expired', params: { date: dayOf(to) } } as const] : []),
    ...(now < from ? [{ code: 'certificate-not-yet-valid', params: { date: dayOf(from) } } as const] : []),
    ...(isForSigning(certificate) ? [] : [{ code: 'certificate-not-for-signing' } as const]),
  ];
}

/** Bits `digitalSignature` and `nonRepudiation` (RFC 5280, 4.2.1.3). */
const SIGNING = 0b1100_0000;
const KEY_USAGE = '2.5.29.15';

/** Whether the certificate allows signatures; without a statement, it allows everything. */
function isForSigning({ extensions = [] }: Certificate): boolean {
  const usage: unknown = extensions.find(({ extnID }) => extnID === KEY_USAGE)?.parsedValue;
  if (typeof usage !== 'object' || usage === null || !('valueBlock' in usage)) return true;
  const { valueBlock } = usage;
  if (typeof valueBlock !== 'object' || valueBlock === null || !('valueHexView' in valueBlock)) return true;
  const { valueHexView } = valueBlock;
  return !(valueHexView instanceof Uint8Array) || ((valueHexView[0] ?? 0) & SIGNING) !== 0;
}
