import { useEffect, useEffectEvent } from 'react';
import { takePendingOrder } from '../../../session/pending-task.ts';
import type { Session } from '../../../session/session.ts';
import { studioStore } from '../studio-store.ts';
import type { Order } from './use-order.ts';

/** Id of the order bar. */
export const ORDER_BAR_ID = 'image-order';

/**
 * Starts the order that a visitor placed before signing in, once plan and credits are known. An order that is blocked, or has
 * become more expensive since, is given up: its draft is still there. Call after the effect that opens the store.
 */
export function usePendingOrder(
  { free, current, obstacle, price, start }: Order,
  session: Session,
  isStudioKnown: boolean,
): void {
  const email = session.status === 'signed-in' ? session.person.email : undefined;
  const isReady = isStudioKnown && (free || current !== undefined);
  const resume = useEffectEvent((owner: string): void => {
    const placed = takePendingOrder(owner);
    if (!placed) return;
    if (!obstacle && price <= placed.price) start(placed.key);
    // The progress, or the reason, and the images below it.
    document.getElementById(ORDER_BAR_ID)?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    // The store may hold data of an earlier visit, which opening it discards.
    if (email !== undefined && isReady && studioStore.snapshot().studio) resume(email);
  }, [email, isReady]);
}
