/** Undocumented routes of the cloud page: sharing results with people invited by email address. */
import { type Person, personByEmail } from '@bakkum/accounts/person';
import {
  type InvitationList,
  type InvitationView,
  invitationRequest,
  type SharedWithMe,
} from '@bakkum/api-contract/conversions/cloud';
import { MAX_LISTED_FILES } from '@bakkum/api-contract/conversions/conversions';
import {
  declineInvitation,
  type Invitation,
  type Invited,
  invitationsOf,
  invitationsTo,
  invite,
  jobSharedWith,
  revokeInvitation,
} from '@bakkum/conversion-jobs/invitations';
import type { JobRow } from '@bakkum/conversion-jobs/rows';
import type { Sql } from '@bakkum/database/sql';
import { localePath } from '@bakkum/i18n/locale';
import { enqueueMail } from '@bakkum/mail/outbox';
import { formatById } from '@bakkum/registry/catalogue';
import { z } from 'zod';
import type { ApiApp } from '../../../http/api-routes.ts';
import { JOB_KINDS } from '../../../jobs/job-kinds.ts';
import type { Services } from '../../../services.ts';
import type { ApiContext, Authentication, Principal } from '../authentication.ts';
import { createApiRoutes, paramOf, parsed } from '../documented.ts';
import { requestedFileIndex, sendResult } from '../download-routes.ts';
import { ApiProblem } from '../problem.ts';
import { sharedView } from '../views.ts';

const id = z.uuid();
/** Part of the cloud page that lists results shared with the visitor. */
const SHARED_PATH = '/home3#shared';

export function invitationRoutes(services: Services, authentication: Authentication): ApiApp {
  const routes = createApiRoutes(authentication);
  addInviterRoutes(routes, services, authentication);
  addInviteeRoutes(routes, services, authentication);
  return routes;
}

function addInviterRoutes(routes: ApiApp, services: Services, authentication: Authentication): void {
  const { conversions, database, jobs, settings } = services;
  routes.get('/api/v1/cloud/invitations', async (context) => {
    const { owner } = await authentication.require(context, 'read', 'convert:read');
    return context.json(listOf(await invitationsOf(database, owner)), 200);
  });
  routes.post('/api/v1/cloud/jobs/:id/invitations', async (context) => {
    const { owner, person } = await withAccount(authentication, context, 'command', 'convert:write');
    // The demo account's password is public, so it may only send to the local mailbox.
    if (person.demo && settings.smtpUrl !== undefined) throw new ApiProblem('PLAN_NEEDED', { field: 'addresses' });
    const { addresses } = await parsed(context, invitationRequest);
    const invited = await invite(conversions, {
      owner,
      inviter: person.email,
      jobId: paramOf(context, id),
      addresses: addresses.filter((address) => address !== person.email),
      hashOf: (address) => services.hashAddress(`mailbox:${address}`),
      write: (sql, invitation, job) => enqueueInvitation(services, sql, { person, invitation, job }),
    });
    const list = listOf(unwrapOrThrow(invited));
    jobs.wake(JOB_KINDS.mail);
    return context.json(list, 201);
  });
  routes.delete('/api/v1/cloud/invitations/:id', async (context) => {
    const { owner } = await authentication.require(context, 'read', 'convert:write');
    if (!(await revokeInvitation(conversions, owner, paramOf(context, id)))) throw new ApiProblem('NOT_FOUND');
    return context.body(null, 204);
  });
}

/** Returns the invitations. @throws ApiProblem if none was created */
function unwrapOrThrow(invited: Invited): readonly Invitation[] {
  switch (invited.outcome) {
    case 'done':
      return invited.invitations;
    case 'not-found':
      throw new ApiProblem('NOT_FOUND');
    case 'gone':
      throw new ApiProblem('GONE');
    case 'too-many':
      throw new ApiProblem('RATE_LIMIT_EXCEEDED', { reason: 'invitations' });
  }
}

type InvitationEmail = { readonly person: Person; readonly invitation: Invitation; readonly job: JobRow };

/**
 * Queues the invitation email in the inviter's language. It contains no text they control, so that it cannot be used to send messages
 * to strangers: no name, no file name, and their address only if the invited person has a confirmed account.
 */
async function enqueueInvitation(
  { jobs, settings }: Services,
  sql: Sql,
  { person, invitation, job }: InvitationEmail,
): Promise<void> {
  const invited = await personByEmail(sql, invitation.address);
  await enqueueMail(sql, {
    to: invitation.address,
    locale: person.locale,
    template: 'cloud-invitation',
    data: {
      ...(invited?.emailVerified && { inviter: person.email }),
      format: formatById(job.target_format)?.name ?? job.target_format.toUpperCase(),
      url: `${settings.origin}${localePath(person.locale, SHARED_PATH)}`,
    },
  });
  await jobs.send(JOB_KINDS.mail, {}, { sql });
}

function addInviteeRoutes(routes: ApiApp, services: Services, authentication: Authentication): void {
  const { conversions, database } = services;
  const addressOf = async (context: ApiContext): Promise<string> =>
    (await withAccount(authentication, context, 'read', 'convert:read')).person.email;
  routes.get('/api/v1/cloud/shared', async (context) => {
    const address = await addressOf(context);
    const results: SharedWithMe['results'] = [];
    for (const { id: invitationId, inviter, created_at: at } of await invitationsTo(conversions, address)) {
      const job = await jobSharedWith(conversions, address, invitationId);
      if (!job) continue;
      const result = await sharedView(database, job, MAX_LISTED_FILES);
      results.push({ invitation_id: invitationId, from: inviter, created_at: at.toISOString(), result });
    }
    return context.json({ results } satisfies SharedWithMe, 200);
  });
  routes.get('/api/v1/cloud/shared/:id/download', async (context) => {
    const job = await jobSharedWith(conversions, await addressOf(context), paramOf(context, id));
    if (!job) throw new ApiProblem('NOT_FOUND');
    return sendResult(services, context, job, requestedFileIndex(context));
  });
  routes.delete('/api/v1/cloud/shared/:id', async (context) => {
    const { person } = await withAccount(authentication, context, 'read', 'convert:write');
    if (!(await declineInvitation(conversions, person.email, paramOf(context, id)))) throw new ApiProblem('NOT_FOUND');
    return context.body(null, 204);
  });
}

/** @throws ApiProblem PLAN_NEEDED without an account with a verified address */
async function withAccount(
  authentication: Authentication,
  context: ApiContext,
  kind: Parameters<Authentication['require']>[1],
  scope: Parameters<Authentication['require']>[2],
): Promise<{ readonly owner: Principal['owner']; readonly person: Person }> {
  const { owner, person } = await authentication.require(context, kind, scope);
  if (!person?.emailVerified) throw new ApiProblem('PLAN_NEEDED');
  return { owner, person };
}

function listOf(invitations: readonly Invitation[]): InvitationList {
  return { invitations: invitations.map(viewOf) };
}

function viewOf({ id: invitationId, job_id, address, created_at, declined_at }: Invitation): InvitationView {
  return { invitation_id: invitationId, job_id, address, created_at: created_at.toISOString(), declined: declined_at !== null };
}
