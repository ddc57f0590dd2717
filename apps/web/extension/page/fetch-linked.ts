import { downloadFile } from '../../app/features/conversion/add/download-file.ts';

/** Bytes of the largest file. */
export const MAX_FILE_BYTES = 500_000_000;

/** Why there is no file. `network`: unreachable, or redirected to a site the user has not allowed; browsers do not say which. */
export type FetchFault = 'network' | 'missing' | 'forbidden' | 'large';

export type Fetched = { readonly file: File } | { readonly fault: FetchFault };

/**
 * Downloads a linked file, as a click on the link would: with the cookies of the site, because many documents are only shown to
 * signed-in users. Rejects if it is aborted.
 */
export async function fetchLinked(url: URL, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<Fetched> {
  const isInPage = url.protocol === 'data:';
  try {
    const found = await downloadFile(url, {
      credentials: isInPage ? 'omit' : 'include',
      mostBytes: MAX_FILE_BYTES,
      onProgress: ({ loaded }) => onProgress(loaded),
      signal,
    });
    if ('status' in found) return { fault: faultOf(found.status) };
    return isInPage ? { file: new File([found.file], 'image', { type: found.file.type }) } : found;
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
