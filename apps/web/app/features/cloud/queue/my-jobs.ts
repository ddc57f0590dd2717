import type { InvitationList, InvitationView, ShareList } from '@bakkum/api-contract/conversions/cloud';
import type { ApiAccountView, JobView } from '@bakkum/api-contract/conversions/conversions';
import { type Answered, askServer } from '../../../conversion-api/ask-server.ts';
import type { Limits } from '../cloud-state.ts';

export type MyJobs = {
  readonly jobs: readonly JobView[];
  /** The last parts of share links, by job. */
  readonly links: ReadonlyMap<string, string>;
  /** Invited people, by job. */
  readonly invitations: readonly InvitationView[];
  /** Limits of the account; without one, those of a visitor apply. */
  readonly limits?: Limits;
  readonly used?: { readonly stored: number; readonly archived: number };
};

const USED = 'bakkum-cloud-used';
const NOTHING: MyJobs = { jobs: [], links: new Map(), invitations: [] };

/** Set once something was sent from this browser; only then is the list worth loading. */
export function markUsed(): void {
  try {
    localStorage.setItem(USED, '1');
  } catch {
    // Storage is unavailable: the list starts empty on every page.
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
    // Then there is nothing to forget.
  }
}

/**
 * Loads the jobs of this visitor or account that were ordered here, oldest first, and the limits. Returns all of it or a fault.
 */
export async function readMyJobs(tag: string, isSignedIn: boolean): Promise<Answered<MyJobs>> {
  if (!isSignedIn && !wasUsed()) return { ok: true, body: NOTHING };
  const listed = await askServer<{ readonly jobs: readonly JobView[] }>('GET', `jobs?tag=${tag}&limit=100`);
  if (!listed.ok) {
    if (isSignedIn || listed.fault.code !== 'INVALID_API_KEY') return listed;
    forgetUsed();
    return { ok: true, body: NOTHING };
  }
  const [links, account] = await Promise.all([readLinks(), isSignedIn ? readAccount() : undefined]);
  if (!links.ok) return links;
  if (account?.ok === false) return account;
  return { ok: true, body: { ...NOTHING, jobs: listed.body.jobs.toReversed(), links: links.body, ...account?.body } };
}

async function readLinks(): Promise<Answered<MyJobs['links']>> {
  const answer = await askServer<ShareList>('GET', 'cloud/shares');
  if (!answer.ok) return answer;
  return { ok: true, body: new Map(answer.body.shares.map(({ job_id, share_id }) => [job_id, share_id] as const)) };
}

async function readAccount(): Promise<Answered<Pick<MyJobs, 'invitations' | 'limits' | 'used'>>> {
  const [invited, account] = await Promise.all([
    askServer<InvitationList>('GET', 'cloud/invitations'),
    askServer<ApiAccountView>('GET', 'account'),
  ]);
  if (!invited.ok) return invited;
  if (!account.ok) return account;
  return { ok: true, body: { invitations: invited.body.invitations, ...limitsOf(account.body) } };
}

function limitsOf({ limits, usage }: ApiAccountView): Pick<MyJobs, 'limits' | 'used'> {
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
