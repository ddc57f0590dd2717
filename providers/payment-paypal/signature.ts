/**
 * Verifies that a message is signed by PayPal. The signature covers the message id, its time, our webhook id and the CRC-32 of
 * the body, so another body with the same checksum would pass. It therefore only rejects strangers; the content is read again
 * from PayPal before acting on it (docs/decisions/039-payment-state-before-calls.md).
 */
import { createVerify, X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { crc32 } from 'node:zlib';
import type { RawMessage } from '@bakkum/payment/provider';

/** PayPal retries for three days; older messages are replays. */
const OLDEST_MS = 4 * 86_400_000;
const MAX_CHAIN_LENGTH = 5;
/** Certificate URLs of PayPal, live and sandbox. */
const CERTIFICATES = /^https:\/\/api(\.sandbox)?\.paypal\.com\/v1\/notifications\/certs\/[\w-]+$/;
const SUBJECT = /(^|\n)CN=[\w.-]*\.paypal\.com(\n|$)/;

export type SignatureRules = {
  readonly webhookId: string;
  /** Root certificates instead of the public ones; with them, certificates are read from the service's own address. */
  readonly roots?: readonly string[];
  readonly base: string;
  readonly now: Date;
  /** Loads a certificate and caches it. */
  readonly certificate: (address: string) => Promise<string>;
};

/**
 * `ok`, or the rule the message violates. `chain`: the signature matches the certificate, but no certificates lead from it to a root,
 * so only PayPal can confirm the message.
 * @throws errors of loading the certificate
 */
export async function checkSignature({ headers, body }: RawMessage, rules: SignatureRules): Promise<string> {
  const given = (name: string): string => headers.get(`paypal-${name}`) ?? '';
  if (given('auth-algo') !== 'SHA256withRSA') return 'algorithm';
  const address = given('cert-url');
  if (!isAddressOfCertificate(address, rules)) return 'certificate address';
  const time = Date.parse(given('transmission-time'));
  if (!(Math.abs(rules.now.getTime() - time) < OLDEST_MS)) return 'time';
  const chain = certificatesIn(await rules.certificate(address));
  const [leaf] = chain;
  if (!leaf) return 'certificate';
  const broken = chainProblem(chain, rules);
  if (broken && broken !== 'chain') return broken;
  const signed = `${given('transmission-id')}|${given('transmission-time')}|${rules.webhookId}|${crc32(body)}`;
  const isSigned = createVerify('RSA-SHA256').update(signed).verify(leaf.publicKey, given('transmission-sig'), 'base64');
  return isSigned ? (broken ?? 'ok') : 'signature';
}

/** The request with which PayPal verifies a message itself. It contains the event as received, which is what was signed. */
export function verificationOf({ headers, body }: RawMessage, webhookId: string): string {
  const given = (name: string): string => headers.get(`paypal-${name}`) ?? '';
  const parts = {
    auth_algo: given('auth-algo'),
    cert_url: given('cert-url'),
    transmission_id: given('transmission-id'),
    transmission_sig: given('transmission-sig'),
    transmission_time: given('transmission-time'),
    webhook_id: webhookId,
  };
  return `${JSON.stringify(parts).slice(0, -1)},"webhook_event":${new TextDecoder().decode(body)}}`;
}

function isAddressOfCertificate(address: string, { roots, base }: SignatureRules): boolean {
  if (!roots) return CERTIFICATES.test(address);
  const start = `${base}/v1/notifications/certs/`;
  return address.startsWith(start) && /^[\w-]+$/.test(address.slice(start.length));
}

function certificatesIn(pem: string): readonly X509Certificate[] {
  const parts = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  try {
    return parts.slice(0, MAX_CHAIN_LENGTH).map((part) => new X509Certificate(part));
  } catch {
    return [];
  }
}

/** The problem with a certificate chain; undefined if it leads to a root. */
function chainProblem(chain: readonly X509Certificate[], { roots, now }: SignatureRules): string | undefined {
  const [leaf] = chain;
  if (!leaf || !SUBJECT.test(leaf.subject)) return 'subject';
  const trusted = roots ? roots.map((pem) => new X509Certificate(pem)) : publicRoots();
  let current = leaf;
  for (let step = 0; step < MAX_CHAIN_LENGTH; step += 1) {
    if (now < new Date(current.validFrom) || now > new Date(current.validTo)) return 'validity';
    const below = current;
    const isIssuer = (one: X509Certificate): boolean => below.checkIssued(one) && below.verify(one.publicKey);
    if (trusted.some(isIssuer)) return undefined;
    const next = chain.slice(1).find((one) => one.ca && isIssuer(one));
    if (!next) return 'chain';
    current = next;
  }
  return 'chain';
}

let known: readonly X509Certificate[] | undefined;

function publicRoots(): readonly X509Certificate[] {
  known ??= rootCertificates.map((pem) => new X509Certificate(pem));
  return known;
}
