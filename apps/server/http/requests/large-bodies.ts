import type { MiddlewareHandler } from 'hono';
import { limitsOf } from '../route-limits.ts';
import { clientAddress, type NodeEnvironment } from './client-address.ts';
import { type ConcurrencyLimits, createConcurrencyLimiter } from './concurrency-limiter.ts';

/** Bytes from which a body is large. */
const LARGE_BYTES = 64 * 1024;
/** Routes that read even larger bodies into memory have limits of their own. */
const LARGEST_BYTES = 1024 * 1024;

/** Large bodies that are read into memory at once. */
export const LARGE_BODIES: ConcurrencyLimits = {
  running: 400,
  runningPerSource: 8,
  waiting: 800,
  waitingPerSource: 16,
  patienceMs: 20_000,
};

/** Limits the large bodies of an address that are in memory. Most are read before their sender is known, and may stall for minutes. */
export function limitLargeBodies(trustedProxies: number): MiddlewareHandler<NodeEnvironment> {
  const limiter = createConcurrencyLimiter(LARGE_BODIES);
  return async (context, next) => {
    const { bodyBytes } = limitsOf(context);
    const isLarge = Number(context.req.header('Content-Length') ?? 0) > LARGE_BYTES;
    if (!isLarge || bodyBytes === 'streamed' || bodyBytes > LARGEST_BYTES) return next();
    return limiter.run(clientAddress(context, trustedProxies), next, context.req.raw.signal);
  };
}
