/** Shared parts of the API routes: declaration helpers and middleware. */
import { problem } from '@bakkum/api-contract/problem';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import type { Settings } from '../config/settings.ts';
import { fieldFaults, inputOf } from './field-sentences.ts';
import { ProblemError, problemAnswer } from './problem-answer.ts';
import type { NodeEnvironment } from './requests/client-address.ts';
import { limitsOf } from './route-limits.ts';

const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE'];

export type ApiApp = OpenAPIHono<NodeEnvironment>;

/** Creates routes that validate bodies against their schemas and report problems by field. */
export function createRoutes(): ApiApp {
  return new OpenAPIHono<NodeEnvironment>({
    defaultHook: (result, context) => {
      if (!result.success)
        return problemAnswer(context, 'invalid-request', { details: fieldFaults(result.error, inputOf(result)) });
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
 * Rejects state-changing requests from other sites. Browsers set `Origin`, which other sites cannot forge. Bodies must have the
 * media type that the route declares, which forms of other sites cannot send.
 */
export function requireSameOrigin(settings: Pick<Settings, 'origin' | 'originIsGiven'>): MiddlewareHandler {
  return async (context, next) => {
    if (!UNSAFE.includes(context.req.method)) return next();
    if (!isSameOrigin(context, settings)) throw new ProblemError('foreign-origin');
    const hasBody =
      Number(context.req.header('Content-Length') ?? 0) > 0 || context.req.header('Transfer-Encoding') !== undefined;
    if (hasBody && !MEDIA_TYPES[limitsOf(context).mediaType].test(context.req.header('Content-Type') ?? '')) {
      throw new ProblemError('unsupported-media-type');
    }
    return next();
  };
}

const MEDIA_TYPES = {
  'application/json': /^application\/json\s*(;|$)/i,
  'application/octet-stream': /^application\/octet-stream$/i,
} as const;

/** Whether the `Origin` header names this site. */
export function isSameOrigin(context: Context, { origin, originIsGiven }: Pick<Settings, 'origin' | 'originIsGiven'>): boolean {
  const given = context.req.header('Origin');
  return given === origin || (!originIsGiven && given !== undefined && hostOf(given) === context.req.header('Host'));
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Forbids caching of API responses, except those that set a private `Cache-Control`. */
export const noStore: MiddlewareHandler = async (context, next) => {
  await next();
  if (!context.res.headers.get('Cache-Control')?.startsWith('private')) context.res.headers.set('Cache-Control', 'no-store');
};
