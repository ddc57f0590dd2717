/** Shares a result with others. Failures are shown beside the result until they are resolved. */
import type { InvitationList, ShareView } from '@bakkum/api-contract/conversions/cloud';
import { askServer } from '../../../conversion-api/ask-server.ts';
import { change, found } from '../cloud-queue.ts';

export async function share(id: string, jobId: string): Promise<void> {
  const answer = await askServer<ShareView>('POST', `cloud/jobs/${jobId}/share`);
  change(id, answer.ok ? { shareId: answer.body.share_id, sharingFault: undefined } : { sharingFault: answer.fault });
}

/** Returns whether it succeeded. */
export async function invite(id: string, jobId: string, addresses: readonly string[]): Promise<boolean> {
  const answer = await askServer<InvitationList>('POST', `cloud/jobs/${jobId}/invitations`, { body: { addresses } });
  change(id, answer.ok ? { invitations: answer.body.invitations, sharingFault: undefined } : { sharingFault: answer.fault });
  return answer.ok;
}

export async function uninvite(id: string, invitationId: string): Promise<void> {
  const answer = await askServer('DELETE', `cloud/invitations/${invitationId}`);
  if (!answer.ok && answer.fault.code !== 'NOT_FOUND') return change(id, { sharingFault: answer.fault });
  const left = (found(id)?.invitations ?? []).filter(({ invitation_id: other }) => other !== invitationId);
  change(id, { invitations: left, sharingFault: undefined });
}

export async function revoke(id: string, jobId: string): Promise<void> {
  const answer = await askServer('DELETE', `cloud/jobs/${jobId}/share`);
  const isGone = answer.ok || answer.fault.code === 'NOT_FOUND';
  change(id, isGone ? { shareId: undefined, sharingFault: undefined } : { sharingFault: answer.fault });
}
