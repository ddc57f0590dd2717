import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Upload } from '@bakkum/conversion-jobs/uploads/uploads';
import busboy, { type Busboy } from 'busboy';
import type { ApiContext } from '../authentication.ts';
import { ApiProblem } from '../problem.ts';
import { withSilenceTimeout } from './silence-timeout.ts';

export type FormFile = {
  readonly name: string;
  readonly body: Readable;
  /** The whole form. */
  readonly form: Readable;
  /** The text fields that have arrived. */
  readonly fields: Readonly<Record<string, string>>;
  /** Resolves to true when the form has ended, and to false when another file begins. Rejects if the form is refused. */
  readonly isLast: Promise<boolean>;
};

export type FilledForm = {
  readonly fields: Readonly<Record<string, string>>;
  /** The `file` fields, in order. */
  readonly uploads: readonly Upload[];
};

export type FormLimits = {
  /** Of all files together. */
  readonly bytes: number;
  readonly files: number;
  /** Timeout of a silent connection, also between two parts, in milliseconds. */
  readonly silenceMs?: number;
};

export type FormStore = {
  /** Stores a file that may have at most this many bytes. Returns it unless it was recorded in another way. */
  readonly store: (file: FormFile, mostBytes: number) => Promise<Upload | undefined>;
  /** Deletes the files of a form that is refused. */
  readonly discard: (uploads: readonly Upload[]) => Promise<void>;
};

/** Maximum size of each text field, in bytes. */
const FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 20;
const OVERHEAD_BYTES = 1_000_000;

/** Parses a form while it arrives, and stores its `file` fields one after the other. The other fields are text. @throws ApiProblem */
export async function readForm(context: ApiContext, limits: FormLimits, { store, discard }: FormStore): Promise<FilledForm> {
  if (Number(context.req.header('Content-Length') ?? 0) > limits.bytes + OVERHEAD_BYTES) {
    throw new ApiProblem('FILE_TOO_LARGE', { limit: limits.bytes });
  }
  const body = bodyOf(context);
  const parser = parserFor(context, limits.files);
  const fields: Record<string, string> = {};
  const uploads: Upload[] = [];
  const broken = new Set<unknown>();
  let left = limits.bytes;
  let refusal: ApiProblem | undefined;
  let storing = Promise.resolve();
  let last: PromiseWithResolvers<boolean> | undefined;
  parser.on('field', (name, value) => {
    fields[name] = value;
  });
  parser.on('filesLimit', () => {
    refusal = tooManyFiles(limits.files);
    parser.destroy(refusal);
  });
  parser.on('file', (name, file, { filename }) => {
    // For example a form that ends in the middle of the file. The reader of the file receives the same error.
    file.on('error', (error) => broken.add(error));
    if (name !== 'file') {
      file.resume();
      return;
    }
    last?.resolve(false);
    last = Promise.withResolvers<boolean>();
    const { promise: isLast } = last;
    // The file may not wait for it.
    isLast.catch(() => undefined);
    storing = storing.then(async () => {
      if (refusal) throw refusal;
      const upload = await store({ name: filename, body: file, form: body, fields, isLast }, left);
      if (!upload) return;
      uploads.push(upload);
      left -= upload.size ?? 0;
    });
    // The body may have arrived completely, with the parser waiting for a reader of the file.
    storing.catch((error: Error) => parser.destroy(error));
  });
  try {
    const failure = await pipeline(withSilenceTimeout(body, limits.silenceMs), parser).then(
      () => undefined,
      (error: Error) => error,
    );
    const problem = failure instanceof ApiProblem ? failure : failure && (refusal ?? brokenForm());
    if (problem) last?.reject(problem);
    else last?.resolve(true);
    await storing;
    if (problem) throw problem;
    return { fields, uploads };
  } catch (error) {
    await discard(uploads);
    throw broken.has(error) && !(error instanceof ApiProblem) ? brokenForm() : error;
  }
}

/** The request body as a Node stream. */
export function bodyOf(context: ApiContext): Readable {
  const { body } = context.req.raw;
  if (!body) throw new ApiProblem('INVALID_REQUEST', { reason: 'body-missing' });
  // Casts between two type declarations of the same stream.
  return Readable.fromWeb(body as ReadableStream<Uint8Array>);
}

function parserFor(context: ApiContext, files: number): Busboy {
  const contentType = context.req.header('Content-Type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new ApiProblem('UNSUPPORTED_MEDIA_TYPE', { expected: 'multipart/form-data' });
  const limits = { files, fields: MAX_FIELDS, fieldSize: FIELD_BYTES, parts: files + MAX_FIELDS + 1, headerPairs: 50 };
  try {
    return busboy({ headers: { 'content-type': contentType }, limits, defParamCharset: 'utf8' });
  } catch {
    throw brokenForm();
  }
}

function tooManyFiles(limit: number): ApiProblem {
  return new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'file', problem: 'too-long', limit, unit: 'entries' }] });
}

function brokenForm(): ApiProblem {
  return new ApiProblem('INVALID_REQUEST', { reason: 'not-a-form' });
}
