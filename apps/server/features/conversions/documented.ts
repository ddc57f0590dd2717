/** Shared documentation and validation of the /api/v1 routes. */
import { conversionProblem, idempotencyKey } from '@bakkum/api-contract/conversions/conversions';
import { MAX_INPUTS } from '@bakkum/api-contract/limits';
import { chunksOf } from '@bakkum/bytes/streams';
import type { Idempotency } from '@bakkum/idempotency/idempotency';
import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { ApiApp } from '../../http/api-routes.ts';
import { fieldFaults, inputOf } from '../../http/field-sentences.ts';
import type { NodeEnvironment } from '../../http/requests/client-address.ts';
import { MAX_BODY_MS } from '../../http/requests/request-timeouts.ts';
import { limits, MAX_BODY_BYTES } from '../../http/route-limits.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, Authentication } from './authentication.ts';
import { ApiProblem, problemOf } from './problem.ts';

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: conversionProblem } },
});

const RETRY_AFTER = z.object({ 'retry-after': z.string().optional() });

/** Problem responses of every route. */
export const DOCUMENTED = {
  400: problem('The request is invalid; see `error.code`'),
  401: problem('The API key is missing, invalid, expired or revoked'),
  403: problem('The key or the plan doesn’t allow this'),
  404: problem('Not found, or it belongs to someone else'),
  409: problem('Not possible in the current state'),
  410: problem('Deleted or expired'),
  413: problem('The file is larger than the plan allows'),
  429: { ...problem('Too many requests or jobs; see `Retry-After`'), headers: RETRY_AFTER },
  500: problem('Something went wrong on our side'),
  503: { ...problem('Temporarily unavailable, or the queue is too long; see `Retry-After`'), headers: RETRY_AFTER },
} as const;

/** For routes that accept only certain body types. */
export const MEDIA_TYPE = { 415: problem('The content type of the body isn’t supported') } as const;
/** For routes that serve ranges of files. */
export const PARTS = { 416: problem('The requested range is outside the file') } as const;
/** For routes that wait for a conversion. */
export const FAILED = { 422: problem('The file couldn’t be converted; see `error.details`') } as const;
/** For routes of the resumable protocol. */
export const RESUMABLE = {
  412: problem('Unsupported protocol version'),
  460: problem('The checksum doesn’t match'),
} as const;

/** Schema of a file in a form. */
export const FILE = z.string().meta({ format: 'binary', description: 'The file' });

/** Schema of the files of a job in a form, in their order. */
export const FILES = z
  .array(z.string().meta({ format: 'binary' }))
  .min(1)
  .max(MAX_INPUTS)
  .meta({ description: 'The file. For an operation on several, one field with this name for each file, in their order' });

/** Creates routes that validate parameters and bodies against their schemas. Invalid requests with a wrong key get 401. */
export function createApiRoutes(authentication?: Pick<Authentication, 'verify'>): ApiApp {
  return new OpenAPIHono<NodeEnvironment>({
    defaultHook: async (result, context) => {
      if (result.success) return undefined;
      await authentication?.verify(context);
      return problemOf(context, 'INVALID_REQUEST', { fields: fieldFaults(result.error, inputOf(result)) });
    },
  });
}

/**
 * Middleware of routes that receive files. The plan limits their size, so handlers count the bytes while they store them and
 * abort an upload that is silent for a minute.
 */
export const RECEIVES_FILE = limits({ bodyBytes: 'streamed', bodyMs: MAX_BODY_MS });

type UnparsedRoute = RouteConfig & { readonly middleware?: MiddlewareHandler<NodeEnvironment> };

/** Adds a documented route whose handler reads the body itself. The library would hold a file in memory. */
export function addUnparsed(
  routes: ApiApp,
  { middleware, ...definition }: UnparsedRoute,
  handler: (context: ApiContext) => Promise<Response>,
): void {
  routes.openAPIRegistry.registerPath(definition);
  if (middleware) routes.on(definition.method, definition.path, middleware, handler);
  else routes.on(definition.method, definition.path, handler);
}

/** The `Idempotency-Key` header with the hash of the request. @throws ApiProblem INVALID_REQUEST */
export function idempotencyOf(
  { hashRequest }: Pick<Services, 'hashRequest'>,
  context: ApiContext,
  request: unknown,
): Idempotency | undefined {
  const key = keyOf(context);
  return key === undefined ? undefined : { key, hash: hashRequest(request) };
}

/** Reads the `Idempotency-Key` header. @throws ApiProblem INVALID_REQUEST */
export function keyOf(context: ApiContext): string | undefined {
  const given = idempotencyKey.safeParse({ 'idempotency-key': context.req.header('Idempotency-Key') });
  if (!given.success) throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'Idempotency-Key', problem: 'invalid' }] });
  return given.data['idempotency-key'];
}

/** Parses a small JSON body. @throws ApiProblem INVALID_REQUEST */
export async function parsed<Schema extends z.ZodType>(context: ApiContext, schema: Schema): Promise<z.infer<Schema>> {
  const text = await smallText(context);
  const given = jsonOf(text);
  const result = schema.safeParse(given);
  if (!result.success) throw new ApiProblem('INVALID_REQUEST', { fields: fieldFaults(result.error, given) });
  return result.data;
}

async function smallText(context: ApiContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const { body } = context.req.raw;
  for await (const chunk of body ? chunksOf(body) : []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new ApiProblem('INVALID_REQUEST', { reason: 'body-too-large' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiProblem('INVALID_REQUEST', { reason: 'not-json' });
  }
}

/** Validates the `id` path parameter of routes without a schema. @throws ApiProblem NOT_FOUND if it is malformed */
export function paramOf<Schema extends z.ZodType<string>>(context: ApiContext, schema: Schema): string {
  const result = schema.safeParse(context.req.param('id'));
  if (!result.success) throw new ApiProblem('NOT_FOUND');
  return result.data;
}
