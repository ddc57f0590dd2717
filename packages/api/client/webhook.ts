import { BakkumError } from './error.ts';
import type { WebhookEvent } from './types.ts';

export type ReceivedWebhook = {
  /** Headers of the request in any case: a `Headers` object, or the headers of a Node request. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body. Parsing and serialising it again changes the text and breaks the signature. */
  readonly body: string;
  /** `whsec_…`, as shown at its creation: on the webhooks page, or by POST /api/v1/webhooks/secret. */
  readonly secret: string;
  /** Maximum difference in seconds between the message's time and now, 300 by default. */
  readonly tolerance?: number;
  readonly now?: Date;
};

const TOLERANCE_S = 300;

/**
 * Verifies a webhook message and returns its event. Handle each `webhook-id` once: a message may be delivered twice.
 * @throws BakkumError INVALID_SIGNATURE, or OUTDATED_MESSAGE if it is genuine but too old
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const { headers, body, secret, tolerance = TOLERANCE_S, now = new Date() } = received;
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw refused('INVALID_SIGNATURE', 'The message has no signature.');
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const checks = signatures.split(' ').map(async (entry) => {
    const [version, given = ''] = entry.split(',');
    // `verify` compares in constant time.
    return version === 'v1' && isBase64(given) && crypto.subtle.verify('HMAC', key, bytesOf(given), signed);
  });
  if (!(await Promise.all(checks)).includes(true)) throw refused('INVALID_SIGNATURE', 'The signature does not match.');
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(age <= tolerance)) throw refused('OUTDATED_MESSAGE', 'The message is too old.');
  return JSON.parse(body) as WebhookEvent;
}

function refused(code: string, message: string): BakkumError {
  return new BakkumError(message, { code, status: 0 });
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
