import { BakkumError } from './error.ts';
import { type Asking, type Connection, request } from './request.ts';
import type { Account, Conversion, Format, Job, JobList, JobsQuery, Order, Upload } from './types.ts';

/** A path (Node), what is in memory, an address the server fetches, or a file that was uploaded before. */
export type Source = string | Blob | { readonly url: string; readonly filename?: string } | { readonly upload_id: string };

export type Waiting = {
  readonly signal?: AbortSignal;
  /** Called whenever the server answers how far the job is. */
  readonly onProgress?: (job: Job) => void;
};

export type Ordering = Order & {
  /** The same again answers the same job. One is made up for each call unless given. */
  readonly idempotencyKey?: string;
  /** What the file is called, where the source does not say. */
  readonly filename?: string;
  readonly signal?: AbortSignal;
};

/** Seconds the server holds an answer while a job is not over. */
const WAIT_S = 30;

/** Converts files by the API of a server. */
export class BakkumClient {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Converts a file and answers the completed job. @throws BakkumError with the code of the job where it failed */
  async convert(source: Source, { onProgress, ...order }: Ordering & Waiting): Promise<Job> {
    const job = await this.start(source, order);
    return this.wait(job.job_id, { ...(order.signal && { signal: order.signal }), ...(onProgress && { onProgress }) });
  }

  /** Orders a conversion and answers at once. */
  async start(source: Source, ordering: Ordering): Promise<Job> {
    const { idempotencyKey = crypto.randomUUID(), filename, signal, ...order } = ordering;
    const key = { 'Idempotency-Key': idempotencyKey };
    if (typeof source === 'string' || source instanceof Blob) {
      const form = new FormData();
      // The file last: the server reads forms as they come.
      for (const [name, value] of Object.entries(order)) {
        if (value !== undefined) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
      }
      await appendFile(form, source, filename);
      return this.#json({ method: 'POST', path: '/upload', body: form, headers: key, signal, repeatable: true });
    }
    const body = JSON.stringify({ ...source, ...(filename !== undefined && { filename }), ...order });
    const headers = { ...key, 'Content-Type': 'application/json' };
    return this.#json({ method: 'POST', path: '/jobs', body, headers, signal, repeatable: true });
  }

  /** Sends a file of which several things are to be made, each by `start({ upload_id }, …)`. */
  async upload(
    file: string | Blob,
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

  /** Waits until a job has ended. @throws BakkumError with the code of the job unless it is completed */
  async wait(jobId: string, { signal, onProgress }: Waiting = {}): Promise<Job> {
    for (;;) {
      const job = await this.job(jobId, { wait: WAIT_S, ...(signal && { signal }) });
      onProgress?.(job);
      if (job.status === 'completed') return job;
      if (job.status !== 'queued' && job.status !== 'processing') throw failureOf(job);
    }
  }

  /** How far a job is. @param options.wait seconds to wait for its end */
  job(jobId: string, { wait, signal }: { readonly wait?: number; readonly signal?: AbortSignal } = {}): Promise<Job> {
    return this.#read(`/jobs/${encodeURIComponent(jobId)}${queryOf({ wait })}`, signal);
  }

  /** Newest first, a page at a time. */
  jobs(query: JobsQuery = {}): Promise<JobList> {
    return this.#read(`/jobs${queryOf(query)}`);
  }

  cancel(jobId: string): Promise<Job> {
    return this.#json({ method: 'POST', path: `/jobs/${encodeURIComponent(jobId)}/cancel`, repeatable: true });
  }

  /** Tries a job again that failed or was cancelled, until its `retry_until`. */
  retry(jobId: string): Promise<Job> {
    return this.#json({ method: 'POST', path: `/jobs/${encodeURIComponent(jobId)}/retry`, repeatable: false });
  }

  /** Deletes a job with its files. */
  async delete(jobId: string): Promise<void> {
    await request(this.#connection, { method: 'DELETE', path: `/jobs/${encodeURIComponent(jobId)}`, repeatable: true });
  }

  /**
   * The result, to be read as a stream, a blob or text.
   * @param options.file which of several; without it all of them come as a zip
   */
  download(jobId: string, { file, signal }: { readonly file?: number; readonly signal?: AbortSignal } = {}): Promise<Response> {
    const path = `/download/${encodeURIComponent(jobId)}${queryOf({ file })}`;
    return request(this.#connection, { method: 'GET', path, signal, repeatable: true });
  }

  /** Writes the result to a file, piece by piece (Node). */
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

  /** What can be converted to what. */
  async formats(category?: string): Promise<Format[]> {
    const { formats } = await this.#read<{ formats: Format[] }>(`/formats${queryOf({ category })}`);
    return formats;
  }

  /** What a conversion keeps, and its options. */
  conversion(from: string, to: string): Promise<Conversion> {
    return this.#read(`/formats/${encodeURIComponent(from)}/${encodeURIComponent(to)}`);
  }

  /** What the key may do, and what is used of it. */
  account(): Promise<Account> {
    return this.#read('/account');
  }

  #read<Body>(path: string, signal?: AbortSignal): Promise<Body> {
    return this.#json({ method: 'GET', path, signal, repeatable: true });
  }

  async #json<Body>(asking: Asking): Promise<Body> {
    const answer = await request(this.#connection, asking);
    // The server holds to its description; types here are compared with it.
    return (await answer.json()) as Body;
  }
}

function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

async function appendFile(form: FormData, file: string | Blob, filename: string | undefined): Promise<void> {
  if (typeof file !== 'string') {
    form.set('file', file, filename ?? (file instanceof File ? file.name : 'file'));
    return;
  }
  // Read as it is sent, never as a whole.
  const [{ openAsBlob }, path] = await Promise.all([import('node:fs'), import('node:path')]);
  form.set('file', await openAsBlob(file), filename ?? path.basename(file));
}

function failureOf(job: Job): BakkumError {
  const code = job.error?.code ?? job.status.toUpperCase();
  return new BakkumError(job.error?.message ?? `The job is ${job.status}.`, { code, status: 0, detail: { job } });
}
