import { countRequest } from '@bakkum/conversion-jobs/requests';
import type { Services } from '../../services.ts';
import { ProblemError } from '../problem-answer.ts';

/** Counts a request of a key. @throws ProblemError `too-many-requests` above the limit of an hour */
export async function limitHourly(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  key: string,
  limit: number,
): Promise<void> {
  const now = clock.now();
  const { allowed, resetsAt } = await countRequest(database, key, limit, now);
  if (allowed) return;
  throw new ProblemError('too-many-requests', {
    retryAfterS: Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)),
  });
}
