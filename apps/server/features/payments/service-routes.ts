import { PaymentFault } from '@bakkum/payment/fault';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { NodeEnvironment } from '../../http/client-address.ts';
import { problemAnswer } from '../../http/problem-answer.ts';
import type { Services } from '../../services.ts';
import { STAND_IN_PATH, wakeInbox } from './service.ts';

/** Messages of the service are a few kilobytes. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/**
 * What is called by the payment service, and by nobody's page: they come before the rules for our own pages. A message is stored and
 * answered at once; it is worked afterwards.
 */
export function paymentServiceRoutes(services: Services): Hono<NodeEnvironment> {
  const routes = new Hono<NodeEnvironment>();
  const { payment, jobs } = services;
  if (!payment) return routes;
  const limit = bodyLimit({ maxSize: MAX_MESSAGE_BYTES, onError: (context) => problemAnswer(context, 'too-large') });
  routes.post('/api/payments/events', limit, async (context) => {
    context.header('Cache-Control', 'no-store');
    const body = new Uint8Array(await context.req.arrayBuffer());
    try {
      const received = await payment.payments.receive({ headers: context.req.raw.headers, body }, (sql) => wakeInbox(jobs, sql));
      return received === 'forged' ? problemAnswer(context, 'invalid-request') : context.body(null, 200);
    } catch (error) {
      // Its certificate cannot be read now: it comes again.
      if (error instanceof PaymentFault) return problemAnswer(context, 'unavailable');
      throw error;
    }
  });
  const { standIn } = payment;
  if (standIn) routes.all(`${STAND_IN_PATH}/checkoutnow`, ({ req }) => standIn.fetch(req.raw));
  if (standIn) routes.get(`${STAND_IN_PATH}/checkoutnow.css`, ({ req }) => standIn.fetch(req.raw));
  return routes;
}
