import { createHash } from 'node:crypto';
import { chooseEncoding, type EncodedBody, type Encoding, encodedBody } from './files/content-encoding.ts';

/** A response in memory: encoded once, sent many times. */
export type KeptBody = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: EncodedBody;
  readonly etag: string;
};

/** @param effort Brotli's level: 5 for single use, 11 for cached bodies */
export function keptBody(bytes: Uint8Array<ArrayBuffer>, status: number, headers: Headers, effort: 5 | 11): KeptBody {
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { status, headers, body: encodedBody(bytes, effort), etag };
}

/** The encoding in which a client receives kept bodies. */
export function encodingFor(request: Request): Encoding {
  return chooseEncoding(request.headers.get('Accept-Encoding') ?? undefined);
}

/** Answers in the encoding of the client, or with 304 if it has the body already. */
export async function answerKept(request: Request, kept: KeptBody): Promise<Response> {
  const headers = new Headers(kept.headers);
  headers.append('Vary', 'Accept-Encoding');
  if (kept.status === 200) {
    headers.set('ETag', kept.etag);
    if (request.headers.get('If-None-Match') === kept.etag) return new Response(null, { status: 304, headers });
  }
  const encoding = encodingFor(request);
  const body = await kept.body(encoding);
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.byteLength));
  const empty = body.byteLength === 0 || request.method === 'HEAD' || [204, 205, 304].includes(kept.status);
  return new Response(empty ? null : body, { status: kept.status, headers });
}
