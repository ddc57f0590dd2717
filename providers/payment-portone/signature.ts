/** Verifies messages by Standard Webhooks (https://www.standardwebhooks.com), whose signature covers id, time and body. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RawMessage } from '@bakkum/payment/provider';

/** Seconds by which the time of a message may differ. PortOne signs every attempt with its own time, so older messages are replays. */
const TOLERANCE_S = 300;
const MAX_ID_LENGTH = 100;
/** Signatures by current and previous keys. */
const MAX_SIGNATURES = 10;

export type Signed = { readonly id: string } | { readonly problem: string };

/** The id of a genuine message, or the rule that it violates. */
export function checkSignature({ headers, body }: RawMessage, secret: string, now: Date): Signed {
  const id = headers.get('webhook-id') ?? '';
  const time = headers.get('webhook-timestamp') ?? '';
  const given = headers.get('webhook-signature') ?? '';
  if (id === '' || id.length > MAX_ID_LENGTH) return { problem: 'id' };
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_S) return { problem: 'time' };
  const expected = signatureOf({ id, time, body }, secret);
  const isGenuine = given
    .split(' ')
    .slice(0, MAX_SIGNATURES)
    .some((entry) => entry.startsWith('v1,') && isSame(Buffer.from(entry.slice('v1,'.length), 'base64'), expected));
  return isGenuine ? { id } : { problem: 'signature' };
}

type Content = { readonly id: string; readonly time: string; readonly body: Uint8Array };

function signatureOf({ id, time, body }: Content, secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
