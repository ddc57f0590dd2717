import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { downloadQuery } from '@bakkum/api-contract/conversions/conversions';
import type { ByteRange } from '@bakkum/blobs/blob-store';
import { safeName, uniqueNames } from '@bakkum/conversion/file-names';
import { readOutput } from '@bakkum/conversion-jobs/backup';
import { findJobWithResults } from '@bakkum/conversion-jobs/jobs';
import { type JobRow, type OutputRow, outputsOf } from '@bakkum/conversion-jobs/rows';
import { createRoute } from '@hono/zod-openapi';
import { makeZip, predictLength } from 'client-zip';
import { z } from 'zod';
import type { ApiApp } from '../../http/api-routes.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, Authentication } from './authentication.ts';
import { createApiRoutes, DOCUMENTED, PARTS } from './documented.ts';
import { foundJob } from './job-routes.ts';
import { ApiProblem } from './problem.ts';
import { archiveName } from './views.ts';

/** A response of any media type. */
export const BINARY = { '*/*': { schema: z.string().meta({ format: 'binary' }) } };
const download = createRoute({
  method: 'get',
  path: '/api/v1/download/{id}',
  operationId: 'downloadResult',
  summary: 'Download the result of a job',
  description:
    'If there are several files, returns the file with the given index, or all of them as a ZIP. Single files support range requests.',
  tags: ['Jobs'],
  request: { params: z.object({ id: z.uuid() }), query: downloadQuery },
  responses: {
    200: { description: 'The file', content: BINARY },
    206: { description: 'The requested range', content: BINARY },
    ...PARTS,
    ...DOCUMENTED,
  },
});

export function downloadRoutes(services: Services, authentication: Authentication): ApiApp {
  const routes = createApiRoutes(authentication);
  const { database } = services;
  routes.openapi(download, async (context) => {
    const { owner } = await authentication.require(context, 'read', 'convert:read');
    const found = await findJobWithResults(database, owner, context.req.valid('param').id);
    const job = foundJob(found?.job);
    requireCompleted(job);
    return sendResults(services, context, { job, results: found?.results ?? [], file: context.req.valid('query').file });
  });
  return routes;
}

/** Reads the `file` query parameter. @throws ApiProblem INVALID_REQUEST */
export function requestedFileIndex(context: ApiContext): number | undefined {
  const query = downloadQuery.safeParse({ file: context.req.query('file') });
  if (!query.success) throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'file', problem: 'invalid' }] });
  return query.data.file;
}

/** Sends a result. @param file index of the file; without it, all files as a zip. @throws ApiProblem */
export async function sendResult(
  services: Services,
  context: ApiContext,
  job: JobRow,
  file: number | undefined,
): Promise<Response> {
  return sendResults(services, context, { job, results: await readyOutputs(services, job), file });
}

type Results = { readonly job: JobRow; readonly results: readonly OutputRow[]; readonly file?: number | undefined };

/** Sends results that were read with their job. @throws ApiProblem GONE, NOT_FOUND */
export async function sendResults(
  services: Services,
  context: ApiContext,
  { job, results: outputs, file }: Results,
): Promise<Response> {
  if (outputs.length === 0) throw new ApiProblem('GONE');
  if (file === undefined && outputs.length > 1) return sendAll(services, context, job, outputs);
  const output = outputs.find(({ index }) => index === (file ?? 0));
  if (!output) throw new ApiProblem('NOT_FOUND');
  return sendOne(services, context, output);
}

/** The result files of a completed job. @throws ApiProblem NOT_READY, GONE */
export async function readyOutputs({ database }: Services, job: JobRow): Promise<readonly OutputRow[]> {
  requireCompleted(job);
  const outputs = await outputsOf(database, [job.id]);
  if (outputs.length === 0) throw new ApiProblem('GONE');
  return outputs;
}

/** @throws ApiProblem NOT_READY, GONE */
function requireCompleted({ state }: JobRow): void {
  if (state === 'expired') throw new ApiProblem('GONE');
  if (state !== 'completed') throw new ApiProblem('NOT_READY', { status: state });
}

