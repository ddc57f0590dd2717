/** What the routes of the API have in common: how they are declared, and what stands before them. */
import { problem } from '@bakkum/api-contract/problem';
import { IMPORT_LIMITS } from '@bakkum/studio-options/imports';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import type { Settings } from '../config/settings.ts';
import type { NodeEnvironment } from './client-address.ts';
import { fieldIssues, ProblemError, problemAnswer } from './problem-answer.ts';

/** A form is small. */
export const MAX_BODY_BYTES = 16 * 1024;
const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE'];

export type ApiApp = OpenAPIHono<NodeEnvironment>;

/** Routes whose bodies are checked against their schemas; what does not fit is answered field by field. */
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

/** For the documentation: every other answer is a problem. */
export const PROBLEM = { description: 'A problem', content: { 'application/problem+json': { schema: problem } } };

/**
 * Requests that change something must come from our own pages: a browser says where they come from, and other sites cannot
 * change that. They must be JSON, or a file where one is taken, which a form of another site cannot send either.
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

/** Whether a browser says that the request was made by a page of ours. */
export function isFromOurPages(context: Context, { origin, originIsGiven }: Pick<Settings, 'origin' | 'originIsGiven'>): boolean {
  const given = context.req.header('Origin');
  return given === origin || (!originIsGiven && given !== undefined && hostOf(given) === context.req.header('Host'));
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** A drawn mask comes with a wish to refine an image. */
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

/** Answers are about one person, and of this moment; one that is not says so itself. */
export const neverStored: MiddlewareHandler = async (context, next) => {
  await next();
  if (!context.res.headers.get('Cache-Control')?.startsWith('private')) context.res.headers.set('Cache-Control', 'no-store');
};
