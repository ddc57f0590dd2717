import { StoreUnavailable, withCircuitBreaker } from '@bakkum/blobs/circuit-breaker';
import type { Conversions } from './service.ts';

/**
 * Runs one of several independent steps: reports its error and returns undefined, so that the others continue. A store that does
 * not answer is reported once, where it was first called.
 */
export async function safely<Result>(
  { onProblem }: Pick<Conversions, 'onProblem'>,
  event: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) onProblem({ event, detail: error instanceof Error ? error.message : 'unknown' });
    return undefined;
  }
}

/** The parts for work with many store calls: a store that does not respond is not called again during the same work. */
export function withStoreCircuitBreakers(parts: Conversions): Conversions {
  return { ...parts, blobs: withCircuitBreaker(parts.blobs), ...(parts.backup && { backup: withCircuitBreaker(parts.backup) }) };
}
