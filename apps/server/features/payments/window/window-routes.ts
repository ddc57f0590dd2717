import { localePath } from '@bakkum/i18n/locale';
import { formatMoney } from '@bakkum/i18n/quantity';
import { decimalOf } from '@bakkum/payment/money';
import type { Payment } from '@bakkum/payment/record';
import { z } from 'zod';
import { type ApiApp, createRoutes } from '../../../http/api-routes.ts';
import { localeOf } from '../../../http/problem-answer.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { Services } from '../../../services.ts';
import { descriptionOf } from '../description.ts';
import { wayOf } from '../ways.ts';
import { ABSENT_HEADERS, absentPage, windowHeaders, windowPage, windowPath } from './window-page.ts';

/** The page that opens the payment window, for services without their own payment page. Only the buyer can open it. */
export function windowRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  const { payment: service, settings } = services;
  routes.get(windowPath(':id'), async (context) => {
    const id = context.req.param('id') ?? '';
    const session = await signedIn.find(context);
    const isId = z.uuid().safeParse(id).success;
    const payment = session && isId ? await service?.payments.find(session.person.id, { id }) : undefined;
    if (!payment) {
      const page = absentPage({ locale: localeOf(context), brand: settings.brand, isSignedOut: !session });
      return context.html(page, session ? 404 : 401, ABSENT_HEADERS);
    }
    const { locale, money, product, provider, state, approveUrl } = payment;
    const { way, test } = wayOf(provider);
    const open = service?.ways.get(way)?.client.window;
    // A payment that was paid or has expired leads to its state.
    if (state !== 'ordered' || !approveUrl || !open) {
      context.header('Cache-Control', 'no-store');
      return context.redirect(`${localePath(locale, '/payment')}?plan=${product}&payment=${id}`, 303);
    }
    const urls = urlsOf(payment, approveUrl);
    const description = descriptionOf(settings.brand, locale, product);
    const window = open({ paymentId: id, description, money, locale, returnUrl: urls.returnUrl });
    const amount = formatMoney(locale, decimalOf(money), money.currency);
    const page = windowPage({ locale, brand: settings.brand, description, amount, window, test, ...urls });
    return context.html(page, 200, windowHeaders(window));
  });
  return routes;
}

/** The buyer returns to the host on which the payment was started. */
function urlsOf({ id, locale, product }: Payment, windowUrl: string) {
  const page = `${new URL(windowUrl).origin}${localePath(locale, '/payment')}?plan=${product}`;
  return { returnUrl: `${page}&back=paid&paymentId=${id}`, cancelUrl: `${page}&back=cancelled&token=${id}` };
}
