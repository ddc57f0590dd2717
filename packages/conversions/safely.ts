import { StoreLeftAlone, untilSilent } from '@bakkum/blobs/until-silent';
import type { Conversions } from './service.ts';

/**
 * Does one of several things that do not hang on each other: what goes wrong is told, and the rest goes on. Undefined then.
 * That a store does not answer is told once, where it was asked.
 */
export async function safely<Result>(
  { onProblem }: Pick<Conversions, 'onProblem'>,
  event: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreLeftAlone)) onProblem({ event, detail: error instanceof Error ? error.message : 'unknown' });
    return undefined;
  }
}

/** The same for a piece of work that asks the stores many things: one that gives no answer is left alone for the rest of it. */
export function whileStoresAnswer(parts: Conversions): Conversions {
  return { ...parts, blobs: untilSilent(parts.blobs), ...(parts.backup && { backup: untilSilent(parts.backup) }) };
}
