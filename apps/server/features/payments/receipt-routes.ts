import { displayName } from '@bakkum/api-contract/display-name';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, createRoutes, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import { clientAddress } from '../../http/requests/client-address.ts';
import { createConcurrencyLimiter } from '../../http/requests/concurrency-limiter.ts';
import { limitHourly } from '../../http/requests/hourly-limit.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';
import { receiptSvg } from './receipt-drawing.ts';
import { pdfOf } from './receipt-pdf.ts';
import { viewOf } from './views.ts';

/** Maximum receipts per user and hour. */
const RECEIPTS_PER_HOUR = 20;
/** Receipts are drawn one at a time, so that they barely slow down conversions. */
const DRAWING = { running: 1, runningPerSource: 1, waiting: 20, waitingPerSource: 3, patienceMs: 30_000 };

const receipt = createRoute({
  method: 'get',
  path: '/api/payments/{id}/receipt.pdf',
  request: { params: z.object({ id: z.uuid() }), query: z.object({ locale: z.enum(['en', 'ko']).default('en') }) },
  responses: {
    200: { description: 'The receipt', content: { 'application/pdf': { schema: z.string() } } },
    default: PROBLEM,
  },
});

/** Receipts as PDF, each for its buyer only. */
export function receiptRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const { payment, settings } = services;
  const drawing = createConcurrencyLimiter(DRAWING);
  const routes = createRoutes();
  routes.openapi(receipt, async (context) => {
    const { person } = await signedIn.require(context);
    const { id } = context.req.valid('param');
    const { locale } = context.req.valid('query');
    const own = (await payment?.payments.own(person.id))?.find((one) => one.payment.id === id);
    const view = own && viewOf(own);
    if (!view?.capturedAt) throw new ProblemError('not-found');
    await limitHourly(services, `receipts:${person.id}`, RECEIPTS_PER_HOUR);
    const svg = receiptSvg(
      {
        payment: { ...view, capturedAt: view.capturedAt },
        buyer: `${displayName(person)}, ${person.email}`,
        brand: settings.brand,
        origin: settings.origin,
        operator: settings.operator ?? {},
      },
      locale,
    );
    const { signal } = context.req.raw;
    const source = clientAddress(context, settings.trustedProxies);
    const pdf = await drawing.run(source, () => pdfOf(services, svg, signal), signal);
    context.header('Content-Type', 'application/pdf');
    context.header('Content-Disposition', `attachment; filename="receipt-${view.number}.pdf"`);
    context.header('X-Content-Type-Options', 'nosniff');
    return context.body(pdf, 200);
  });
  return routes;
}
