import { Readable } from 'node:stream';
import { jobView, type OrderRequest, orderRequest } from '@bakkum/api-contract/conversions/conversions';
import { MAX_INPUTS } from '@bakkum/api-contract/limits';
import { text } from '@bakkum/api-contract/text';
import type { JobChanges } from '@bakkum/conversion-jobs/changes';
import { cancelJob, findJob } from '@bakkum/conversion-jobs/jobs';
import { releaseInputs } from '@bakkum/conversion-jobs/removal';
import type { JobRow } from '@bakkum/conversion-jobs/rows';
import { findUpload, findUploads, type Upload } from '@bakkum/conversion-jobs/uploads/uploads';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { formatNamed, publicFormats } from '@bakkum/registry/catalogue';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { fieldFaults } from '../../../http/field-sentences.ts';
import type { Services } from '../../../services.ts';
import type { ApiContext, Authentication, Principal } from '../authentication.ts';
import { checkQueue, createJob, type Uploads } from '../create-job.ts';
import { createJobOfFile, createJobOrDiscard } from '../file-jobs.ts';
import { formatViews, pairViewOf } from '../format-routes.ts';
import { foundJob, showingFor } from '../job-routes.ts';
import { holdFor, waitForEnd } from '../long-poll.ts';
import { ApiProblem } from '../problem.ts';
import { type Incoming, safeFileName, storeFile } from '../uploads/upload-intake.ts';
import { orNotFound } from '../uploads/upload-routes.ts';
import { oneJobView } from '../views.ts';
import { problemResult, structured, toolError } from './answers.ts';

/** Largest file inside a message, in bytes. Larger ones are uploaded with the REST API. */
export const MAX_INLINE_BYTES = 4 * 1024 * 1024;
const BASE64_LENGTH = Math.ceil(MAX_INLINE_BYTES / 3) * 4;
/** Longest wait for a result, in seconds. The job continues after that. */
const WAIT_SECONDS = 600;

const source = {
  upload_id: z.uuid().optional().describe('Id of a file uploaded with POST /api/v1/uploads or the tus protocol'),
  content_base64: z.base64().max(BASE64_LENGTH).optional().describe('The file itself, up to 4 MB, instead of upload_id'),
  filename: text().max(255).optional().describe('Name of the file in content_base64, with its extension'),
};

const target = {
  to: text().min(1).max(32).describe('Target format, an id or extension such as "pdf"'),
  options: z
    .record(z.string().max(100), z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]))
    .optional()
    .describe('Options of this conversion; list_formats with from and to lists them'),
};
export const convertInput = { ...source, ...target };
export const combineInput = {
  operation: z
    .enum(['combine', 'compare'])
    .describe(
      `combine: one file of 2 to ${MAX_INPUTS}, in their order. compare: the differences of 2 documents, as pdf, txt or json`,
    ),
  upload_ids: z.array(z.uuid()).min(2).max(MAX_INPUTS).optional().describe('Ids of uploaded files, in their order'),
  files: z
    .array(z.object({ content_base64: z.base64().max(BASE64_LENGTH), filename: source.filename }))
    .min(2)
    .max(MAX_INPUTS)
    .optional()
    .describe('The files themselves, together up to 4 MB, instead of upload_ids'),
  ...target,
};
export const detectInput = source;
export const jobInput = { job_id: z.uuid() };
export const listFormatsInput = {
  from: text().max(32).optional().describe('Source format: lists what it converts to'),
  to: text().max(32).optional().describe('Together with from: the options of this conversion'),
};

export const jobOutput = { job: jobView.optional(), error: toolError.optional() };
export const detectOutput = {
  format: z.string().nullable().optional(),
  targets: z.array(z.string()).optional(),
  error: toolError.optional(),
};

export type Source = { readonly [Name in keyof typeof source]?: z.infer<(typeof source)[Name]> };
export type ConvertInput = Source & { readonly to: string; readonly options?: Readonly<Record<string, unknown>> | undefined };

export type CombineInput = z.infer<z.ZodObject<typeof combineInput>>;

