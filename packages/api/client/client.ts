import { BakkumError } from './error.ts';
import { type Asking, type Connection, request } from './request.ts';
import type { Account, Conversion, Exported, ExportTarget, Format, Job, JobList, JobsQuery, Order, Upload } from './types.ts';

/** A path (Node), or a blob in memory. */
export type LocalFile = string | Blob;
/** A local file, a URL that the server fetches, an earlier upload, or several files or uploads for an operation, in their order. */
export type Source =
  | LocalFile
  | readonly LocalFile[]
  | { readonly url: string; readonly filename?: string }
  | { readonly upload_id: string }
  | { readonly upload_ids: readonly string[] };

export type Waiting = {
  readonly signal?: AbortSignal;
  /** Called whenever the server reports the job's progress. */
  readonly onProgress?: (job: Job) => void;
};

export type Ordering = Order & {
  /** Repeating a key returns the same job. Generated for each call unless given. */
  readonly idempotencyKey?: string;
  /** File name, if the source has none. */
  readonly filename?: string;
  readonly signal?: AbortSignal;
};

/** Seconds the server holds a request while a job is running. */
const WAIT_S = 30;

/** Converts files through the API of a Bakkum server. */
export class BakkumClient {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Converts a file and returns the completed job. @throws BakkumError with the job's error code if it failed */
  async convert(source: Source, { onProgress, ...order }: Ordering & Waiting): Promise<Job> {
    const job = await this.start(source, order);
    return this.wait(job.job_id, { ...(order.signal && { signal: order.signal }), ...(onProgress && { onProgress }) });
  }

  /** Starts a conversion and returns at once. */
  async start(source: Source, ordering: Ordering): Promise<Job> {
    const { idempotencyKey = crypto.randomUUID(), filename, signal, ...order } = ordering;
    const key = { 'Idempotency-Key': idempotencyKey };
    if (isLocal(source)) {
      const files = typeof source === 'string' || source instanceof Blob ? [source] : source;
      const form = new FormData();
      // The file goes last, because the server reads form fields in order.
      for (const [name, value] of Object.entries(order)) {
        if (value !== undefined) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
      }
      for (const file of files) await appendFile(form, file, filename);
      return this.#json({ method: 'POST', path: '/upload', body: form, headers: key, signal, repeatable: true });
    }
    const body = JSON.stringify({ ...source, ...(filename !== undefined && { filename }), ...order });
    const headers = { ...key, 'Content-Type': 'application/json' };
    return this.#json({ method: 'POST', path: '/jobs', body, headers, signal, repeatable: true });
  }

