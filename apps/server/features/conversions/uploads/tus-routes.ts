/** Resumable uploads: tus 1.0.0 with creation, creation-with-upload, creation-defer-length, expiration, checksum, termination. */
import { Readable } from 'node:stream';
import * as contract from '@bakkum/api-contract/conversions/conversions';
import { text } from '@bakkum/api-contract/text';
import { discardUpload } from '@bakkum/conversion-jobs/removal';
import { ChecksumMismatch, receive, TooLong, WriterReplaced } from '@bakkum/conversion-jobs/uploads/receive';
import { findUploadByKey } from '@bakkum/conversion-jobs/uploads/upload-keys';
import {
  claimWriter,
  declareSize,
  findUpload,
  hasTooManyPieces,
  keptUntil,
  openUpload,
  type Upload,
} from '@bakkum/conversion-jobs/uploads/uploads';
import { z } from 'zod';
import type { ApiApp } from '../../../http/api-routes.ts';
import type { Services } from '../../../services.ts';
import type { ApiContext, Authentication, Principal } from '../authentication.ts';
import { createApiRoutes, DOCUMENTED, idempotencyOf, MEDIA_TYPE, RECEIVES_FILE, RESUMABLE } from '../documented.ts';
import { ApiProblem } from '../problem.ts';
import { bodyOf } from './form.ts';
import { withSilenceTimeout } from './silence-timeout.ts';
import {
  complete,
  enforceStorageLimit,
  inUploadSlot,
  maxBytesFor,
  safeFileName,
  storageFullProblem,
  uploadTooLargeProblem,
} from './upload-intake.ts';
import { createUploadLock, type UploadLock } from './upload-lock.ts';
import { orNotFound, storeUploadOnce, underKey } from './upload-routes.ts';

const VERSION = '1.0.0';
const ALGORITHMS = ['sha1', 'sha256', 'md5'] as const;
const EXTENSIONS = 'creation,creation-with-upload,creation-defer-length,expiration,checksum,termination';
const PATH = '/api/v1/tus';
const PIECE = /^application\/offset\+octet-stream\s*(;|$)/i;
const id = z.uuid();
const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const checksumHeader = /^([a-z0-9]+) ([A-Za-z0-9+/]+=*)$/;

/** Services of the handlers, with the upload lock. */
type TusServices = Services & { readonly lock: UploadLock };

export function tusRoutes(given: Services, authentication: Authentication): ApiApp {
  const routes = createApiRoutes(authentication);
  const services: TusServices = { ...given, lock: createUploadLock() };
  document(routes);
  const described = (context: ApiContext): Response => {
    context.header('Tus-Resumable', VERSION);
    context.header('Tus-Version', VERSION);
    context.header('Tus-Extension', EXTENSIONS);
    context.header('Tus-Checksum-Algorithm', ALGORITHMS.join(','));
    return context.body(null, 204);
  };
  routes.options(PATH, described);
  routes.options(`${PATH}/:id`, described);
  routes.post(PATH, RECEIVES_FILE, async (context) => {
    requireVersion(context);
    return create(services, await authentication.require(context, 'command', 'convert:write'), context);
  });
  // The router dispatches HEAD to the GET handler.
  routes.get(`${PATH}/:id`, async (context) => {
    requireVersion(context);
    return uploadStatus(services, await authentication.require(context, 'read', 'convert:write'), context);
  });
  const patch = async (context: ApiContext): Promise<Response> => {
    requireVersion(context);
    return append(services, await authentication.require(context, 'read', 'convert:write'), context);
  };
  const terminate = async (context: ApiContext): Promise<Response> => {
    requireVersion(context);
    const { owner } = await authentication.require(context, 'read', 'convert:write');
    const outcome = await discardUpload(services.conversions, owner, idOf(context));
    if (outcome === 'not-found') orNotFound(await findUpload(services.database, owner, idOf(context)));
    if (outcome === 'in-use') throw new ApiProblem('NOT_POSSIBLE_NOW');
    return context.body(null, 204);
  };
  routes.patch(`${PATH}/:id`, RECEIVES_FILE, patch);
  routes.delete(`${PATH}/:id`, terminate);
  // For clients that cannot send PATCH or DELETE.
  routes.post(`${PATH}/:id`, RECEIVES_FILE, (context) => {
    const meant = context.req.header('X-HTTP-Method-Override')?.toUpperCase();
    if (meant === 'PATCH') return patch(context);
    if (meant === 'DELETE') return terminate(context);
    throw new ApiProblem('METHOD_NOT_ALLOWED');
  });
  return routes;
}

