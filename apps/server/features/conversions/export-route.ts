/** Uploads results to the client's storage: S3 and others that accept a presigned PUT. */
import { Readable } from 'node:stream';
import { setTimeout as passed } from 'node:timers/promises';
import { type ExportRequest, type ExportView, exportRequest, exportView } from '@bakkum/api-contract/conversions/conversions';
import { safeName, uniqueNames } from '@bakkum/conversion/file-names';
import { readOutput } from '@bakkum/conversion-jobs/backup';
import { findJob } from '@bakkum/conversion-jobs/jobs';
import type { JobRow, OutputRow } from '@bakkum/conversion-jobs/rows';
import { OutboundRefused } from '@bakkum/outbound/outbound';
import { createRoute } from '@hono/zod-openapi';
import { makeZip, predictLength } from 'client-zip';
import { z } from 'zod';
import { type ApiApp, answer } from '../../http/api-routes.ts';
import type { Log } from '../../observability/log.ts';
import type { Services } from '../../services.ts';
import type { Authentication } from './authentication.ts';
import { createApiRoutes, DOCUMENTED } from './documented.ts';
import { filesOf, readyOutputs } from './download-routes.ts';
import { foundJob } from './job-routes.ts';
import { ApiProblem } from './problem.ts';
import { countSent } from './transfers.ts';
import { archiveName } from './views.ts';

const route = createRoute({
  method: 'post',
  path: '/api/v1/jobs/{id}/export',
  operationId: 'exportResult',
  summary: 'Upload the result of a job to a presigned URL',
  description:
    'Sends the result with PUT to a URL that your storage has signed, such as a presigned URL of S3, and responds when it is stored. If there are several files, sends the one with the given index, or all of them as a ZIP. Neither the URL nor the headers are kept; only the host is logged.',
  tags: ['Jobs'],
  request: {
    params: z.object({ id: z.uuid() }),
    body: { required: true, content: { 'application/json': { schema: exportRequest } } },
  },
  responses: { 200: answer('The result is stored', exportView), ...DOCUMENTED },
});

/** Largest object that S3 accepts in one PUT. */
const MAX_EXPORT_BYTES = 5 * 1024 ** 3;
/** Uploads of one account at once, in each process. */
const MAX_EXPORTS = 4;
/** Milliseconds for all attempts. */
const EXPORT_MS = 10 * 60_000;
/** Pauses before further attempts, in milliseconds. */
const PAUSES_MS: readonly number[] = [500, 2000];

export function exportRoutes(services: Services, authentication: Authentication, log: Log): ApiApp {
  const routes = createApiRoutes(authentication);
  const { database, held } = services;
  routes.openapi(route, async (context) => {
    const principal = await authentication.require(context, 'command', 'convert:write');
    // Without an account, anybody could make the server send files anywhere.
    if (principal.tier === 'anonymous') throw new ApiProblem('PLAN_NEEDED', { field: 'url' });
    const job = foundJob(await findJob(database, principal.owner, context.req.valid('param').id));
    const request = context.req.valid('json');
    const sending = await sendingOf(services, job, request.file);
    const release = held.hold(`exports:${principal.countedAs}`, MAX_EXPORTS);
    const signal = AbortSignal.any([context.req.raw.signal, AbortSignal.timeout(EXPORT_MS)]);
    const beforeAttempt = async (): Promise<void> => {
      await countSent(services, principal, sending.bytes);
      // Shows the operator to whom the server sends, and the job for whom. The rest of the URL is a secret of the client.
      log.info('result-sent', { job: job.id, host: hostOf(request.url), bytes: sending.bytes });
    };
    try {
      return context.json(await exportResult(services, sending, request, { signal, beforeAttempt }), 200);
    } finally {
      release();
    }
  });
  return routes;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}

/** A result as one object. */
type Sending = {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Opens a new stream of the content for each attempt. @throws ApiProblem GONE */
  readonly open: () => Promise<Readable>;
};