  /** Uploads a file for several conversions, each started by `start({ upload_id }, …)`. */
  async upload(
    file: LocalFile,
    { filename, signal, idempotencyKey = crypto.randomUUID() }: Pick<Ordering, 'filename' | 'signal' | 'idempotencyKey'> = {},
  ): Promise<Upload> {
    const form = new FormData();
    await appendFile(form, file, filename);
    return this.#json({
      method: 'POST',
      path: '/uploads',
      body: form,
      headers: { 'Idempotency-Key': idempotencyKey },
      signal,
      repeatable: true,
    });
  }

  /** Waits for a job to end. @throws BakkumError with the job's error code unless it completed */
  async wait(jobId: string, { signal, onProgress }: Waiting = {}): Promise<Job> {
    for (;;) {
      const job = await this.job(jobId, { wait: WAIT_S, ...(signal && { signal }) });
      onProgress?.(job);
      if (job.status === 'completed') return job;
      if (job.status !== 'queued' && job.status !== 'processing') throw failureOf(job);
    }
  }

  /** Reads a job. @param options.wait seconds to wait for its end */
  job(jobId: string, { wait, signal }: { readonly wait?: number; readonly signal?: AbortSignal } = {}): Promise<Job> {
    return this.#read(`/jobs/${encodeURIComponent(jobId)}${queryOf({ wait })}`, signal);
  }

  /** Lists jobs page by page, newest first. */
  jobs(query: JobsQuery = {}): Promise<JobList> {
    return this.#read(`/jobs${queryOf(query)}`);
  }

  cancel(jobId: string): Promise<Job> {
    return this.#json({ method: 'POST', path: `/jobs/${encodeURIComponent(jobId)}/cancel`, repeatable: true });
  }

  /** Retries a failed or cancelled job, until its `retry_until`. */
  retry(jobId: string): Promise<Job> {
    return this.#json({ method: 'POST', path: `/jobs/${encodeURIComponent(jobId)}/retry`, repeatable: false });
  }

  /** Deletes a job and its files. */
  async delete(jobId: string): Promise<void> {
    await request(this.#connection, { method: 'DELETE', path: `/jobs/${encodeURIComponent(jobId)}`, repeatable: true });
  }

  /**
   * Downloads the result as a stream, blob or text.
   * @param options.file index of one of several files; without it, all files are sent as a zip
   */
  download(jobId: string, { file, signal }: { readonly file?: number; readonly signal?: AbortSignal } = {}): Promise<Response> {
    const path = `/download/${encodeURIComponent(jobId)}${queryOf({ file })}`;
    return request(this.#connection, { method: 'GET', path, signal, repeatable: true });
  }

  /** Streams the result into a file (Node). */
  async save(
    jobId: string,
    path: string,
    options: { readonly file?: number; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    const [{ createWriteStream }, { Writable }] = await Promise.all([import('node:fs'), import('node:stream')]);
    const { body } = await this.download(jobId, options);
    if (!body) throw new BakkumError('The result is empty.', { code: 'EMPTY_RESULT', status: 0 });
    await body.pipeTo(Writable.toWeb(createWriteStream(path)));
  }

  /**
   * Uploads the result from the server to storage that accepts a presigned PUT, such as S3, and returns when it is stored. Neither the
   * URL nor the headers are kept.
   * @param target.headers those that the URL was signed with
   * @param target.file index of one of several files; without it, all files are sent as a zip
   */
  export(jobId: string, { signal, ...target }: ExportTarget & { readonly signal?: AbortSignal }): Promise<Exported> {
    const path = `/jobs/${encodeURIComponent(jobId)}/export`;
    const headers = { 'Content-Type': 'application/json' };
    return this.#json({ method: 'POST', path, body: JSON.stringify(target), headers, signal, repeatable: true });
  }

  /** Lists the supported formats and their targets. */
  async formats(category?: string): Promise<Format[]> {
    const { formats } = await this.#read<{ formats: Format[] }>(`/formats${queryOf({ category })}`);
    return formats;
  }

  /** Describes what a conversion preserves, and its options. */
  conversion(from: string, to: string): Promise<Conversion> {
    return this.#read(`/formats/${encodeURIComponent(from)}/${encodeURIComponent(to)}`);
  }

  /** Reads the limits of the key's account and their current use. */
  account(): Promise<Account> {
    return this.#read('/account');
  }

  #read<Body>(path: string, signal?: AbortSignal): Promise<Body> {
    return this.#json({ method: 'GET', path, signal, repeatable: true });
  }

  async #json<Body>(asking: Asking): Promise<Body> {
    const answer = await request(this.#connection, asking);
    // This cast is safe: a test compares these types with the server's API description.
    return (await answer.json()) as Body;
  }
}

function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

function isLocal(source: Source): source is LocalFile | readonly LocalFile[] {
  return typeof source === 'string' || source instanceof Blob || Array.isArray(source);
}

async function appendFile(form: FormData, file: LocalFile, filename: string | undefined): Promise<void> {
  if (typeof file !== 'string') {
    form.append('file', file, filename ?? (file instanceof File ? file.name : 'file'));
    return;
  }
  // Streamed while it is sent, never loaded as a whole.
  const [{ openAsBlob }, path] = await Promise.all([import('node:fs'), import('node:path')]);
  form.append('file', await openAsBlob(file), filename ?? path.basename(file));
}

function failureOf(job: Job): BakkumError {
  const code = job.error?.code ?? job.status.toUpperCase();
  return new BakkumError(job.error?.message ?? `The job is ${job.status}.`, { code, status: 0, detail: { job } });
}
