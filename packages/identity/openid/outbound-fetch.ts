import { Readable } from 'node:stream';
import { collect } from '@bakkum/bytes/streams';
import type { Outbound } from '@bakkum/outbound/outbound';
import type { CustomFetch } from 'openid-client';

/** Maximum bytes of a response. Metadata, keys, tokens and claims have a few kilobytes. */
const MAX_RESPONSE_BYTES = 1_000_000;
/** Statuses of responses without a body. */
const WITHOUT_BODY = [204, 205, 304];

/** A `fetch` whose requests pass the guard against private addresses. Redirects are not followed. */
export function fetchThrough(outbound: Outbound): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    if (!signal) throw new Error('a request to an issuer needs a time limit');
    if (method !== 'GET' && method !== 'POST') throw new Error(`${method} is not sent to issuers`);
    const form = body instanceof URLSearchParams && { body: body.toString() };
    const answer = await outbound.ask({ url, method, headers, redirects: 0, signal, ...form });
    // Casts between two type declarations of the same stream.
    const stream = Readable.toWeb(answer.body) as ReadableStream<Uint8Array>;
    const content = await collect(stream, MAX_RESPONSE_BYTES);
    const type = answer.headers['content-type'];
    return new Response(WITHOUT_BODY.includes(answer.status) ? null : content, {
      status: answer.status,
      headers: { ...(type !== undefined && { 'content-type': type }) },
    });
  };
}
