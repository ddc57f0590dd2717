/** Creates jobs from requests: checks format, options and limits. */
import type { JobRequest, OrderRequest } from '@bakkum/api-contract/conversions/conversions';
import { STORAGE_RETENTIONS, type Storage, storageFor } from '@bakkum/api-contract/conversions/tiers';
import { type OptionsSchema, type OptionValues, parseOptions } from '@bakkum/conversion/options';
import { type Order, type Ordered, orderJob, type QueueFull, refusedBeforeFiles } from '@bakkum/conversion-jobs/jobs';
import type { JobRow } from '@bakkum/conversion-jobs/rows';
import { hasTooManyPieces, type Upload } from '@bakkum/conversion-jobs/uploads/uploads';
import type { Idempotency } from '@bakkum/idempotency/idempotency';
import { formatById } from '@bakkum/registry/catalogue';
import type { ProcessHost } from '@bakkum/registry/node/process-host.node';
import { type FieldFault, MAX_FAULTS } from '../../http/field-sentences.ts';
import type { Services } from '../../services.ts';
import type { Principal } from './authentication.ts';
import { planOperationFor, type TargetAndOptions } from './file-operations.ts';
import { ApiProblem } from './problem.ts';
import { filesTooLarge, storageFullProblem } from './uploads/upload-intake.ts';

/** What the checks of a job read of a file, which may not be recorded yet. */
export type JobFile = Pick<Upload, 'id' | 'format' | 'size' | 'received' | 'pieces' | 'completed_at' | 'removed_at'>;
export type Uploads = readonly [Upload, ...Upload[]];

export type JobCreation = {
  /** In the order of the request. */
  readonly uploads: readonly [JobFile, ...JobFile[]];
  readonly request: OrderRequest;
  /** Covers the entire request, including the files. */
  readonly idempotency: Idempotency | undefined;
};

/** Creates a job for uploaded files. @throws ApiProblem if it is refused */
export async function createJob(services: Services, principal: Principal, creation: JobCreation): Promise<CreatedJob> {
  return unwrapOrThrow(await orderJob(services.conversions, await prepareOrder(services, principal, creation)));
}

/** Checks the request for a job without creating it. @throws ApiProblem if it is refused */
export async function prepareOrder(
  services: Services,
  principal: Principal,
  { uploads, request, idempotency }: JobCreation,
): Promise<Order> {
  const [upload, ...further] = uploads;
  const storage = storageOf(services, principal, request);
  checkWebhook(principal, request.webhook_url);
  checkFiles(principal, uploads, request);
  const host = await services.converter();
  const { target, schema } =
    request.operation === undefined
      ? planConversion(host, upload, request)
      : planOperationFor(host, uploads, request.operation, request);
  const { options, secrets } = optionsFor(schema, request);
  return {
    owner: principal.owner,
    place: principal.place,
    network: principal.network,
    uploadId: upload.id,
    furtherUploadIds: further.map(({ id }) => id),
    operation: request.operation,
    targetFormat: target,
    options,
    secrets,
    retention: request.retention,
    storage,
    backup: request.backup,
    tag: request.tag,
    webhookUrl: request.webhook_url,
    // The website shows results itself.
    usesEndpoint: principal.keyId !== undefined,
    keyId: principal.keyId,
    idempotency,
    limits: principal.limits,
  };
}

/**
 * Refuses a job that would wait too long before its files arrive.
 * @param key the idempotency key of the request
 * @throws ApiProblem QUEUE_FULL
 */
export async function checkQueue({ conversions }: Services, principal: Principal, key: string | undefined): Promise<void> {
  const refused = await refusedBeforeFiles(conversions, principal, key);
  if (refused) throw queueFullProblem(refused);
}

function queueFullProblem({ retryAfterS }: QueueFull): ApiProblem {
  return new ApiProblem('QUEUE_FULL', { retry_after: retryAfterS });
}

export type CreatedJob = { readonly job: JobRow; readonly isNew: boolean };

/** Returns the job. @throws ApiProblem if it was refused */
export function unwrapOrThrow(ordered: Ordered): CreatedJob {
  switch (ordered.outcome) {
    case 'taken':
      return ordered;
    case 'conflict':
      throw new ApiProblem('IDEMPOTENCY_CONFLICT');
    case 'overloaded':
      throw queueFullProblem(ordered);
    case 'busy':
      throw new ApiProblem('TOO_MANY_JOBS');
    case 'full':
      throw new ApiProblem('STORAGE_FULL', { storage: 'archive' });
    case 'no-room':
      throw storageFullProblem(ordered.limit);
    case 'not-found':
      throw new ApiProblem('NOT_FOUND');
    case 'incomplete':
      throw new ApiProblem('UPLOAD_INCOMPLETE');
    case 'gone':
      throw new ApiProblem('GONE');
  }
}