/** @param file index of the file; without it, the only one, or all as a ZIP. @throws ApiProblem */
async function sendingOf(services: Services, job: JobRow, file: number | undefined): Promise<Sending> {
  const outputs = await readyOutputs(services, job);
  const sending = file === undefined && outputs.length > 1 ? allOf(services, job, outputs) : oneOf(services, outputs, file ?? 0);
  if (sending.bytes > MAX_EXPORT_BYTES) throw new ApiProblem('FILE_TOO_LARGE', { limit: MAX_EXPORT_BYTES });
  return sending;
}

function oneOf({ conversions }: Services, outputs: readonly OutputRow[], file: number): Sending {
  const output = outputs.find(({ index }) => index === file);
  if (!output) throw new ApiProblem('NOT_FOUND');
  return {
    name: output.name,
    mediaType: output.media_type,
    bytes: output.bytes,
    async open() {
      const found = await readOutput(conversions, output);
      if (!found) throw new ApiProblem('GONE');
      return found.body;
    },
  };
}

function allOf({ conversions }: Services, job: JobRow, stored: readonly OutputRow[]): Sending {
  const unique = uniqueNames();
  const outputs = stored.map((output) => ({ ...output, name: unique(safeName(output.name)) }));
  const lastModified = job.ended_at ?? job.created_at;
  const members = outputs.map(({ name, bytes }) => ({ name, size: bytes, lastModified }));
  return {
    name: archiveName(job.name),
    mediaType: 'application/zip',
    bytes: Number(predictLength(members)),
    open: async () => Readable.from(makeZip(filesOf(conversions, outputs, lastModified)), { objectMode: false }),
  };
}

type Attempts = {
  readonly signal: AbortSignal;
  /** @throws ApiProblem if there may be none */
  readonly beforeAttempt: () => Promise<void>;
};

/** Uploads the result, and tries again if the storage does not answer or is overloaded. @throws ApiProblem */
async function exportResult(
  services: Services,
  sending: Sending,
  request: ExportRequest,
  { signal, beforeAttempt }: Attempts,
): Promise<ExportView> {
  for (let attempt = 0; ; attempt += 1) {
    await beforeAttempt();
    const outcome = await tryOnce(services, sending, request, signal);
    if ('etag' in outcome) return { filename: sending.name, size: sending.bytes, attempts: attempt + 1, etag: outcome.etag };
    const pause = PAUSES_MS[attempt];
    if (!outcome.mayPass || pause === undefined) throw outcome.problem;
    await passed(pause); // the next attempt fails if the signal was aborted in the meantime
  }
}

type Attempt = { readonly etag: string | null } | { readonly problem: ApiProblem; readonly mayPass: boolean };

const MAX_ETAG_LENGTH = 200;
const HTTP_TOO_MANY_REQUESTS = 429;

async function tryOnce(
  { outbound, settings }: Services,
  { bytes, mediaType, open }: Sending,
  { url, headers }: ExportRequest,
  signal: AbortSignal,
): Promise<Attempt> {
  const body = await open();
  try {
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const { status, ...stored } = await outbound.ask({
      url,
      method: 'PUT',
      headers: {
        'user-agent': settings.brand,
        'content-type': mediaType,
        ...given,
        'content-length': String(bytes),
      },
      body,
      signal,
    });
    stored.body.destroy();
    if (status >= 200 && status < 300) return { etag: stored.headers.etag?.slice(0, MAX_ETAG_LENGTH) ?? null };
    const problem = new ApiProblem('URL_NOT_STORED', { status });
    return { problem, mayPass: status >= 500 || status === HTTP_TOO_MANY_REQUESTS };
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw timedOut(error) ?? error;
    const { fault } = error;
    const isAddress = fault === 'invalid-address' || fault === 'private-address';
    return {
      problem: new ApiProblem(isAddress ? 'INVALID_URL' : 'URL_NOT_STORED', { reason: fault }),
      mayPass: fault === 'no-answer',
    };
  } finally {
    body.destroy();
  }
}

function timedOut(error: unknown): ApiProblem | undefined {
  const isOver = error instanceof Error && error.name === 'TimeoutError';
  return isOver ? new ApiProblem('URL_NOT_STORED', { reason: 'no-answer' }) : undefined;
}