/** Sets the version header, and refuses requests of other protocol versions. */
function requireVersion(context: ApiContext): void {
  context.header('Tus-Resumable', VERSION);
  if (context.req.header('Tus-Resumable') === VERSION) return;
  context.header('Tus-Version', VERSION);
  throw new ApiProblem('UNSUPPORTED_PROTOCOL');
}

function idOf(context: ApiContext): string {
  const parsed = id.safeParse(context.req.param('id'));
  if (!parsed.success) throw new ApiProblem('NOT_FOUND');
  return parsed.data;
}

function numberIn(context: ApiContext, header: string): number | undefined {
  const given = context.req.header(header);
  if (given === undefined) return undefined;
  const parsed = wholeNumber.safeParse(given);
  if (!parsed.success) throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: header, problem: 'invalid' }] });
  return parsed.data;
}

async function create(services: TusServices, principal: Principal, context: ApiContext): Promise<Response> {
  const size = numberIn(context, 'Upload-Length');
  const isDeferred = context.req.header('Upload-Defer-Length') === '1';
  if ((size === undefined) !== isDeferred)
    throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'Upload-Length', problem: 'required' }] });
  if (size === 0) throw new ApiProblem('EMPTY_FILE');
  refuseTooLarge(principal, size);
  const name = safeFileName(metadataOf(context)['filename']);
  const idempotency = idempotencyOf(services, context, ['resumable', name, size]);
  const known = async () => idempotency && underKey(await findUploadByKey(services.database, principal.owner, idempotency));
  const before = await known();
  if (before) return alreadyCreated(context, before);
  const upload = await openUpload(services.conversions, {
    owner: principal.owner,
    place: principal.place,
    network: principal.network,
    name,
    source: 'resumable',
    storedBytes: principal.limits.storedBytes,
    ...(size !== undefined && { size }),
  });
  if (typeof upload === 'string') {
    // A concurrent request with the same key may have used the remaining storage.
    const concurrent = await known();
    if (concurrent) return alreadyCreated(context, concurrent);
    throw storageFullProblem(upload);
  }
  const kept = await storeUploadOnce(services, upload, idempotency);
  if (kept.id !== upload.id) return alreadyCreated(context, kept);
  context.header('Location', `${PATH}/${upload.id}`);
  context.header('Upload-Expires', upload.expires_at.toUTCString());
  if (!PIECE.test(context.req.header('Content-Type') ?? '') || !context.req.raw.body) return context.body(null, 201);
  await write(services, principal, context, upload);
  return context.body(null, 201);
}

/** Response for an upload that already exists: ignores the request body and reports the offset. */
function alreadyCreated(context: ApiContext, upload: Upload): Response {
  context.header('Location', `${PATH}/${upload.id}`);
  context.header('Upload-Expires', upload.expires_at.toUTCString());
  context.header('Upload-Offset', String(upload.received));
  if (context.req.raw.body) context.header('Connection', 'close');
  return context.body(null, 201);
}

function refuseTooLarge({ limits }: Principal, size: number | undefined): void {
  if ((size ?? 0) > limits.fileBytes) throw new ApiProblem('FILE_TOO_LARGE', { limit: limits.fileBytes });
}