/** Storage class of the result. @throws ApiProblem PLAN_NEEDED, INVALID_REQUEST */
function storageOf(
  { conversions }: Services,
  { limits }: Principal,
  { storage: asked, retention, backup }: OrderRequest,
): Storage {
  const storage = asked ?? storageFor(retention);
  if (!limits.storages.includes(storage)) throw new ApiProblem('PLAN_NEEDED', { storages: [...limits.storages] });
  if (!limits.retentions.includes(retention)) throw new ApiProblem('PLAN_NEEDED', { retentions: [...limits.retentions] });
  const wrong = (fault: FieldFault) => new ApiProblem('INVALID_REQUEST', { fields: [fault] });
  const fitting = STORAGE_RETENTIONS[storage];
  if (!fitting.includes(retention)) throw wrong({ field: 'retention', problem: 'invalid', values: fitting });
  if (backup && !conversions.backup) throw wrong({ field: 'backup', problem: 'unavailable' });
  return storage;
}

/** Checks a webhook address. Webhooks are signed per account. @throws ApiProblem PLAN_NEEDED, INVALID_URL */
export function checkWebhook({ tier }: Principal, url: string | undefined, field = 'webhook_url'): void {
  if (url === undefined) return;
  if (tier === 'anonymous') throw new ApiProblem('PLAN_NEEDED', { field });
  const isWeb = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  if (!isWeb) throw new ApiProblem('INVALID_URL', { field });
}

/** Checks the number, state, size and pieces of the files. @throws ApiProblem */
function checkFiles({ limits }: Principal, uploads: readonly JobFile[], { operation }: OrderRequest): void {
  if (uploads.some(({ removed_at: removedAt }) => removedAt)) throw new ApiProblem('GONE');
  if (uploads.some(({ completed_at: completedAt }) => !completedAt)) throw new ApiProblem('UPLOAD_INCOMPLETE');
  const bytes = uploads.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (uploads.length > 1 && bytes > limits.fileBytes) throw filesTooLarge(limits.fileBytes);
  const pieces = uploads.reduce((sum, upload) => sum + upload.pieces, 0);
  if (uploads.length > 1 && hasTooManyPieces({ pieces, received: bytes })) throw new ApiProblem('TOO_MANY_PIECES');
  const refused = (fault: FieldFault) => new ApiProblem('INVALID_REQUEST', { fields: [fault] });
  if (operation === undefined && uploads.length > 1) throw refused({ field: 'operation', problem: 'required' });
}

/** Finds the target format by id or extension among the possible targets of the file. */
function planConversion(host: ProcessHost, { format }: JobFile, { target_format: asked }: OrderRequest): TargetAndOptions {
  if (format === null) throw new ApiProblem('UNKNOWN_FILE');
  const targets = host.targetsOf(format);
  const named = (matches: (extensions: readonly string[]) => boolean) =>
    targets.find((id) => matches(formatById(id)?.extensions ?? []));
  const found =
    targets.find((id) => id === asked) ??
    named((extensions) => extensions[0] === asked) ??
    named((extensions) => extensions.includes(asked));
  if (found === undefined) throw new ApiProblem('INVALID_FORMAT', { source_format: format, supported_formats: [...targets] });
  return { target: found, schema: schemaOf(host, format, found) ?? {} };
}

function optionsFor(
  schema: OptionsSchema,
  { options, quality }: OrderRequest,
): { readonly options: OptionValues; readonly secrets: readonly string[] } {
  const given = { ...(quality !== undefined && Object.hasOwn(schema, 'quality') && { quality }), ...options };
  const parsed = parseOptions(schema, given);
  if (!parsed.ok)
    throw new ApiProblem('INVALID_OPTION', { options: parsed.problems.slice(0, MAX_FAULTS), known: Object.keys(schema) });
  const secrets = Object.entries(schema).flatMap(([name, field]) => (field.kind === 'text' && field.secret ? [name] : []));
  return { options: parsed.values, secrets };
}

/** Options of a conversion. Undefined if there is no route. */
export function schemaOf(host: ProcessHost, from: string, to: string): OptionsSchema | undefined {
  const answer = host.planner.plan(from, to);
  return answer.ok ? host.planner.optionsOf(answer.plans[0]) : undefined;
}

/** Fields of a job request without the ones that name the file. */
export function orderOf({
  upload_id: _upload,
  upload_ids: _uploads,
  url: _url,
  filename: _name,
  ...order
}: JobRequest): OrderRequest {
  return order;
}
