/** Limits the bytes that the server exchanges with other servers for a client. */
import { countRequest, requestsLeft } from '@bakkum/conversion-jobs/requests';
import type { Services } from '../../services.ts';
import type { Principal } from './authentication.ts';
import { ApiProblem } from './problem.ts';

type Parts = Pick<Services, 'database' | 'conversions'>;
type Counted = Pick<Principal, 'countedAs' | 'limits'>;

/** Bytes are counted in units of this size, which even an empty file takes. */
const UNIT_BYTES = 1_000_000;
const unitsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / UNIT_BYTES));

/** Bytes fetched in an hour, as a multiple of the storage: a file is deleted once it is converted, and makes room for another. */
const FETCHED_SHARE = 5;

/** Counts bytes to send to the URL of a client. @throws ApiProblem RATE_LIMIT_EXCEEDED above what the client may store */
export async function countSent({ database, conversions }: Parts, { countedAs, limits }: Counted, bytes: number): Promise<void> {
  const now = conversions.now();
  const count = await countRequest(database, `sent:${countedAs}`, unitsOf(limits.storedBytes), now, unitsOf(bytes));
  if (!count.allowed) throw tooMuch('too-much-sent', count.resetsAt, now);
}

/** @throws ApiProblem RATE_LIMIT_EXCEEDED once the client has had too many bytes fetched from other servers in this hour */
export async function checkFetched({ database, conversions }: Parts, { countedAs, limits }: Counted): Promise<void> {
  const now = conversions.now();
  const most = unitsOf(limits.storedBytes) * FETCHED_SHARE;
  const { remaining, resetsAt } = await requestsLeft(database, `fetched:${countedAs}`, most, now);
  if (remaining === 0) throw tooMuch('too-much-fetched', resetsAt, now);
}

/** Counts bytes that were fetched from the URL of a client, also if the file was not used. */
export async function countFetched({ database, conversions }: Parts, { countedAs }: Counted, bytes: number): Promise<void> {
  await countRequest(database, `fetched:${countedAs}`, 0, conversions.now(), unitsOf(bytes));
}

function tooMuch(reason: 'too-much-sent' | 'too-much-fetched', resetsAt: Date, now: Date): ApiProblem {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
  return new ApiProblem('RATE_LIMIT_EXCEEDED', { reason, retry_after: seconds });
}
