import type { ConversionProblemBody } from '@bakkum/api-contract/conversions/conversions';
import type { ConversionProblem } from '@bakkum/api-contract/conversions/problems';
import { checkConnection } from '../state/network.ts';

/** The reason a request failed. `unreachable` means no answer, or an answer that did not come from our server. */
export type CloudFault = {
  readonly code: ConversionProblem | 'unreachable';
  readonly details?: Readonly<Record<string, unknown>> | undefined;
};
export type Answered<Body> = { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly fault: CloudFault };

export const UNREACHABLE: CloudFault = { code: 'unreachable' };

type Asking = { readonly body?: unknown; readonly idempotencyKey?: string | undefined; readonly signal?: AbortSignal };

/**
 * Sends a request to the conversion API. Throws only when its signal aborts; a lost connection is returned as a fault.
 * @param Body schema of the answer in the API contract
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
    // Server and client are checked against the same schemas.
    if (response.ok) return { ok: true, body: (text === '' ? undefined : JSON.parse(text)) as Body };
    return { ok: false, fault: faultIn(text) };
  } catch {
    signal?.throwIfAborted();
    void checkConnection();
    return { ok: false, fault: UNREACHABLE };
  }
}

/** The fields read from a problem document. */
export function faultIn(text: string): CloudFault {
  try {
    const { error } = JSON.parse(text) as Partial<ConversionProblemBody>;
    return error ? { code: error.code, details: error.details } : UNREACHABLE;
  } catch {
    return UNREACHABLE;
  }
}
