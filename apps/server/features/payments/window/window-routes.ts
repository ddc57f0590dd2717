import { localePath } from '@bakkum/i18n/locale';
import { formatMoney } from '@bakkum/i18n/quantity';
import { decimalOf } from '@bakkum/payment/money';
import type { Payment } from '@bakkum/payment/record';
import type { Context } from 'hono';
import { z } from 'zod';
import { type ApiApp, createRoutes } from '../../../http/api-routes.ts';
import { localeOf } from '../../../http/problem-answer.ts';
import type { NodeEnvironment } from '../../../http/requests/client-address.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { Services } from '../../../services.ts';
import { descriptionOf } from '../description.ts';
import { wayOf } from '../ways.ts';
import { windowHeaders, windowPage, windowPath } from './window-page.ts';

/** The page that opens the payment window, for services without a page of their own, and for the buyer only. */
export function windowRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  const { payment: service, settings } = services;
  routes.get(windowPath(':id'), async (context) => {
    const id = context.req.param('id') ?? '';
    const session = await signedIn.find(context);
    const isId = z.uuid().safeParse(id).success;
    const payment = session && isId ? await service?.payments.find(session.person.id, { id }) : undefined;
    // Whoever is signed out, or has paid meanwhile, sees the state of the payment.
    if (payment?.state !== 'ordered' || !payment.approveUrl) return toState(context, id, payment);
    const { way, test } = wayOf(payment.provider);
    const client = service?.ways.get(way)?.client;
    const urls = urlsOf(payment, payment.approveUrl);
    const { locale, money, product } = payment;
    const description = descriptionOf(settings.brand, locale, product);
    const window = client?.window?.({ paymentId: id, description, money, locale, returnUrl: urls.returnUrl });
    if (!window) return toState(context, id, payment);
    const amount = formatMoney(locale, decimalOf(money), money.currency);
    const page = windowPage({ locale, brand: settings.brand, description, amount, window, test, ...urls });
    return context.html(page, 200, windowHeaders(window));
  });
  return routes;
}

function toState(context: Context<NodeEnvironment>, id: string, payment: Payment | undefined): Response {
  const locale = payment?.locale ?? localeOf(context);
  const plan = payment ? `plan=${payment.product}&` : '';
  context.header('Cache-Control', 'no-store');
  return context.redirect(`${localePath(locale, '/payment')}?${plan}payment=${encodeURIComponent(id)}`, 303);
}

/** The buyer returns to the host on which the payment was begun. */
function urlsOf({ id, locale, product }: Payment, windowUrl: string) {
  const page = `${new URL(windowUrl).origin}${localePath(locale, '/payment')}?plan=${product}`;
  return { returnUrl: `${page}&back=paid&paymentId=${id}`, cancelUrl: `${page}&back=cancelled&token=${id}` };
}
