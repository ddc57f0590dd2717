import type { ShareList } from '@bakkum/api-contract/cloud';
import type { Retention } from '@bakkum/api-contract/conversion-tiers';
import type { ApiAccountView, JobView } from '@bakkum/api-contract/conversions';
import { askServer } from '../../conversion-api/ask-server.ts';
import { mayBeSignedIn } from '../../document/session-hint.ts';

export type Mine = {
  readonly jobs: readonly JobView[];
  /** Ends of links to results, by job. */
  readonly links: ReadonlyMap<string, string>;
  /** Of an account; without one those of a visitor hold. */
  readonly limits?: { readonly fileBytes: number; readonly openJobs: number; readonly retentions: readonly Retention[] };
};

const USED = 'bakkum-cloud-used';
const NOTHING: Mine = { jobs: [], links: new Map() };

/** Something was sent from this browser: only then is it worth asking what is there. */
export function markUsed(): void {
  try {
    localStorage.setItem(USED, '1');
  } catch {
    // Storage is closed to us: the list begins anew with every page.
  }
}

function wasUsed(): boolean {
  try {
    return localStorage.getItem(USED) !== null;
  } catch {
    return false;
  }
}

function forgetUsed(): void {
  try {
    localStorage.removeItem(USED);
  } catch {
    // There is nothing to forget then.
  }
}

/** Jobs of this visitor or account that were ordered here, oldest first, and what they may. */
export async function readMine(tag: string): Promise<Mine> {
  const isSignedIn = mayBeSignedIn();
  if (!isSignedIn && !wasUsed()) return NOTHING;
  const listed = await askServer<{ readonly jobs: readonly JobView[] }>('GET', `jobs?tag=${tag}&limit=100`);
  if (!listed.ok) {
    if (listed.fault.code === 'INVALID_API_KEY') forgetUsed();
    return NOTHING;
  }
  const [shares, account] = await Promise.all([
    askServer<ShareList>('GET', 'cloud/shares'),
    isSignedIn ? askServer<ApiAccountView>('GET', 'account') : undefined,
  ]);
  const links = shares.ok ? shares.body.shares.map(({ job_id, share_id }) => [job_id, share_id] as const) : [];
  const limits = account?.ok ? account.body.limits : undefined;
  return {
    jobs: listed.body.jobs.toReversed(),
    links: new Map(links),
    ...(limits && {
      limits: { fileBytes: limits.file_size, openJobs: limits.open_jobs, retentions: limits.retentions },
    }),
  };
}
