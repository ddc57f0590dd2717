import { PROBLEM_TITLES } from '@bakkum/api-contract/problem-titles';
import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../../../config/settings.ts';
import { localeOf } from '../../../http/problem-answer.ts';
import { requestHostname } from '../../../http/requests/request-hostname.ts';
import { FAKE_PORTONE_PATH } from '../ways.ts';
import { WINDOW_PATH } from './window-page.ts';

/**
 * Answers 404 to every request to the host of the payment window except for the window: scripts of the payment service that run there find
 * neither pages nor the API in their origin.
 */
export function windowHost({ mode, paymentWindowOrigin }: Pick<Settings, 'mode' | 'paymentWindowOrigin'>): MiddlewareHandler {
  const own = paymentWindowOrigin && new URL(paymentWindowOrigin).hostname;
  return async (context, next) => {
    if (!own || requestHostname(context) !== own) return next();
    const { path } = context.req;
    const isWindow = path === WINDOW_PATH || (mode === 'demo' && path.startsWith(`${FAKE_PORTONE_PATH}/`));
    if (isWindow) return next();
    return context.text(PROBLEM_TITLES[localeOf(context)]['not-found'], 404, { 'Cache-Control': 'no-store' });
  };
}
