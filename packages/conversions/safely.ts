import type { Conversions } from './service.ts';

/** Does one of several things that do not hang on each other: what goes wrong is told, and the rest goes on. Undefined then. */
export async function safely<Result>(
  { onProblem }: Pick<Conversions, 'onProblem'>,
  event: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    onProblem({ event, detail: error instanceof Error ? error.message : 'unknown' });
    return undefined;
  }
}
