import { linkedName } from '../../app/features/conversion/add/link-address.ts';

/** Bytes of the largest file. */
export const MAX_FILE_BYTES = 500_000_000;

/** Why there is no file. `network`: unreachable, or the site forwards to one the user has not allowed; browsers do not say which. */
export type FetchFault = 'network' | 'missing' | 'forbidden' | 'large';

export type Fetched = { readonly file: File } | { readonly fault: FetchFault };

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Downloads a linked file, as a click on the link would: with the cookies of the site, because many documents are only shown to those
 * who signed in. Rejects when it is aborted.
 */
export async function fetchLinked(url: URL, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<Fetched> {
  const isInPage = url.protocol === 'data:';
  try {
    const response = await fetch(url, { credentials: isInPage ? 'omit' : 'include', referrerPolicy: 'no-referrer', signal });
    if (!response.ok || !response.body) return { fault: faultOf(response.status) };
    if (Number(response.headers.get('content-length') ?? 0) > MAX_FILE_BYTES) {
      await response.body.cancel();
      return { fault: 'large' };
    }
    const blob = await new Response(response.body.pipeThrough(counted(onProgress))).blob();
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    const name = isInPage ? 'image' : linkedName(new URL(response.url || url), response.headers.get('content-disposition'));
    return { file: new File([blob], name, { type }) };
  } catch (failure) {
    signal.throwIfAborted();
    return { fault: failure instanceof RangeError ? 'large' : 'network' };
  }
}

const SERVER_ERROR = 500;
const FORBIDDEN: ReadonlySet<number> = new Set([401, 403]);

function faultOf(status: number): FetchFault {
  if (status >= SERVER_ERROR) return 'network';
  return FORBIDDEN.has(status) ? 'forbidden' : 'missing';
}

function counted(onProgress: (bytes: number) => void): TransformStream<Bytes, Bytes> {
  let loaded = 0;
  return new TransformStream({
    transform(chunk, stream) {
      loaded += chunk.byteLength;
      if (loaded > MAX_FILE_BYTES) throw new RangeError('over the limit');
      onProgress(loaded);
      stream.enqueue(chunk);
    },
  });
}
