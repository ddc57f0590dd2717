import type { MiddlewareHandler } from 'hono';
import { limitsOf } from '../route-limits.ts';
import { clientAddress, type NodeEnvironment } from './client-address.ts';
import { type ConcurrencyLimits, createConcurrencyLimiter } from './concurrency-limiter.ts';

/** Minimum size of a large body, in bytes. */
const LARGE_BYTES = 64 * 1024;
/** Routes that read even larger bodies into memory set their own limits. */
const LARGEST_BYTES = 1024 * 1024;

/** Limits of large bodies being read into memory at the same time. */
export const LARGE_BODIES: ConcurrencyLimits = {
  running: 400,
  runningPerSource: 8,
  waiting: 800,
  waitingPerSource: 16,
  patienceMs: 20_000,
};

/** Limits the large bodies in memory per network address. Most are read before authentication and can stall for minutes. */
export function limitLargeBodies(trustedProxies: number): MiddlewareHandler<NodeEnvironment> {
  const limiter = createConcurrencyLimiter(LARGE_BODIES);
  return async (context, next) => {
    const { bodyBytes } = limitsOf(context);
    const isLarge = Number(context.req.header('Content-Length') ?? 0) > LARGE_BYTES;
    if (!isLarge || bodyBytes === 'streamed' || bodyBytes > LARGEST_BYTES) return next();
    return limiter.run(clientAddress(context, trustedProxies), next, context.req.raw.signal);
  };
}
