import type { PaymentWay } from '@bakkum/api-contract/billing/payments';
import { PaymentFault } from '@bakkum/payment/fault';
import { Hono } from 'hono';
import { problemAnswer } from '../../http/problem-answer.ts';
import type { NodeEnvironment } from '../../http/requests/client-address.ts';
import { limits } from '../../http/route-limits.ts';
import type { Services } from '../../services.ts';
import type { Fakes } from './clients.ts';
import { wakeInbox } from './service.ts';
import { FAKE_PAYPAL_PATH, FAKE_PORTONE_PATH } from './ways.ts';

/** Maximum size of a message from a payment service, in bytes. Usual messages have a few kilobytes. */
const MAX_MESSAGE_BYTES = 256 * 1024;

const EVENTS = '/api/payments/events';
const EVENT_PATHS = { paypal: EVENTS, portone: `${EVENTS}/portone` } as const satisfies Readonly<Record<PaymentWay, string>>;

/**
 * Routes that the payment services call, mounted before the same-origin rules. A message is stored and acknowledged, then
 * processed by a background job.
 */
export function paymentServiceRoutes(services: Services): Hono<NodeEnvironment> {
  const routes = new Hono<NodeEnvironment>();
  const { payment } = services;
  if (!payment) return routes;
  for (const way of payment.ways.keys()) addEvents(routes, services, way);
  if (payment.fakes) addFakes(routes, payment.fakes);
  return routes;
}

function addEvents(routes: Hono<NodeEnvironment>, { payment, jobs }: Services, way: PaymentWay): void {
  const payments = payment?.ways.get(way)?.payments;
  if (!payments) return;
  routes.post(EVENT_PATHS[way], limits({ bodyBytes: MAX_MESSAGE_BYTES }), async (context) => {
    context.header('Cache-Control', 'no-store');
    const body = new Uint8Array(await context.req.arrayBuffer());
    try {
      const received = await payments.receive({ headers: context.req.raw.headers, body }, (sql) => wakeInbox(jobs, sql));
      return received === 'forged' ? problemAnswer(context, 'invalid-request') : context.body(null, 200);
    } catch (error) {
      // The certificate cannot be fetched now. The service sends the message again.
      if (error instanceof PaymentFault) return problemAnswer(context, 'unavailable');
      throw error;
    }
  });
}

/** Pages and scripts of the fake services, which browsers load. */
function addFakes(routes: Hono<NodeEnvironment>, { paypal, portone }: Fakes): void {
  routes.all(`${FAKE_PAYPAL_PATH}/checkoutnow`, limits(), ({ req }) => paypal.fetch(req.raw));
  routes.all(`${FAKE_PAYPAL_PATH}/subscribe`, limits(), ({ req }) => paypal.fetch(req.raw));
  routes.all(`${FAKE_PAYPAL_PATH}/automatic-payments`, limits(), ({ req }) => paypal.fetch(req.raw));
  routes.get(`${FAKE_PAYPAL_PATH}/checkoutnow.css`, ({ req }) => paypal.fetch(req.raw));
  routes.get(`${FAKE_PORTONE_PATH}/browser-sdk.js`, ({ req }) => portone.fetch(req.raw));
  routes.post(`${FAKE_PORTONE_PATH}/window`, limits(), ({ req }) => portone.fetch(req.raw));
}