/** A call, with the request that carries it. */
export type Call = {
  readonly context: ApiContext;
  readonly signal: AbortSignal;
  readonly onProgress: (percent: number, message: string) => void;
};

export type ToolParts = {
  readonly services: Services;
  readonly authentication: Authentication;
  readonly changes: JobChanges;
};

/** Converts a file as a job, waits for it, and returns it. A canceled call cancels the job. @throws ApiProblem */
export function convertTool(parts: ToolParts, given: ConvertInput, call: Call): Promise<CallToolResult> {
  return runJob(parts, call, (principal) => orderedJob(parts.services, principal, given));
}

/** Makes one file of several, as `convertTool` converts one. @throws ApiProblem */
export function combineTool(parts: ToolParts, given: CombineInput, call: Call): Promise<CallToolResult> {
  return runJob(parts, call, (principal) => combinedJob(parts.services, principal, given));
}

async function runJob(parts: ToolParts, call: Call, create: (principal: Principal) => Promise<JobRow>): Promise<CallToolResult> {
  const { services, authentication } = parts;
  const principal = await authentication.require(call.context, 'command', 'convert:write');
  // Before anything is stored.
  const release = holdFor(services, call.context, principal);
  try {
    const job = await create(principal);
    await follow(parts, principal, job, call);
    return await jobResult(parts, principal, job.id, call.context);
  } finally {
    release();
  }
}

async function orderedJob(services: Services, principal: Principal, given: ConvertInput): Promise<JobRow> {
  const creation = { request: orderFor(given), idempotency: undefined };
  if (given.upload_id === undefined) {
    await checkQueue(services, principal, undefined);
    return createJobOfFile(services, principal, inlineFile(given), () => creation);
  }
  const upload = orNotFound(await findUpload(services.database, principal.owner, given.upload_id));
  return (await createJob(services, principal, { uploads: [upload], ...creation })).job;
}

function orderFor({ to, options, operation }: ConvertInput & Partial<Pick<CombineInput, 'operation'>>): OrderRequest {
  const order = { target_format: to, ...(options && { options }), ...(operation && { operation }) };
  const parsed = orderRequest.safeParse(order);
  if (!parsed.success) throw new ApiProblem('INVALID_REQUEST', { fields: fieldFaults(parsed.error, order) });
  return parsed.data;
}

async function combinedJob(services: Services, principal: Principal, given: CombineInput): Promise<JobRow> {
  const { upload_ids: ids, files } = given;
  const creation = { request: orderFor(given), idempotency: undefined };
  if ((ids === undefined) === (files === undefined))
    throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'upload_ids', problem: 'required' }] });
  if (ids === undefined) {
    await checkQueue(services, principal, undefined);
    return createJobOrDiscard(services, principal, await storeAllInline(services, principal, files ?? []), () => creation);
  }
  const found = await findUploads(services.database, principal.owner, ids);
  const uploads = several(ids.map((id) => orNotFound(found.get(id))));
  return (await createJob(services, principal, { uploads, ...creation })).job;
}

/** Stores the files in their order, or none of them. @throws ApiProblem */
async function storeAllInline(services: Services, principal: Principal, files: readonly Source[]): Promise<Uploads> {
  const uploads: Upload[] = [];
  try {
    for (const file of files) uploads.push(await storeFile(services, principal, inlineFile(file)));
    return several(uploads);
  } catch (error) {
    await releaseInputs(
      services.conversions,
      uploads.map(({ id }) => id),
    );
    throw error;
  }
}

function several([first, ...rest]: readonly Upload[]): Uploads {
  if (!first) throw new RangeError('no files');
  return [first, ...rest];
}

/** @throws ApiProblem INVALID_REQUEST, EMPTY_FILE */
function inlineFile(given: Source): Incoming {
  return { name: safeFileName(given.filename), source: 'form', body: Readable.from([inlineBytes(given)]) };
}

