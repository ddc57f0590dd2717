/** What the cloud page asks beside the conversion API: how busy the server is, and links to results. */
import { z } from 'zod';
import { email } from './account.ts';
import { MOST_INVITED } from './cloud-limits.ts';
import { jobView } from './conversions.ts';

const count = z.number().int().min(0);

/** GET /api/v1/cloud: figures of this server, of this moment. */
export const cloudView = z.object({
  queued: count,
  processing: count,
  /** How long the file waits that waits longest, in seconds. */
  oldest_wait_s: z.number().min(0),
  /** Processes that convert, and how many files they convert at once together. */
  workers: count,
  at_once: count,
  /** Bytes of all uploads and results that are kept. */
  stored: count,
  /** Where they lie: a folder of this server, or a bucket of the operator's at another service. */
  store: z.enum(['folder', 'bucket']),
  /** Whether there is a second store for copies. */
  backup: z.boolean(),
});
export type CloudView = z.infer<typeof cloudView>;

/** POST /api/v1/cloud/jobs/{id}/share */
export const shareView = z.object({ share_id: z.string(), job_id: z.uuid(), created_at: z.iso.datetime() });
export type ShareView = z.infer<typeof shareView>;

/** GET /api/v1/cloud/shares: links of mine that hold. */
export const shareList = z.object({ shares: z.array(shareView) });
export type ShareList = z.infer<typeof shareList>;

/** GET /api/v1/cloud/shares/{id}: what whoever has the link sees. Nothing of the source but what it was. */
export const sharedResult = jobView
  .pick({ status: true, source_format: true, target_format: true, converted_filename: true, file_size: true, expires_at: true })
  .extend({ files: z.array(z.object({ index: count, filename: z.string(), size: count })) });
export type SharedResult = z.infer<typeof sharedResult>;

/** POST /api/v1/cloud/jobs/{id}/invitations */
export const invitationRequest = z.object({ addresses: z.array(email).min(1).max(MOST_INVITED) });

export const invitationView = z.object({
  invitation_id: z.uuid(),
  job_id: z.uuid(),
  address: z.string(),
  created_at: z.iso.datetime(),
  /** The invited took it off their list. */
  declined: z.boolean(),
});
export type InvitationView = z.infer<typeof invitationView>;

/** GET /api/v1/cloud/invitations: people who see results of mine. */
export const invitationList = z.object({ invitations: z.array(invitationView) });
export type InvitationList = z.infer<typeof invitationList>;

/** GET /api/v1/cloud/shared: what others share with me. `from` is the address of who does. */
export const sharedWithMe = z.object({
  results: z.array(z.object({ invitation_id: z.uuid(), from: z.string(), created_at: z.iso.datetime(), result: sharedResult })),
});
export type SharedWithMe = z.infer<typeof sharedWithMe>;
