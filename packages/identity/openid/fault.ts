import { OutboundRefused } from '@bakkum/outbound/outbound';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/**
 * Why a sign-in at the issuer failed: the person declined, the issuer is unreachable, or its response does not belong to this sign-in.
 * `reason` is for the log and contains no claims and no tokens.
 */
export type Faulty = { readonly outcome: 'canceled' | 'unavailable' | 'invalid'; readonly reason: string };

/** Error codes of RFC 6749 and OpenID Connect that mean the person did not sign in. */
const CANCELED = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);
const UNAVAILABLE = new Set(['server_error', 'temporarily_unavailable']);
const MAX_REASON_LENGTH = 300;

/** Describes an error of openid-client, of the guard for outbound requests, or of a check. */
export function faultOf(error: unknown): Faulty {
  const causes = causesOf(error);
  const isUnavailable = causes.some(isOutage);
  const isCanceled = error instanceof AuthorizationResponseError && CANCELED.has(error.error);
  const outcome = isUnavailable ? 'unavailable' : isCanceled ? 'canceled' : 'invalid';
  return { outcome, reason: causes.map(reasonOf).join(': ').slice(0, MAX_REASON_LENGTH) };
}

/** An error, its cause, and so on. */
function causesOf(error: unknown): readonly unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error];
}

function isOutage(cause: unknown): boolean {
  if (cause instanceof Response) return cause.status >= 500;
  if (cause instanceof ResponseBodyError) return cause.status >= 500;
  if (cause instanceof AuthorizationResponseError) return UNAVAILABLE.has(cause.error);
  if (cause instanceof OutboundRefused) return true;
  return cause instanceof ClientError ? cause.code === 'OAUTH_TIMEOUT' : cause instanceof Error && cause.name === 'TimeoutError';
}

/** Other causes may contain tokens or claims. */
function reasonOf(cause: unknown): string {
  if (cause instanceof Response) return `status ${cause.status}`;
  if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError) return `error ${cause.error}`;
  if (cause instanceof OutboundRefused) return `${cause.message} (${cause.fault})`;
  return cause instanceof Error ? cause.message : 'details omitted';
}
