import { createHash, createHmac } from 'node:crypto';

/** Credentials and region, as given by the operator of the store. */
export type S3Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string; readonly region: string };

export type SignedRequest = {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names; `host` is added. All headers are signed. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hex, or `UNSIGNED-PAYLOAD`. */
  readonly payload: string;
  readonly at: Date;
};

export const EMPTY_PAYLOAD = createHash('sha256').update('').digest('hex');
/** Used for streamed bodies; TLS protects them in transit. */
export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * Headers of an S3 request signed with AWS Signature Version 4, which every S3-compatible store requires
 * (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
export function signS3({ method, url, headers, payload, at }: SignedRequest, credentials: S3Credentials): Record<string, string> {
  const moment = `${at.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const day = moment.slice(0, 8);
  const all: Record<string, string> = { ...headers, host: url.host, 'x-amz-content-sha256': payload, 'x-amz-date': moment };
  const names = Object.keys(all).sort();
  const signed = names.join(';');
  const canonical = [
    method,
    url.pathname.split('/').map(encodeOnce).join('/'),
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${(all[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signed,
    payload,
  ].join('\n');
  const scope = `${day}/${credentials.region}/s3/aws4_request`;
  const text = [ALGORITHM, moment, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day, credentials.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const authorization = `${ALGORITHM} Credential=${credentials.accessKeyId}/${scope},SignedHeaders=${signed},Signature=${signature}`;
  return { ...all, authorization };
}

/** A URL path is already encoded, but S3 escapes more characters. */
function encodeOnce(segment: string): string {
  return encode(decodeURIComponent(segment));
}

function canonicalQuery(query: URLSearchParams): string {
  const pairs = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.sort().join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
