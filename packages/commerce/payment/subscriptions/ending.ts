/** Ends subscriptions. The intention is stored before the service is notified; later charges are refunded. */
import { faultCode } from '../fault.ts';
import { lockPerson, type PaymentContext } from '../payment-context.ts';
import { askEnd, type End } from './ask-end.ts';
import { lockSubscription, type Subscription } from './record.ts';
import { syncSubscription } from './sync.ts';

/** Ends a subscription at once if the service answers; otherwise the reconciler repeats it. Paid time and credits stay. */
export async function endSubscription(context: PaymentContext, id: string, end: End): Promise<Subscription> {
  await context.database.transaction(async (sql) => {
    const { userId } = await lockSubscription(sql, id);
    if (userId !== null) await lockPerson(sql, userId);
    await askEnd(context, sql, id, end);
  });
  return performEnd(context, id);
}

/** Tells the service to stop charging, and reads the result. */
export async function performEnd(context: PaymentContext, id: string): Promise<Subscription> {
  const subscription = await context.database.transaction((sql) => lockSubscription(sql, id));
  const { serviceId, endAskedAt, endedAt } = subscription;
  if (serviceId === null || endAskedAt === null || endedAt !== null) return subscription;
  try {
    await context.client.subscriptions?.cancel(serviceId, reasonOf(subscription));
  } catch (error) {
    const fault = faultCode(error);
    // It ended before or was never approved. Reading it tells which.
    if (fault !== 'gone' && fault !== 'rejected') {
      context.onProblem({ what: 'subscription-not-ended', paymentId: '', detail: { subscription: id, fault } });
      return subscription;
    }
  }
  return syncSubscription(context, id, 'site');
}

/** The reason shown to the buyer at the service. */
function reasonOf({ endedWhy, locale }: Subscription): string {
  const isKorean = locale === 'ko';
  if (endedWhy === 'unpaid') return isKorean ? '결제 실패' : 'Payment failed';
  return isKorean ? '구독 해지' : 'Canceled';
}
