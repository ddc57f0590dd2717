import { setTimeout as passed } from 'node:timers/promises';
import type { JobChanges } from '@bakkum/conversion-jobs/changes';
import type { JobRow } from '@bakkum/conversion-jobs/rows';
import { clientAddress } from '../../http/requests/client-address.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, Principal } from './authentication.ts';

/** Requests that a client may hold in addition to one for each job: reloaded pages close their streams late. */
const SPARE_REQUESTS = 20;

/**
 * Counts a request that waits for changes until the returned function is called. Counted by account and address, since many share
 * the account of demo mode, and by address alone, since an address can have many accounts.
 * @throws Overloaded
 */
export function holdFor(
  {
    held,
    hashAddress,
    settings,
  }: Pick<Services, 'held' | 'hashAddress'> & { readonly settings: Pick<Services['settings'], 'trustedProxies'> },
  context: Pick<ApiContext, 'env' | 'req'>,
  { countedAs, limits }: Pick<Principal, 'countedAs'> & { readonly limits: Pick<Principal['limits'], 'openJobs'> },
): () => void {
  const address = hashAddress(clientAddress(context, settings.trustedProxies));
  return held.hold(`jobs:${countedAs}:${address}`, limits.openJobs + SPARE_REQUESTS, address);
}

/** Resolves when an open job has ended, the time is over, or the client has disconnected. @param revision the one that was read */
export async function waitForEnd(
  changes: JobChanges,
  { id, revision }: Pick<JobRow, 'id' | 'revision'>,
  seconds: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const done = Promise.withResolvers<void>();
  const stop = changes.subscribe(id, ({ ended }) => ended && done.resolve(), revision);
  const either = AbortSignal.any([signal, over.signal]);
  const waited = passed(seconds * 1000, undefined, { signal: either }).catch(() => undefined);
  try {
    await Promise.race([done.promise, waited]);
  } finally {
    stop();
    over.abort();
  }
}