/** @throws ApiProblem INVALID_REQUEST, EMPTY_FILE */
function inlineBytes({ content_base64: content }: Source): Buffer {
  if (content === undefined) throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'upload_id', problem: 'required' }] });
  if (content === '') throw new ApiProblem('EMPTY_FILE');
  return Buffer.from(content, 'base64');
}

/** Waits for the end of a job, reports its progress, and cancels it if the call is canceled. */
async function follow({ services, changes }: ToolParts, { owner }: Principal, job: JobRow, call: Call): Promise<void> {
  const { database, conversions } = services;
  const { id } = job;
  let reported = -1;
  const report = async (): Promise<void> => {
    const row = await findJob(database, owner, id);
    const percent = row?.progress ?? 0;
    if (!row || percent <= reported) return;
    reported = percent;
    call.onProgress(percent, `${row.name}: ${row.state}`);
  };
  // Progress is a courtesy; the result below reports a database that does not answer.
  const stop = changes.subscribe(id, () => void report().catch(() => undefined));
  try {
    if (!job.ended_at) await waitForEnd(changes, job, WAIT_SECONDS, call.signal);
  } finally {
    stop();
  }
  if (call.signal.aborted) await cancelJob(conversions, owner, id);
}

/** Returns a job of the account. @throws ApiProblem NOT_FOUND */
export async function jobTool(parts: ToolParts, { job_id: id }: { readonly job_id: string }, context: ApiContext) {
  return jobResult(parts, await parts.authentication.require(context, 'read', 'convert:read'), id, context);
}

async function jobResult(
  { services }: ToolParts,
  { owner }: Principal,
  id: string,
  context: ApiContext,
): Promise<CallToolResult> {
  const row = foundJob(await findJob(services.database, owner, id));
  const job = await oneJobView(services.conversions, row, { ...showingFor(context, services), locale: 'en' });
  if (job.error) return problemResult('CONVERSION_FAILED', { job_id: id, conversion_error: job.error });
  const links = job.files.map(({ filename, media_type: mimeType, download_url: uri }) => ({
    type: 'resource_link' as const,
    uri,
    name: filename,
    mimeType,
  }));
  return structured({ job }, links);
}

/** Detects the format of an upload, or of content that is not stored. @throws ApiProblem */
export async function detectTool({ services, authentication }: ToolParts, given: Source, context: ApiContext) {
  const { owner } = await authentication.require(context, 'read', 'convert:read');
  const format =
    given.upload_id === undefined ? await inlineFormat(given) : await uploadedFormat(services, owner, given.upload_id);
  const { targetsOf } = await services.converter();
  return structured({ format, targets: format === null ? [] : [...targetsOf(format)] });
}

async function inlineFormat(given: Source): Promise<string | null> {
  const parts = await readHead(new Blob([new Uint8Array(inlineBytes(given))]));
  return detectFormat({ ...parts, name: safeFileName(given.filename) }, publicFormats()).format?.id ?? null;
}

async function uploadedFormat({ database }: Services, owner: Principal['owner'], id: string): Promise<string | null> {
  const upload = orNotFound(await findUpload(database, owner, id));
  if (!upload.completed_at) throw new ApiProblem('UPLOAD_INCOMPLETE');
  return upload.format;
}

/** Lists formats, the targets of one, or the options of a conversion. @throws ApiProblem NOT_FOUND, INVALID_REQUEST */
export async function formatsTool(
  { services, authentication }: ToolParts,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  context: ApiContext,
) {
  await authentication.require(context, 'read', 'convert:read');
  const host = await services.converter();
  if (from === undefined) {
    if (to !== undefined) throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'from', problem: 'required' }] });
    const formats = formatViews(host).map(({ id, extensions, category }) => ({ id, extensions, category }));
    return structured({ formats });
  }
  const source = formatNamed(from);
  if (source === undefined) throw new ApiProblem('NOT_FOUND');
  if (to === undefined) return structured({ format: source, targets: [...host.targetsOf(source)] });
  const view = pairViewOf(host, source, to);
  if (!view) throw new ApiProblem('NOT_FOUND');
  return structured(view);
}
