import { linkedName } from './link-address.ts';
import type { LinkProgress } from './linked-file.ts';

export type DownloadOptions = {
  readonly credentials: 'include' | 'omit';
  readonly mostBytes: number;
  readonly onProgress: (progress: LinkProgress) => void;
  readonly signal?: AbortSignal;
};

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Downloads a file without sending a referrer, and names it after its URL or as the site says. Returns the HTTP status if there is
 * none.
 * @throws RangeError if the file is larger than `mostBytes`
 */
export async function downloadFile(
  url: URL,
  { credentials, mostBytes, onProgress, signal }: DownloadOptions,
): Promise<{ readonly file: File } | { readonly status: number }> {
  const response = await fetch(url, { credentials, referrerPolicy: 'no-referrer', mode: 'cors', ...(signal && { signal }) });
  const { body, headers } = response;
  if (!response.ok || !body) return { status: response.status };
  const told = Number(headers.get('content-length') ?? Number.NaN);
  // The length of a compressed transfer is not that of the file.
  const total = headers.has('content-encoding') || !Number.isFinite(told) ? undefined : told;
  if (total !== undefined && total > mostBytes) {
    await body.cancel();
    throw tooLarge();
  }
  const blob = await new Response(body.pipeThrough(counted(total, mostBytes, onProgress))).blob();
  const name = linkedName(new URL(response.url || url), headers.get('content-disposition'));
  return { file: new File([blob], name, { type: headers.get('content-type')?.split(';')[0] ?? '' }) };
}

function counted(
  total: number | undefined,
  mostBytes: number,
  onProgress: (progress: LinkProgress) => void,
): TransformStream<Bytes, Bytes> {
  let loaded = 0;
  return new TransformStream({
    transform(chunk, stream) {
      loaded += chunk.byteLength;
      if (loaded > mostBytes) throw tooLarge();
      onProgress({ loaded, ...(total !== undefined && { total }) });
      stream.enqueue(chunk);
    },
  });
}

const tooLarge = (): RangeError => new RangeError('over the limit');