/** Forces a download, so that uploaded content never renders on this origin. */
function asAttachment(context: ApiContext, name: string, mediaType: string): void {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  context.header('Content-Disposition', `attachment; filename="${plain}"; filename*=UTF-8''${exact}`);
  context.header('Content-Type', mediaType);
  context.header('X-Content-Type-Options', 'nosniff');
}

async function sendOne(services: Services, context: ApiContext, output: OutputRow): Promise<Response> {
  const tag = `"${output.job_id}-${output.index}"`;
  const range = rangeOf(context, output.bytes, tag);
  if (range === 'unsatisfiable') {
    context.header('Content-Range', `bytes */${output.bytes}`);
    throw new ApiProblem('RANGE_NOT_SATISFIABLE', { size: output.bytes });
  }
  const bytes = range ? range.last - range.first + 1 : output.bytes;
  const isAsked = context.req.method === 'HEAD';
  return services.fileSlots.send(context, isAsked ? 0 : bytes, async (limited) => {
    // A HEAD request does not open the file.
    const found = isAsked ? undefined : await readOutput(services.conversions, output, range);
    if (!found && !isAsked) throw new ApiProblem('GONE');
    asAttachment(context, output.name, output.media_type);
    context.header('Accept-Ranges', 'bytes');
    context.header('ETag', tag);
    context.header('Content-Length', String(bytes));
    if (range) context.header('Content-Range', `bytes ${range.first}-${range.last}/${output.bytes}`);
    return context.newResponse(found ? limited(bodyOf(Readable.toWeb(found.body))) : null, range ? 206 : 200);
  });
}

/** Streams a zip without compression: results are already compressed, and the length is known in advance. */
async function sendAll(
  { conversions, fileSlots }: Services,
  context: ApiContext,
  job: JobRow,
  stored: readonly OutputRow[],
): Promise<Response> {
  const unique = uniqueNames();
  // Names of jobs from earlier versions were stored as they came.
  const outputs = stored.map((output) => ({ ...output, name: unique(safeName(output.name)) }));
  const lastModified = job.ended_at ?? job.created_at;
  asAttachment(context, archiveName(job.name), 'application/zip');
  const members = outputs.map(({ name, bytes }) => ({ name, size: bytes, lastModified }));
  const bytes = Number(predictLength(members));
  context.header('Content-Length', String(bytes));
  if (context.req.method === 'HEAD') return context.newResponse(null, 200);
  return fileSlots.send(context, bytes, async (limited) =>
    context.newResponse(limited(bodyOf(makeZip(filesOf(conversions, outputs, lastModified)))), 200),
  );
}

/** Opens each file when it is due, and closes it even if the client disconnects. */
export async function* filesOf(conversions: Services['conversions'], outputs: readonly OutputRow[], lastModified: Date) {
  for (const { name, bytes, key } of outputs) {
    const found = await readOutput(conversions, { key, bytes });
    if (!found) throw new Error(`the file of a result is gone: ${key}`);
    try {
      yield { name, input: found.body, size: bytes, lastModified };
    } finally {
      found.body.destroy();
    }
  }
}

type Body = globalThis.ReadableStream<Uint8Array<ArrayBuffer>>;

/** Casts between two type declarations of the same stream. */
function bodyOf(stream: ReadableStream<unknown> | globalThis.ReadableStream<Uint8Array>): Body {
  return stream as unknown as Body;
}

const RANGE = /^bytes=(\d*)-(\d*)$/;

/** Parses a single range. Undefined, for the entire file, with several ranges or another version in `If-Range`. */
function rangeOf(context: ApiContext, size: number, tag: string): Required<ByteRange> | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = RANGE.exec(context.req.header('Range')?.trim() ?? '') ?? [];
  const condition = context.req.header('If-Range');
  if ((from === '' && to === '') || (condition !== undefined && condition !== tag)) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first >= size || last < first ? 'unsatisfiable' : { first, last };
}
