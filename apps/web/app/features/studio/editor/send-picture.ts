import type { imageResponse } from '@bakkum/api-contract/images/images';
import type { Problem } from '@bakkum/api-contract/problem';
import type { z } from 'zod';
import { type Answer, failureOf } from '../../../session/api.ts';

export type Sent = Answer<z.infer<typeof imageResponse>>;

/** Sends an image the user agreed to send. Undefined if it was aborted. */
export async function sendPicture(picture: File, idempotencyKey: string, signal: AbortSignal): Promise<Sent | undefined> {
  const query = new URLSearchParams({ name: picture.name, agreed: 'true' });
  try {
    const response = await fetch(`/api/images/imports?${query}`, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/octet-stream', 'Idempotency-Key': idempotencyKey },
      body: picture,
      signal,
    });
    // Server and client are checked against the same schemas.
    if (response.ok) return { ok: true, body: (await response.json()) as z.infer<typeof imageResponse> };
    return { ok: false, failure: failureOf((await response.json()) as Partial<Problem>) };
  } catch {
    return signal.aborted ? undefined : { ok: false, failure: failureOf({}) };
  }
}
