import type { DeliveryView } from '@bakkum/api-contract/conversions/conversions';

/** Milliseconds between reloads while a message is pending. */
const MOVING_MS = 3000;
/** Milliseconds between reloads while there are no messages. */
const EMPTY_MS = 10_000;

/** A resent message, in its state before. */
export type Replayed = { readonly id: string; readonly tries: number };

/** Returns whether a resent message is still to be tried. A failed one waits for its next try like others. */
export function isStillSent(deliveries: readonly DeliveryView[], { id, tries }: Replayed): boolean {
  return deliveries.some(
    ({ delivery_id: other, status, attempts }) => other === id && status === 'pending' && attempts.length <= tries,
  );
}

/** Returns the milliseconds until the next reload; undefined while nothing will change soon. */
export function pauseOf(deliveries: readonly DeliveryView[], replayed: Replayed | undefined): number | undefined {
  const isFirstTry = deliveries.some(({ status, attempts }) => status === 'pending' && attempts.length === 0);
  if (isFirstTry || (replayed && isStillSent(deliveries, replayed))) return MOVING_MS;
  return deliveries.length === 0 ? EMPTY_MS : undefined;
}
