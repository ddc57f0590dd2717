/** Uploads a file in consecutive requests (tus 1.0) until the server has all of it. */
import { type CloudFault, faultIn, UNREACHABLE } from '../../../conversion-api/ask-server.ts';
import { whileWanted } from './while-wanted.ts';

const TUS = { 'Tus-Resumable': '1.0.0' } as const;
/** Pauses before the retries after an interrupted connection, in milliseconds. */
const PAUSES_MS = [500, 1500, 4000, 8000, 15_000];

/** Rejection of `uploadFile`: the server refused, or is unreachable. */
export class UploadFault extends Error {
  override readonly name = 'UploadFault';
  readonly fault: CloudFault;
  constructor(fault: CloudFault) {
    super(fault.code);
    this.fault = fault;
  }
}

type Uploading = {
  readonly file: Blob;
  readonly name: string;
  /** An upload started before. */
  readonly uploadId?: string | undefined;
  /** Idempotency key for this file: repeated requests do not start a second upload. */
  readonly key?: string | undefined;
  readonly signal: AbortSignal;
  /** Called as soon as the server has created the upload, even after the signal aborted. */
  readonly onBegun: (uploadId: string) => void;
  readonly onSent: (bytes: number) => void;
};

/**
 * Resolves with the upload's id once the server has all of the file.
 * @throws UploadFault, or the reason of the signal
 */
export async function uploadFile(uploading: Uploading): Promise<string> {
  const { file, uploadId, signal, onSent } = uploading;
  let place = uploadId === undefined ? undefined : await standing(uploadId, signal);
  let lost = place ? undefined : uploadId;
  for (let broken = 0; ; ) {
    try {
      place ??= await begin(uploading, lost);
      onSent(place.offset);
      if (place.offset >= file.size) return place.id;
      const offset = await append(place.id, place.offset, uploading);
      place = { id: place.id, offset };
      broken = 0;
    } catch (error) {
      signal.throwIfAborted();
      const pause = PAUSES_MS[broken];
      if (!(error instanceof UploadFault) || !isPassing(error.fault) || pause === undefined) throw error;
      broken += 1;
      await passed(pause, signal);
      if (!place) continue;
      lost = place.id;
      // If the connection is still down, the next iteration finds out.
      place = await standing(place.id, signal).catch(() => place);
    }
  }
}

/** Transient errors: the connection broke, or another request held the upload. */
function isPassing({ code }: CloudFault): boolean {
  return code === 'unreachable' || code === 'OFFSET_CONFLICT' || code === 'UNAVAILABLE';
}

type Place = { readonly id: string; readonly offset: number };

/** Returns how many bytes the server has; undefined if the upload is gone. */
async function standing(id: string, signal: AbortSignal): Promise<Place | undefined> {
  const response = await fetch(`/api/v1/tus/${id}`, { method: 'HEAD', headers: TUS, signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (!response || response.status >= 500) throw new UploadFault(UNREACHABLE);
  return response.ok ? { id, offset: Number(response.headers.get('Upload-Offset')) } : undefined;
}

/**
 * Runs to its end even if the caller left; otherwise a created upload would be lost.
 * @param lost a previous upload that is gone and must not be reused
 */
function begin({ file, name, key, signal, onBegun }: Uploading, lost: string | undefined): Promise<Place> {
  signal.throwIfAborted();
  const ask = async (): Promise<Place> => {
    const response = await fetch('/api/v1/tus', {
      method: 'POST',
      headers: {
        ...TUS,
        'Upload-Length': String(file.size),
        'Upload-Metadata': `filename ${base64(name)}`,
        ...(key !== undefined && { 'Idempotency-Key': lost === undefined ? key : `${key}-${lost}` }),
      },
    }).catch(() => undefined);
    if (!response) throw new UploadFault(UNREACHABLE);
    if (!response.ok) throw new UploadFault(faultIn(await response.text()));
    const id = response.headers.get('Location')?.split('/').at(-1) ?? '';
    onBegun(id);
    return { id, offset: Number(response.headers.get('Upload-Offset') ?? 0) };
  };
  return whileWanted(ask(), signal);
}

/** Sends the rest of the file by XMLHttpRequest, because fetch does not report upload progress. */
function append(id: string, offset: number, { file, signal, onSent }: Uploading): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    request.open('PATCH', `/api/v1/tus/${id}`);
    for (const [header, value] of Object.entries(TUS)) request.setRequestHeader(header, value);
    request.setRequestHeader('Upload-Offset', String(offset));
    request.setRequestHeader('Content-Type', 'application/offset+octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => onSent(Math.min(file.size, offset + loaded)));
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', stop);
      if (request.status === 204) resolve(Number(request.getResponseHeader('Upload-Offset')));
      else reject(new UploadFault(request.status === 0 ? UNREACHABLE : faultIn(request.responseText)));
    });
    request.send(file.slice(offset));
  });
}

function passed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
