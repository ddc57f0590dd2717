import type { DeliveryView } from '@bakkum/api-contract/conversions';

/** While a message is on its way the log is read again this often. */
const MOVING_MS = 3000;
/** While there is none the first one is looked for this often. */
const EMPTY_MS = 10_000;

/** A message that is sent once more, as it stood before. */
export type Replayed = { readonly id: string; readonly tries: number };

/** Whether a message that is sent once more is still to be tried. One that failed waits for its next try, as others do. */
export function isStillSent(deliveries: readonly DeliveryView[], { id, tries }: Replayed): boolean {
  return deliveries.some(
    ({ delivery_id: other, status, attempts }) => other === id && status === 'pending' && attempts.length <= tries,
  );
}

/** How long until the log is read again, in ms; undefined while nothing in it will change soon. */
export function pauseOf(deliveries: readonly DeliveryView[], replayed: Replayed | undefined): number | undefined {
  const isFirstTry = deliveries.some(({ status, attempts }) => status === 'pending' && attempts.length === 0);
  if (isFirstTry || (replayed && isStillSent(deliveries, replayed))) return MOVING_MS;
  return deliveries.length === 0 ? EMPTY_MS : undefined;
}
