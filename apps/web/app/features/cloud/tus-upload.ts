/** Sends a file in one connection after another (tus 1.0) until the server has all of it. */
import { type CloudFault, faultIn, UNREACHABLE } from '../../conversion-api/ask-server.ts';

const TUS = { 'Tus-Resumable': '1.0.0' } as const;
/** After a broken connection it is tried again so often, each time after a longer pause. */
const PAUSES_MS = [500, 1500, 4000, 8000, 15_000];

/** Rejections of `uploadFile`: the server says no, or cannot be reached. */
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
  /** Of an upload that was begun before. */
  readonly uploadId?: string | undefined;
  readonly signal: AbortSignal;
  /** Told as soon as the server knows of the upload. */
  readonly onBegun: (uploadId: string) => void;
  readonly onSent: (bytes: number) => void;
};

/** Answers the upload's id once all of it is there. @throws UploadFault, or the reason of the signal */
export async function uploadFile(uploading: Uploading): Promise<string> {
  const { file, signal, onBegun, onSent } = uploading;
  let place = uploading.uploadId === undefined ? undefined : await standing(uploading.uploadId, signal);
  for (let broken = 0; ; ) {
    try {
      if (!place) {
        place = { id: await begin(uploading), offset: 0 };
        onBegun(place.id);
      }
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
      // The line may be cut still: then the next turn finds out.
      if (place) place = (await standing(place.id, signal).catch(() => place)) ?? undefined;
    }
  }
}

/** What a later try may not meet: the line broke, or another connection was in the way. */
function isPassing({ code }: CloudFault): boolean {
  return code === 'unreachable' || code === 'OFFSET_CONFLICT' || code === 'UNAVAILABLE';
}

type Place = { readonly id: string; readonly offset: number };

/** How much the server has; undefined where the upload is gone. */
async function standing(id: string, signal: AbortSignal): Promise<Place | undefined> {
  const response = await fetch(`/api/v1/tus/${id}`, { method: 'HEAD', headers: TUS, signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (!response || response.status >= 500) throw new UploadFault(UNREACHABLE);
  return response.ok ? { id, offset: Number(response.headers.get('Upload-Offset')) } : undefined;
}

async function begin({ file, name, signal }: Uploading): Promise<string> {
  const response = await fetch('/api/v1/tus', {
    method: 'POST',
    headers: { ...TUS, 'Upload-Length': String(file.size), 'Upload-Metadata': `filename ${base64(name)}` },
    signal,
  }).catch(() => undefined);
  signal.throwIfAborted();
  if (!response) throw new UploadFault(UNREACHABLE);
  if (!response.ok) throw new UploadFault(faultIn(await response.text()));
  return response.headers.get('Location')?.split('/').at(-1) ?? '';
}

/** The rest of the file. By XMLHttpRequest: fetch does not tell how much was sent. */
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
