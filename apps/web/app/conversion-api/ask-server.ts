import type { ConversionProblem } from '@bakkum/api-contract/conversion-problems';
import type { ConversionProblemBody } from '@bakkum/api-contract/conversions';

/** Why something was not done. `unreachable`: there was no answer, or none of ours. */
export type CloudFault = {
  readonly code: ConversionProblem | 'unreachable';
  readonly details?: Readonly<Record<string, unknown>> | undefined;
};
export type Answered<Body> = { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly fault: CloudFault };

export const UNREACHABLE: CloudFault = { code: 'unreachable' };

type Asking = { readonly body?: unknown; readonly idempotencyKey?: string | undefined; readonly signal?: AbortSignal };

/**
 * Asks the conversion API. Never throws but for its signal: no connection is a fault like others.
 * @param Body what the API's contract says of that address
 */
export async function askServer<Body>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, idempotencyKey, signal }: Asking = {},
): Promise<Answered<Body>> {
  try {
    const response = await fetch(`/api/v1/${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    // The server holds to the contract: both sides are checked against the same schemas.
    if (response.ok) return { ok: true, body: (text === '' ? undefined : JSON.parse(text)) as Body };
    return { ok: false, fault: faultIn(text) };
  } catch {
    signal?.throwIfAborted();
    return { ok: false, fault: UNREACHABLE };
  }
}

/** What a problem document says. */
export function faultIn(text: string): CloudFault {
  try {
    const { error } = JSON.parse(text) as Partial<ConversionProblemBody>;
    return error ? { code: error.code, details: error.details } : UNREACHABLE;
  } catch {
    return UNREACHABLE;
  }
}
