import type { InvitationList, InvitationView, ShareList } from '@bakkum/api-contract/cloud';
import type { ApiAccountView, JobView } from '@bakkum/api-contract/conversions';
import { type Answered, askServer } from '../../conversion-api/ask-server.ts';
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

/** Jobs of this visitor or account that were ordered here, oldest first, and what they may. All of it, or why not. */
export async function readMine(tag: string, isSignedIn: boolean): Promise<Answered<Mine>> {
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

async function readLinks(): Promise<Answered<Mine['links']>> {
  const answer = await askServer<ShareList>('GET', 'cloud/shares');
  if (!answer.ok) return answer;
  return { ok: true, body: new Map(answer.body.shares.map(({ job_id, share_id }) => [job_id, share_id] as const)) };
}

async function readAccount(): Promise<Answered<Pick<Mine, 'invitations' | 'limits' | 'used'>>> {
  const [invited, account] = await Promise.all([
    askServer<InvitationList>('GET', 'cloud/invitations'),
    askServer<ApiAccountView>('GET', 'account'),
  ]);
  if (!invited.ok) return invited;
  if (!account.ok) return account;
  return { ok: true, body: { invitations: invited.body.invitations, ...limitsOf(account.body) } };
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
