import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';

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

/**
 * Headers of an S3 request signed with AWS Signature Version 4, which every S3-compatible store requires
 * (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
export async function signS3(
  { method, url, headers, payload, at }: SignedRequest,
  { accessKeyId, secretAccessKey, region }: S3Credentials,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': payload },
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    datetime: at.toISOString().replace(/[-:]|\.\d+/g, ''),
    allHeaders: true,
  });
  const signed = await signer.sign();
  return { ...Object.fromEntries(signed.headers), host: url.host };
}
