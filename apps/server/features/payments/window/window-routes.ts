import { localePath } from '@bakkum/i18n/locale';
import { formatMoney } from '@bakkum/i18n/quantity';
import { decimalOf } from '@bakkum/payment/money';
import type { PaymentClient } from '@bakkum/payment/provider';
import type { Payment } from '@bakkum/payment/record';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type ApiApp, createRoutes } from '../../../http/api-routes.ts';
import { localeOf } from '../../../http/problem-answer.ts';
import type { NodeEnvironment } from '../../../http/requests/client-address.ts';
import { requestHostname } from '../../../http/requests/request-hostname.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { Services } from '../../../services.ts';
import { descriptionOf } from '../description.ts';
import { wayOf } from '../ways.ts';
import { siteOriginOf, windowOriginOf } from './window-origin.ts';
import { ABSENT_HEADERS, absentPage, WINDOW_PATH, windowEntryPath, windowHeaders, windowPage } from './window-page.ts';
import { TOKEN_LIFETIME_MS, type WindowTokenContent } from './window-token.ts';

/** Sends the buyer of an open payment from the site to the origin of the payment window. */
export function windowEntryRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  const { payment: service, settings, clock } = services;
  routes.get(windowEntryPath(':id'), async (context) => {
    const id = context.req.param('id') ?? '';
    const session = await signedIn.find(context);
    const isId = z.uuid().safeParse(id).success;
    const payment = session && isId ? await service?.payments.find(session.person.id, { id }) : undefined;
    if (!service || !session || !payment) return absent(context, settings, { site: '', isSignedOut: !session });
    context.header('Cache-Control', 'no-store');
    const { locale, product, approveUrl } = payment;
    // A payment that was paid or has expired leads to its state.
    if (!approveUrl || !windowOf(services, payment))
      return context.redirect(`${localePath(locale, '/payment')}?plan=${product}&payment=${id}`, 303);
    const site = siteOriginOf(approveUrl, settings);
    const origin = windowOriginOf(site, settings);
    if (!origin) return absent(context, settings, { site: '', isSignedOut: false });
    const expiresAt = clock.now().getTime() + TOKEN_LIFETIME_MS;
    const userId = session.person.id;
    const token = service.windowTokens.seal({ paymentId: id, userId, sessionId: session.id, site, expiresAt });
    return context.redirect(`${origin}${WINDOW_PATH}?token=${token}`, 303);
  });
  return routes;
}

/**
 * The page that opens the payment window, for services without their own payment page. It is in another origin than the site, so it
 * neither reads nor sets cookies. A token of the site says who pays.
 */
export function windowRoutes(services: Services): Hono<NodeEnvironment> {
  const routes = new Hono<NodeEnvironment>();
  const { payment: service, settings } = services;
  routes.get(WINDOW_PATH, async (context) => {
    const given = service?.windowTokens.open(context.req.query('token') ?? '');
    const origin = given && windowOriginOf(given.site, settings);
    if (!origin || requestHostname(context) !== new URL(origin).hostname)
      return absent(context, settings, { site: settings.origin, isSignedOut: false });
    const payment = await paidWith(services, given);
    const open = payment && windowOf(services, payment);
    if (!open) {
      // The site checks the session, and gives a new token or says what became of the payment.
      context.header('Cache-Control', 'no-store');
      return context.redirect(`${given.site}${windowEntryPath(given.paymentId)}`, 303);
    }
    const { id, locale, money, product, provider } = payment;
    const urls = urlsOf(payment, given.site);
    const description = descriptionOf(settings.brand, locale, product);
    const window = open({ paymentId: id, description, money, locale, returnUrl: urls.returnUrl });
    const amount = formatMoney(locale, decimalOf(money), money.currency);
    const { test } = wayOf(provider);
    const page = windowPage({ locale, brand: settings.brand, description, amount, window, test, ...urls });
    return context.html(page, 200, windowHeaders(window));
  });
  return routes;
}

/** The payment of a token that is still valid: neither has it expired nor has the buyer signed out. */
async function paidWith(services: Services, given: WindowTokenContent): Promise<Payment | undefined> {
  const { payment: service, accounts, clock } = services;
  if (given.expiresAt <= clock.now().getTime()) return undefined;
  const sessions = await accounts.sessions(given.userId);
  if (!sessions.some(({ id }) => id === given.sessionId)) return undefined;
  return service?.payments.find(given.userId, { id: given.paymentId });
}

/** How the window of an open payment is opened. */
function windowOf({ payment: service }: Services, { provider, state }: Payment): PaymentClient['window'] {
  return state === 'ordered' ? service?.ways.get(wayOf(provider).way)?.client.window : undefined;
}

type Absent = { readonly site: string; readonly isSignedOut: boolean };

function absent(context: Context, { brand }: Services['settings'], given: Absent): Response | Promise<Response> {
  return context.html(absentPage({ locale: localeOf(context), brand, ...given }), given.isSignedOut ? 401 : 404, ABSENT_HEADERS);
}

/** The buyer returns to the host on which the payment was started. */
function urlsOf({ id, locale, product }: Payment, site: string) {
  const page = `${site}${localePath(locale, '/payment')}?plan=${product}`;
  return { returnUrl: `${page}&back=paid&paymentId=${id}`, cancelUrl: `${page}&back=cancelled&token=${id}` };
}
