/** Uploads a file by the resumable protocol (tus 1.0). The client for it is loaded with the first upload. */
import type { HttpRequest } from 'tus-js-client';
import { type CloudFault, faultIn, UNREACHABLE } from '../../../conversion-api/ask-server.ts';
import { unlessAborted } from './unless-aborted.ts';

const PATH = '/api/v1/tus';
/** Pauses before the retries, in milliseconds. Progress starts them again. */
const PAUSES_MS = [500, 1500, 4000, 8000, 15_000, 30_000, 60_000];
/** Retries without a connection. A server that is receiving too many files gets them all. */
const UNREACHABLE_RETRIES = 5;

/** Rejection of `uploadFile`: the server refused, or is unreachable. */
export class UploadFault extends Error {
  override readonly name = 'UploadFault';
  readonly fault: CloudFault;
  constructor(fault: CloudFault, cause?: unknown) {
    super(fault.code, { cause });
    this.fault = fault;
  }
}

type Uploading = {
  readonly file: File;
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
  const { signal } = uploading;
  signal.throwIfAborted();
  const loading = import('tus-js-client').catch((cause: unknown) => {
    throw new UploadFault(UNREACHABLE, cause);
  });
  const client = await unlessAborted(loading, signal);
  return send(client, uploading);
}

type Client = typeof import('tus-js-client');

function send(client: Client, uploading: Uploading): Promise<string> {
  const { file, name, uploadId, key, signal, onBegun, onSent } = uploading;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  /** Whether the server may be creating the upload. That request runs to its end; otherwise the created upload would be lost. */
  let isCreating = false;
  /** A previous upload that is gone and must not be created again under its key. */
  let lost: string | undefined;
  const upload = new client.Upload(file, {
    endpoint: new URL(PATH, location.href).href,
    uploadUrl: uploadId === undefined ? null : new URL(`${PATH}/${uploadId}`, location.href).href,
    metadata: { filename: name },
    retryDelays: PAUSES_MS,
    // The page stores the id with its list of files.
    storeFingerprintForResuming: false,
    onBeforeRequest(request) {
      signal.throwIfAborted();
      isCreating = request.getMethod() === 'POST';
      if (isCreating && key !== undefined) request.setHeader('Idempotency-Key', lost === undefined ? key : `${key}-${lost}`);
    },
    onAfterResponse(request, response) {
      if (isCreating || request.getMethod() !== 'HEAD') return;
      if (response.getStatus() >= 500) throw new UploadFault(UNREACHABLE);
      if (response.getStatus() >= 400) lost = idOf(request);
    },
    onUploadUrlAvailable() {
      if (isCreating) onBegun(idAt(upload.url ?? ''));
      if (signal.aborted) void upload.abort();
      isCreating = false;
    },
    onShouldRetry(error, attempt) {
      isCreating = false;
      return !signal.aborted && isPassing(faultOf(client, error), attempt);
    },
    onProgress: (bytes) => onSent(Math.min(file.size, bytes)),
    onSuccess: () => resolve(idAt(upload.url ?? '')),
    onError: (error) => reject(new UploadFault(faultOf(client, error), error)),
  });
  upload.start();
  return unlessAborted(promise, signal).finally(() => {
    if (signal.aborted && !isCreating) void upload.abort();
  });
}

/** Transient errors: the connection broke, another request held the upload, or the server ended it to make room for others. */
function isPassing({ code }: CloudFault, attempt: number): boolean {
  if (code === 'TOO_MANY_UPLOADS') return true;
  if (attempt >= UNREACHABLE_RETRIES) return false;
  return code === 'unreachable' || code === 'OFFSET_CONFLICT' || code === 'UNAVAILABLE';
}

function faultOf({ DetailedError }: Client, error: Error): CloudFault {
  return error instanceof DetailedError && error.originalResponse ? faultIn(error.originalResponse.getBody()) : UNREACHABLE;
}

const idOf = (request: HttpRequest): string => idAt(request.getURL());
const idAt = (address: string): string => address.split('/').at(-1) ?? '';