/** Parses `Upload-Metadata`: comma-separated names with base64 values. */
function metadataOf(context: ApiContext): Readonly<Record<string, string>> {
  const pairs = (context.req.header('Upload-Metadata') ?? '').split(',').map((pair) => pair.trim().split(/\s+/));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]));
}

/** Reports the offset. The client is about to resume, so an older connection stores what it received and loses the lock. */
async function uploadStatus(services: TusServices, { owner }: Principal, context: ApiContext): Promise<Response> {
  const { database, lock } = services;
  const { id: known } = orNotFound(await findUpload(database, owner, idOf(context)));
  await lock.release(known);
  const found = orNotFound(await findUpload(database, owner, known));
  const upload = found.completed_at ? found : await takeOverUpload(services, owner, found.id);
  context.header('Cache-Control', 'no-store');
  context.header('Upload-Offset', String(upload.received));
  context.header('Upload-Expires', upload.expires_at.toUTCString());
  if (upload.size === null) context.header('Upload-Defer-Length', '1');
  else context.header('Upload-Length', String(upload.size));
  context.header('Upload-Metadata', `filename ${Buffer.from(upload.name).toString('base64')}`);
  return context.body(null, 200);
}

/** Takes over an upload. Completes it if all bytes arrived but the previous connection could not complete it. */
async function takeOverUpload(services: TusServices, owner: string, known: string): Promise<Upload> {
  const upload = orNotFound(await claimWriter(services.database, owner, known));
  if (upload.completed_at || upload.received !== upload.size) return upload;
  try {
    return await complete(services, upload, null);
  } catch (error) {
    if (!(error instanceof WriterReplaced)) throw error;
    return orNotFound(await findUpload(services.database, owner, known));
  }
}

async function append(services: TusServices, principal: Principal, context: ApiContext): Promise<Response> {
  if (!PIECE.test(context.req.header('Content-Type') ?? '')) {
    throw new ApiProblem('UNSUPPORTED_MEDIA_TYPE', { expected: 'application/offset+octet-stream' });
  }
  const { database, lock } = services;
  const offset = numberIn(context, 'Upload-Offset');
  const before = orNotFound(await findUpload(database, principal.owner, idOf(context)));
  await lock.release(before.id);
  const found = orNotFound(await findUpload(database, principal.owner, before.id));
  if (offset !== found.received) throw new ApiProblem('OFFSET_CONFLICT', { offset: found.received });
  const size = numberIn(context, 'Upload-Length');
  if (size !== undefined && found.size === null) {
    refuseTooLarge(principal, size);
    const declared = await declareSize(services.conversions, found, { size, storedBytes: principal.limits.storedBytes });
    if (declared === 'full') throw new ApiProblem('STORAGE_FULL');
    if (declared === 'conflict') throw new ApiProblem('OFFSET_CONFLICT', { offset: found.received });
  }
  const upload = orNotFound(await claimWriter(database, principal.owner, found.id));
  if (upload.received !== offset) throw new ApiProblem('OFFSET_CONFLICT', { offset: upload.received });
  if (hasTooManyPieces(upload)) throw new ApiProblem('TOO_MANY_PIECES');
  await write(services, principal, context, upload);
  return context.body(null, 204);
}

/** Stores the request body and reports the new offset. */
async function write(services: TusServices, principal: Principal, context: ApiContext, upload: Upload): Promise<void> {
  const received = await keep(services, principal, context, upload);
  context.header('Upload-Offset', String(received));
  context.header('Upload-Expires', keptUntil(upload, received).toUTCString());
}

