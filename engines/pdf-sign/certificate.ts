/** Reads PKCS #12 files: a private key with its certificates (RFC 7292). */
import type { Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { webCrypto } from '@bakkum/conversion/web-crypto';
import { P12Signer, type Signer, SignerError } from '@libpdf/core';
import { Certificate, getCrypto, PFX, SignerInfo } from 'pkijs';

/** Maximum size of a certificate file. Usual ones have a few kilobytes, those with long chains a few dozen. */
const MAX_BYTES = 1_000_000;

export type Identity = { readonly signer: Signer; readonly warnings: readonly Warning[] };

/** A certificate of the file. */
type Listed = { readonly der: Uint8Array; readonly certificate: Certificate };

/**
 * Opens a certificate file.
 * @throws ConversionError `corrupt` if it is another file, `encrypted` or `wrong-password`, and `unsupported-feature` if it has no
 * private key or certificate of it, or a key that is neither RSA nor on a NIST curve; `needs-capability` without Web Crypto
 */
export async function openCertificate(bytes: Uint8Array<ArrayBuffer>, password: string, now: Date): Promise<Identity> {
  if (bytes.length > MAX_BYTES) throw new ConversionError('corrupt', 'too large for a certificate');
  webCrypto(); // the libraries would report a wrong password without it
  await assertPassword(readFile(bytes), password);
  const opened = await openSigner(bytes, password);
  const all = [opened.certificate, ...opened.certificateChain].map(
    (der): Listed => ({
      der,
      certificate: Certificate.fromBER(new Uint8Array(der)),
    }),
  );
  const [own] = await certificatesOf(opened, all);
  if (!own) throw new ConversionError('unsupported-feature', 'no certificate of the private key');
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

/** Checks the password by the integrity code (MAC) of the file. */
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

/** Returns the certificates that verify what the private key signs. A file can list others first. */
async function certificatesOf(signer: Signer, all: readonly Listed[]): Promise<readonly Listed[]> {
  const probe = new Uint8Array(32);
  const { signature } = new SignerInfo();
  signature.valueBlock.valueHexView = new Uint8Array(await signer.sign(probe, 'SHA-256'));
  const matches: Listed[] = [];
  for (const listed of all) {
    const { subjectPublicKeyInfo: key } = listed.certificate;
    const isOwn = getCrypto(true).verifyWithPublicKey(probe, signature, key, key.algorithm, 'SHA-256');
    // Keys of another kind or on other curves cannot read the signature.
    if (await isOwn.catch(() => false)) matches.push(listed);
  }
  return matches;
}

/** Formats a date as ISO 8601, without the time. */
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

/** Whether the certificate allows signatures. Without a key usage extension, it allows everything. */
function isForSigning({ extensions = [] }: Certificate): boolean {
  const usage: unknown = extensions.find(({ extnID }) => extnID === KEY_USAGE)?.parsedValue;
  if (typeof usage !== 'object' || usage === null || !('valueBlock' in usage)) return true;
  const { valueBlock } = usage;
  if (typeof valueBlock !== 'object' || valueBlock === null || !('valueHexView' in valueBlock)) return true;
  const { valueHexView } = valueBlock;
  return !(valueHexView instanceof Uint8Array) || ((valueHexView[0] ?? 0) & SIGNING) !== 0;
}
