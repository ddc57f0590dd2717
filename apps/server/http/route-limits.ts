/** Limits of request bodies. Routes declare their own in their definition; all others get the defaults. */
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { matchedRoutes } from 'hono/route';
import type { RouterRoute } from 'hono/types';
import { findTargetHandler } from 'hono/utils/handler';
import type { NodeEnvironment } from './requests/client-address.ts';
import { DEFAULT_BODY_MS, extendRequestTimeout, MAX_BODY_MS } from './requests/request-timeouts.ts';

export type RouteLimits = {
  /** Maximum size of the body in bytes; `streamed` if the handler counts the bytes while it reads. */
  readonly bodyBytes: number | 'streamed';
  /** Milliseconds within which the body must arrive. At most `MAX_BODY_MS`. */
  readonly bodyMs: number;
  /** Media type that requests of our own pages send. */
  readonly mediaType: 'application/json' | 'application/octet-stream';
};

/** Maximum size of a JSON body, in bytes. */
export const MAX_BODY_BYTES = 16 * 1024;

export const DEFAULT_LIMITS: RouteLimits = {
  bodyBytes: MAX_BODY_BYTES,
  bodyMs: DEFAULT_BODY_MS,
  mediaType: 'application/json',
};

/** The body exceeds the limit of its route. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

const declared = new WeakMap<object, RouteLimits>();

/** Middleware for a route definition: `middleware: limits({ bodyBytes: 1024 * 1024 })`. Omitted limits are the defaults. */
export function limits(own: Partial<RouteLimits> = {}): MiddlewareHandler<NodeEnvironment> {
  const all = { ...DEFAULT_LIMITS, ...own };
  if (all.bodyMs > MAX_BODY_MS) throw new RangeError(`The server waits at most ${MAX_BODY_MS} ms for a body`);
  const sized = all.bodyBytes === 'streamed' ? undefined : sizeLimit(all.bodyBytes);
  const middleware: MiddlewareHandler<NodeEnvironment> = (context, next) => {
    extendRequestTimeout(context.env?.incoming, all.bodyMs);
    return sized ? sized(context, next) : next();
  };
  declared.set(middleware, all);
  return middleware;
}

/**
 * Limits the size of a body. Bodies without a declared length are read into memory before the route can authenticate anyone, so
 * they have the default limit.
 */
function sizeLimit(bodyBytes: number): MiddlewareHandler<NodeEnvironment> {
  const declared = bodyLimit({ maxSize: bodyBytes, onError: refuse });
  const undeclared = bodyLimit({ maxSize: Math.min(bodyBytes, MAX_BODY_BYTES), onError: refuse });
  return (context, next) => (context.req.header('Transfer-Encoding') === undefined ? declared : undeclared)(context, next);
}

const byDefault = limits();

/** Enforces the defaults for routes that have no limits. Routes enforce their own. */
export const defaultLimits: MiddlewareHandler<NodeEnvironment> = (context, next) =>
  ownLimits(context) ? next() : byDefault(context, next);

/** Limits of the route that will answer the request. */
export function limitsOf(context: Context): RouteLimits {
  return ownLimits(context) ?? DEFAULT_LIMITS;
}

function ownLimits(context: Context): RouteLimits | undefined {
  return declaredLimits(matchedRoutes(context));
}

/** Limits that one of these handlers of a route declares. */
export function declaredLimits(handlers: readonly Pick<RouterRoute, 'handler'>[]): RouteLimits | undefined {
  return handlers.map(({ handler }) => declared.get(findTargetHandler(handler))).find((found) => found !== undefined);
}

function refuse(): never {
  throw new BodyTooLarge();
}
