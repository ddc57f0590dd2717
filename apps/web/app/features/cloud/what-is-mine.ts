import type { InvitationList, InvitationView, ShareList } from '@bakkum/api-contract/cloud';
import type { ApiAccountView, JobView } from '@bakkum/api-contract/conversions';
import { askServer } from '../../conversion-api/ask-server.ts';
import { mayBeSignedIn } from '../../document/session-hint.ts';
import type { Limits } from './cloud-state.ts';

export type Mine = {
  readonly jobs: readonly JobView[];
  /** Ends of links to results, by job. */
  readonly links: ReadonlyMap<string, string>;
  /** People who may see results. */
  readonly invitations: readonly InvitationView[];
  /** Of an account; without one those of a visitor hold. */
  readonly limits?: Limits;
  readonly used?: { readonly stored: number; readonly archived: number };
};

const USED = 'bakkum-cloud-used';
const NOTHING: Mine = { jobs: [], links: new Map(), invitations: [] };

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
  const [shares, invitations, account] = await Promise.all([
    askServer<ShareList>('GET', 'cloud/shares'),
    isSignedIn ? askServer<InvitationList>('GET', 'cloud/invitations') : undefined,
    isSignedIn ? askServer<ApiAccountView>('GET', 'account') : undefined,
  ]);
  const links = shares.ok ? shares.body.shares.map(({ job_id, share_id }) => [job_id, share_id] as const) : [];
  return {
    jobs: listed.body.jobs.toReversed(),
    links: new Map(links),
    invitations: invitations?.ok ? invitations.body.invitations : [],
    ...(account?.ok && limitsOf(account.body)),
  };
}

function limitsOf({ limits, usage }: ApiAccountView): Pick<Mine, 'limits' | 'used'> {
  return {
    limits: {
      fileBytes: limits.file_size,
      openJobs: limits.open_jobs,
      retentions: limits.retentions,
      storages: limits.storages,
      storedBytes: limits.storage,
      archivedBytes: limits.archive,
    },
    used: { stored: usage.storage, archived: usage.archive },
  };
}
