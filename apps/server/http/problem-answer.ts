import type { Problem, ProblemCode } from '@bakkum/api-contract/problem';
import { PROBLEM_TITLES } from '@bakkum/api-contract/problem-titles';
import { isLocale, LOCALE_STORAGE, type Locale, preferredLocale } from '@bakkum/i18n/locale';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { type FieldFault, fieldIssue } from './field-sentences.ts';

const STATUS = {
  'invalid-request': 422,
  'too-large': 413,
  'address-too-long': 414,
  'unsupported-media-type': 415,
  'foreign-origin': 403,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'wrong-password': 403,
  'password-needed': 403,
  'sign-in-again': 403,
  'sign-in-service-unavailable': 503,
  'address-unconfirmed': 403,
  'invalid-token': 400,
  'demo-account': 403,
  'too-many-requests': 429,
  'not-found': 404,
  'link-ended': 410,
  'sharing-blocked': 403,
  'no-credits': 402,
  'account-frozen': 403,
  'premium-needed': 403,
  'annual-needed': 403,
  'prompt-refused': 422,
  'moderation-unavailable': 503,
  'translation-unavailable': 503,
  'picture-unreadable': 422,
  'picture-too-small': 422,
  'picture-too-large': 422,
  'picture-too-narrow': 422,
  'picture-refused': 422,
  'too-many-pictures': 409,
  'image-storage-full': 409,
  'shared-storage-full': 409,
  'too-many-designs': 429,
  'no-editing': 409,
  'no-strength': 409,
  'too-many-changes': 409,
  'size-not-available': 422,
  'prompt-language': 422,
  'idempotency-conflict': 409,
  'payments-off': 503,
  'payment-unavailable': 503,
  'sales-closed': 503,
  'price-changed': 409,
  'refund-not-possible': 409,
  'already-subscribed': 409,
  'no-subscription': 409,
  'too-many-keys': 409,
  'method-not-allowed': 405,
  'no-space': 507,
  busy: 503,
  unavailable: 503,
  internal: 500,
} as const satisfies Readonly<Record<ProblemCode, number>>;

type Details = { readonly details?: readonly FieldFault[]; readonly retryAfterS?: number; readonly terms?: string[] };

/** Thrown by routes to respond with a problem. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly details: Details;

  constructor(code: ProblemCode, details: Details = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** Media type of problems. */
export const PROBLEM_TYPE = 'application/problem+json';

/** Problem response in the language of the client. */
export function problemAnswer(context: Context, code: ProblemCode, details: Details = {}): Response {
  const { retryAfterS } = details;
  const headers = {
    'Content-Type': PROBLEM_TYPE,
    ...(retryAfterS !== undefined && { 'Retry-After': String(retryAfterS) }),
  };
  return context.body(JSON.stringify(problemOf(localeOf(context), code, details)), STATUS[code], headers);
}

/** Body of a problem response. */
export function problemOf(locale: Locale, code: ProblemCode, { details, retryAfterS, terms }: Details = {}): Problem {
  const title = PROBLEM_TITLES[locale][code];
  return {
    type: `about:blank#${code}`,
    title,
    status: STATUS[code],
    error: {
      code,
      message: title,
      ...(details && { details: details.map((fault) => fieldIssue(fault, locale)) }),
      ...(retryAfterS !== undefined && { retryAfter: retryAfterS }),
      ...(terms && { terms }),
    },
  };
}

/** The chosen language, otherwise the browser's. */
export function localeOf(context: Context): Locale {
  const chosen = getCookie(context, LOCALE_STORAGE);
  return isLocale(chosen) ? chosen : (preferredLocale(context.req.header('Accept-Language')) ?? 'en');
}
