/** Creates event messages, signed as PayPal signs them. */
import { createSign, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Signer } from './certificates.ts';
import type { FakeOrder } from './store.ts';

export type SignedMessage = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };

export type MessageParts = {
  readonly signer: Signer;
  readonly webhookId: string;
  readonly base: string;
  readonly now: Date;
  /** Names the certificate without the one between it and the root. */
  readonly leafOnly?: boolean;
};

/** Ids of the address of the signing certificate, with and without the one above it. */
export const CERTIFICATE_IDS = { chain: 'CERT-fake', leaf: 'CERT-fake-leaf' } as const;

/** Signs any body. */
export function signed(body: Buffer, { signer, webhookId, base, now, leafOnly }: MessageParts): SignedMessage {
  const id = randomUUID();
  const time = now.toISOString();
  const signature = createSign('RSA-SHA256')
    .update(`${id}|${time}|${webhookId}|${crc32(body)}`)
    .sign(signer.key, 'base64');
  return {
    headers: {
      'Content-Type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature,
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${base}/v1/notifications/certs/${CERTIFICATE_IDS[leafOnly ? 'leaf' : 'chain']}`,
    },
    body,
  };
}

/** Creates a message of a type about an order. */
export function messageOf(type: string, order: FakeOrder, parts: MessageParts): SignedMessage {
  return eventOf(type, resourceOf(type, order, parts), parts);
}

/** Creates a message of a type about a resource. */
export function eventOf(type: string, resource: object, parts: MessageParts): SignedMessage {
  const body = { id: `WH-${randomUUID()}`, event_type: type, create_time: parts.now.toISOString(), resource };
  return signed(Buffer.from(JSON.stringify(body)), parts);
}

function resourceOf(type: string, { id, amount }: FakeOrder, { base }: MessageParts) {
  if (type.startsWith('CHECKOUT.ORDER.')) return { id };
  const up = { rel: 'up', href: `${base}/v2/payments/captures/${captureIdOf(id)}`, method: 'GET' };
  if (type.endsWith('.REFUNDED') || type.endsWith('.REVERSED')) return { id: refundIdOf(id), amount, links: [up] };
  if (type.startsWith('PAYMENT.REFUND.')) return { id: refundIdOf(id) };
  if (type.startsWith('CUSTOMER.DISPUTE.')) return { dispute_id: disputeIdOf(id) };
  return { id: captureIdOf(id), amount };
}

/** Ids derived from the order id. */
export const captureIdOf = (orderId: string): string => `${orderId}C`;
export const refundIdOf = (orderId: string): string => `${orderId}R`;
export const disputeIdOf = (orderId: string): string => `PP-D-${orderId}`;
