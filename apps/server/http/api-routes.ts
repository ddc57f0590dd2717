/** Shared parts of the API routes: declaration helpers and middleware. */
import { problem } from '@bakkum/api-contract/problem';
import { IMPORT_LIMITS } from '@bakkum/studio-options/imports';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import type { Settings } from '../config/settings.ts';
import type { NodeEnvironment } from './client-address.ts';
import { fieldIssues, ProblemError, problemAnswer } from './problem-answer.ts';

/** Maximum size of a JSON body, in bytes. */
export const MAX_BODY_BYTES = 16 * 1024;
const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE'];

export type ApiApp = OpenAPIHono<NodeEnvironment>;

/** Creates routes that validate bodies against their schemas and report problems by field. */
export function createRoutes(): ApiApp {
  return new OpenAPIHono<NodeEnvironment>({
    defaultHook: (result, context) => {
      if (!result.success) return problemAnswer(context, 'invalid-request', { details: fieldIssues(result.error) });
      return undefined;
    },
  });
}

export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { content: { 'application/json': { schema } }, required: true } } as const;
}

export function answer<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } };
}

/** OpenAPI entry for every response that is not documented separately. */
export const PROBLEM = { description: 'A problem', content: { 'application/problem+json': { schema: problem } } };

/**
 * Rejects state-changing requests from other sites. Browsers set `Origin`, which other sites cannot forge. Bodies must be JSON,
 * or a binary file on the upload route; forms of other sites can send neither.
 */
export function fromOurPages(settings: Pick<Settings, 'origin' | 'originIsGiven'>): MiddlewareHandler {
  return async (context, next) => {
    if (!UNSAFE.includes(context.req.method)) return next();
    if (!isFromOurPages(context, settings)) throw new ProblemError('foreign-origin');
    const hasBody =
      Number(context.req.header('Content-Length') ?? 0) > 0 || context.req.header('Transfer-Encoding') !== undefined;
    const wanted = context.req.path === WITH_PICTURE ? FILE : JSON_TEXT;
    if (hasBody && !wanted.test(context.req.header('Content-Type') ?? '')) {
      throw new ProblemError('unsupported-media-type');
    }
    return next();
  };
}

const JSON_TEXT = /^application\/json\s*(;|$)/i;
const FILE = /^application\/octet-stream$/i;
const WITH_PICTURE = '/api/images/imports';

/** Whether the `Origin` header names this site. */
export function isFromOurPages(context: Context, { origin, originIsGiven }: Pick<Settings, 'origin' | 'originIsGiven'>): boolean {
  const given = context.req.header('Origin');
  return given === origin || (!originIsGiven && given !== undefined && hostOf(given) === context.req.header('Host'));
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Maximum size of a refinement request, which may contain a drawn mask. */
const MAX_MASK_BODY_BYTES = 1024 * 1024;
const WITH_MASK = /^\/api\/images\/[^/]+\/refine$/;

const limited = (maxSize: number): MiddlewareHandler =>
  bodyLimit({ maxSize, onError: (context) => problemAnswer(context, 'too-large') });
const forms = limited(MAX_BODY_BYTES);
const masks = limited(MAX_MASK_BODY_BYTES);
const pictures = limited(IMPORT_LIMITS.bytes);

export const smallBodies: MiddlewareHandler = (context, next) => {
  const { path } = context.req;
  if (path === WITH_PICTURE) return pictures(context, next);
  return (WITH_MASK.test(path) ? masks : forms)(context, next);
};

/** Forbids caching of API responses, except those that set a private `Cache-Control`. */
export const neverStored: MiddlewareHandler = async (context, next) => {
  await next();
  if (!context.res.headers.get('Cache-Control')?.startsWith('private')) context.res.headers.set('Cache-Control', 'no-store');
};