/** Stores the request body and completes a full upload. Returns the received bytes. */
async function keep(services: TusServices, principal: Principal, context: ApiContext, upload: Upload): Promise<number> {
  if (upload.completed_at) return upload.received;
  const checksum = checksumIn(context);
  const mostBytes = await maxBytesFor(services, principal, upload);
  try {
    const body = context.req.raw.body ? bodyOf(context) : Readable.from([]);
    const taking = { upload, mostBytes, ...(checksum && { checksum }) };
    // Holds the lock until completion, since a status request would otherwise take the upload over.
    return await inUploadSlot(services, principal, (slot) =>
      services.lock.hold(upload.id, body, async () => {
        try {
          const { received } = await receive(services.conversions, {
            ...taking,
            body: slot.track(body, withSilenceTimeout(body)),
          });
          if (received === upload.size) await complete(services, upload, null);
          return received;
        } finally {
          await enforceStorageLimit(services, principal, upload);
        }
      }),
    );
  } catch (error) {
    if (error instanceof TooLong) throw uploadTooLargeProblem(principal, upload, mostBytes);
    if (error instanceof ChecksumMismatch) throw new ApiProblem('CHECKSUM_MISMATCH');
    if (error instanceof WriterReplaced) throw new ApiProblem('OFFSET_CONFLICT');
    throw error;
  }
}

function checksumIn(context: ApiContext): Parameters<typeof receive>[1]['checksum'] {
  const given = context.req.header('Upload-Checksum');
  if (given === undefined) return undefined;
  const [, name, digest = ''] = checksumHeader.exec(given) ?? [];
  const algorithm = ALGORITHMS.find((one) => one === name);
  if (!algorithm) throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'Upload-Checksum', problem: 'invalid' }] });
  return { algorithm, digest: Buffer.from(digest, 'base64') };
}

const done = (description: string) => ({ description, headers: z.object({ 'upload-offset': z.string() }) });

function document({ openAPIRegistry }: ApiApp): void {
  const tags = ['Resumable uploads'];
  const resumable = z.object({ 'tus-resumable': z.literal(VERSION) });
  const params = z.object({ id });
  const piece = {
    content: { 'application/offset+octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
  };
  openAPIRegistry.registerPath({
    method: 'post',
    path: PATH,
    operationId: 'createResumableUpload',
    summary: 'Start a resumable upload (tus 1.0.0)',
    description: `Any tus client works. Extensions: ${EXTENSIONS.replaceAll(',', ', ')}.`,
    tags,
    request: {
      headers: resumable.extend({
        ...contract.idempotencyKey.shape,
        'upload-length': text().optional(),
        'upload-defer-length': z.literal('1').optional(),
        'upload-metadata': text().optional().describe('`filename` and its value in base64'),
      }),
    },
    responses: {
      201: { description: 'Started; `Location` contains its URL', headers: z.object({ location: z.string() }) },
      ...RESUMABLE,
      ...DOCUMENTED,
    },
  });
  openAPIRegistry.registerPath({
    method: 'head',
    path: `${PATH}/{id}`,
    operationId: 'getResumableUpload',
    summary: 'Get the upload offset',
    tags,
    request: { params, headers: resumable },
    responses: { 200: done('`Upload-Offset` is the position to resume from'), ...RESUMABLE, ...DOCUMENTED },
  });
  openAPIRegistry.registerPath({
    method: 'patch',
    path: `${PATH}/{id}`,
    operationId: 'appendToResumableUpload',
    summary: 'Resume the upload',
    tags,
    request: {
      params,
      headers: resumable.extend({ 'upload-offset': text(), 'upload-checksum': text().optional() }),
      body: { required: true, ...piece },
    },
    responses: { 204: done('Stored'), ...RESUMABLE, ...MEDIA_TYPE, ...DOCUMENTED },
  });
  openAPIRegistry.registerPath({
    method: 'delete',
    path: `${PATH}/{id}`,
    operationId: 'deleteResumableUpload',
    summary: 'Delete the upload',
    tags,
    request: { params, headers: resumable },
    responses: { 204: { description: 'Deleted' }, ...RESUMABLE, ...DOCUMENTED },
  });
}
