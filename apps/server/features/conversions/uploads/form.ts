import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Upload } from '@bakkum/conversion-jobs/uploads/uploads';
import busboy, { type Busboy } from 'busboy';
import type { ApiContext } from '../authentication.ts';
import { ApiProblem } from '../problem.ts';

export type FormFile = { readonly name: string; readonly body: Readable };

export type FilledForm = { readonly fields: Readonly<Record<string, string>>; readonly upload: Upload | undefined };

/** Maximum size of each text field, in bytes. */
const FIELD_BYTES = 64 * 1024;
const LIMITS = { files: 1, fields: 20, fieldSize: FIELD_BYTES, parts: 24, headerPairs: 50 } as const;
const OVERHEAD_BYTES = 1_000_000;

/** Parses a form while it arrives. Passes its one `file` on as a stream; the other fields are text. @throws ApiProblem */
export async function readForm(
  context: ApiContext,
  mostBytes: number,
  take: (file: FormFile) => Promise<Upload>,
): Promise<FilledForm> {
  if (Number(context.req.header('Content-Length') ?? 0) > mostBytes + OVERHEAD_BYTES) {
    throw new ApiProblem('FILE_TOO_LARGE', { limit: mostBytes });
  }
  const body = bodyOf(context);
  const parser = parserFor(context);
  const fields: Record<string, string> = {};
  let taking: Promise<Upload> | undefined;
  let broken: unknown;
  parser.on('field', (name, value) => {
    fields[name] = value;
  });
  parser.on('file', (name, file, { filename }) => {
    if (name !== 'file' || taking) {
      file.resume();
      return;
    }
    // For example a form that ends in the middle of the file. The reader of the file receives the same error.
    file.on('error', (error) => {
      broken = error;
    });
    taking = take({ name: filename, body: file });
    // The body may have arrived completely, with the parser waiting for a reader of the file.
    taking.catch((error: Error) => parser.destroy(error));
  });
  try {
    await pipeline(body, parser);
  } catch {
    if (!taking) throw brokenForm();
  }
  try {
    return { fields, upload: await taking };
  } catch (error) {
    throw error === broken ? brokenForm() : error;
  }
}

/** The request body as a Node stream. */
export function bodyOf(context: ApiContext): Readable {
  const { body } = context.req.raw;
  if (!body) throw new ApiProblem('INVALID_REQUEST', { reason: 'body-missing' });
  // Casts between two type declarations of the same stream.
  return Readable.fromWeb(body as ReadableStream<Uint8Array>);
}

function parserFor(context: ApiContext): Busboy {
  const contentType = context.req.header('Content-Type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new ApiProblem('UNSUPPORTED_MEDIA_TYPE', { expected: 'multipart/form-data' });
  try {
    return busboy({ headers: { 'content-type': contentType }, limits: LIMITS, defParamCharset: 'utf8' });
  } catch {
    throw brokenForm();
  }
}

function brokenForm(): ApiProblem {
  return new ApiProblem('INVALID_REQUEST', { reason: 'not-a-form' });
}
