import { PaymentFault } from '@bakkum/payment/fault';
import { Hono } from 'hono';
import { problemAnswer } from '../../http/problem-answer.ts';
import type { NodeEnvironment } from '../../http/requests/client-address.ts';
import { limits } from '../../http/route-limits.ts';
import type { Services } from '../../services.ts';
import { FAKE_PAYPAL_PATH, wakeInbox } from './service.ts';

/** Maximum size of a message from the payment service, in bytes. Usual messages have a few kilobytes. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/**
 * Routes that the payment service calls, mounted before the same-origin rules. A message is stored and acknowledged, then
 * processed by a background job.
 */
export function paymentServiceRoutes(services: Services): Hono<NodeEnvironment> {
  const routes = new Hono<NodeEnvironment>();
  const { payment, jobs } = services;
  if (!payment) return routes;
  routes.post('/api/payments/events', limits({ bodyBytes: MAX_MESSAGE_BYTES }), async (context) => {
    context.header('Cache-Control', 'no-store');
    const body = new Uint8Array(await context.req.arrayBuffer());
    try {
      const received = await payment.payments.receive({ headers: context.req.raw.headers, body }, (sql) => wakeInbox(jobs, sql));
      return received === 'forged' ? problemAnswer(context, 'invalid-request') : context.body(null, 200);
    } catch (error) {
      // The certificate cannot be fetched now. The service sends the message again.
      if (error instanceof PaymentFault) return problemAnswer(context, 'unavailable');
      throw error;
    }
  });
  const { fake } = payment;
  if (fake) routes.all(`${FAKE_PAYPAL_PATH}/checkoutnow`, limits(), ({ req }) => fake.fetch(req.raw));
  if (fake) routes.get(`${FAKE_PAYPAL_PATH}/checkoutnow.css`, ({ req }) => fake.fetch(req.raw));
  return routes;
}
