import * as contract from '@bakkum/api-contract/conversions/conversions';
import { discardUpload, releaseInput } from '@bakkum/conversion-jobs/removal';
import { findUploadByKey, recordUploadKey } from '@bakkum/conversion-jobs/uploads/upload-keys';
import { findUpload, type Upload } from '@bakkum/conversion-jobs/uploads/uploads';
import type { Idempotency } from '@bakkum/idempotency/idempotency';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer } from '../../../http/api-routes.ts';
import type { Services } from '../../../services.ts';
import type { Authentication } from '../authentication.ts';
import {
  addUnparsed,
  createApiRoutes,
  DOCUMENTED,
  FILE,
  idempotencyOf,
  keyOf,
  MEDIA_TYPE,
  parsed,
  RECEIVES_FILE,
} from '../documented.ts';
import { ApiProblem } from '../problem.ts';
import { uploadView } from '../views.ts';
import { fetchFile, storeForm } from './upload-intake.ts';

const params = z.object({ id: z.uuid() });
const upload = answer('The upload', contract.uploadView);
const tags = ['Uploads'];

const send = {
  method: 'post',
  path: '/api/v1/uploads',
  operationId: 'createUpload',
  summary: 'Upload a file, or have the server download one from a URL',
  description: 'Uploads the file in one request. On unreliable connections, use the resumable protocol under /api/v1/tus.',
  tags,
  middleware: RECEIVES_FILE,
  request: {
    headers: contract.idempotencyKey,
    body: {
      required: true,
      content: {
        'multipart/form-data': { schema: z.object({ file: FILE }) },
        'application/json': { schema: contract.uploadFromUrlRequest },
      },
    },
  },
  responses: { 201: upload, ...MEDIA_TYPE, ...DOCUMENTED },
} as const;
const one = createRoute({
  method: 'get',
  path: '/api/v1/uploads/{id}',
  operationId: 'getUpload',
  summary: 'Get an upload',
  tags,
  request: { params },
  responses: { 200: upload, ...DOCUMENTED },
});
const remove = createRoute({
  method: 'delete',
  path: '/api/v1/uploads/{id}',
  operationId: 'deleteUpload',
  summary: 'Delete an upload',
  tags,
  request: { params },
  responses: { 204: { description: 'Deleted' }, ...DOCUMENTED },
});

/** Uploads in one request. */
export function uploadRoutes(services: Services, authentication: Authentication): ApiApp {
  const routes = createApiRoutes(authentication);
  const { conversions, database } = services;
  addUnparsed(routes, send, async (context) => {
    const principal = await authentication.require(context, 'command', 'convert:write');
    // Refuses an invalid key before the file arrives.
    keyOf(context);
    if (/^application\/json\s*(;|$)/i.test(context.req.header('Content-Type') ?? '')) {
      const { url, filename } = await parsed(context, contract.uploadFromUrlRequest);
      const idempotency = idempotencyOf(services, context, ['url', url, filename]);
      const before = idempotency && underKey(await findUploadByKey(database, principal.owner, idempotency));
      const made = before ?? (await storeUploadOnce(services, await fetchFile(services, principal, url, filename), idempotency));
      return context.json(uploadView(made), 201);
    }
    const { uploads } = await storeForm(services, principal, context, { files: 1 });
    const [sent] = uploads;
    if (!sent) throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'file', problem: 'required' }] });
    const { name, sha256 } = sent;
    const made = await storeUploadOnce(services, sent, idempotencyOf(services, context, ['file', name, sha256]));
    return context.json(uploadView(made), 201);
  });
  routes.openapi(one, async (context) => {
    const { owner } = await authentication.require(context, 'read', 'convert:read');
    return context.json(uploadView(orNotFound(await findUpload(database, owner, context.req.valid('param').id))), 200);
  });
  routes.openapi(remove, async (context) => {
    const { owner } = await authentication.require(context, 'read', 'convert:write');
    const outcome = await discardUpload(conversions, owner, context.req.valid('param').id);
    if (outcome === 'not-found') throw new ApiProblem('NOT_FOUND');
    if (outcome === 'in-use') throw new ApiProblem('NOT_POSSIBLE_NOW');
    return context.body(null, 204);
  });
  return routes;
}

/**
 * Returns the upload, or deletes it and returns the earlier one with the same idempotency key.
 * @throws ApiProblem if the earlier request differed, or its upload was deleted
 */
export async function storeUploadOnce(
  { conversions }: Pick<Services, 'conversions'>,
  upload: Upload,
  idempotency: Idempotency | undefined,
): Promise<Upload> {
  if (!idempotency) return upload;
  const kept = await recordUploadKey(conversions.database, upload, idempotency);
  if (kept === 'conflict' || kept.id !== upload.id) await releaseInput(conversions, upload.id);
  return underKey(kept) ?? upload;
}

/** Upload stored under an idempotency key. @throws ApiProblem if the earlier request differed, or its upload was deleted */
export function underKey(found: Upload | 'conflict' | undefined): Upload | undefined {
  if (found === 'conflict') throw new ApiProblem('IDEMPOTENCY_CONFLICT');
  return found && orNotFound(found);
}

/** @throws ApiProblem NOT_FOUND, also for uploads of others; GONE for deleted ones */
export function orNotFound(found: Upload | undefined): Upload {
  if (!found) throw new ApiProblem('NOT_FOUND');
  if (found.removed_at) throw new ApiProblem('GONE');
  return found;
}
