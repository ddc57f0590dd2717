/** Endpoints of the cloud page beyond the conversion API: server load, and links to results. */
import { z } from 'zod';
import { email } from '../account.ts';
import { MAX_INVITATIONS } from './cloud-limits.ts';
import { jobView } from './conversions.ts';

const count = z.number().int().min(0);

/** GET /api/v1/cloud: current metrics of this server. */
export const cloudView = z.object({
  queued: count,
  processing: count,
  /** Longest current waiting time of a queued file, in seconds. */
  oldest_wait_s: z.number().min(0),
  /** Number of worker processes, and of files they convert in parallel. */
  workers: count,
  at_once: count,
  /** Total bytes of stored uploads and results. */
  stored: count,
  /** Where files are stored: a folder on this server, or the operator's bucket at a storage service. */
  store: z.enum(['folder', 'bucket']),
  /** Share of successful checks of the conversion service, 0 to 1; null without any. */
  uptime: z.number().min(0).max(1).nullable(),
  /** Days with checks that it covers, at most those of the status page. */
  uptime_days: count,
  /** Files converted in the last `CLOUD_DAYS` days. */
  completed: count,
  /** Their average duration in milliseconds; null without any. */
  average_ms: z.number().min(0).nullable(),
  /** Whether a second store for copies is configured. */
  backup: z.boolean(),
});
export type CloudView = z.infer<typeof cloudView>;

/** POST /api/v1/cloud/jobs/{id}/share */
export const shareView = z.object({ share_id: z.string(), job_id: z.uuid(), created_at: z.iso.datetime() });
export type ShareView = z.infer<typeof shareView>;

/** GET /api/v1/cloud/shares: the caller's active links. */
export const shareList = z.object({ shares: z.array(shareView) });
export type ShareList = z.infer<typeof shareList>;

/**
 * GET /api/v1/cloud/shares/{id}: the result as anyone with the link sees it. Reveals nothing about the source except its format.
 */
export const sharedResult = jobView
  .pick({
    status: true,
    source_format: true,
    target_format: true,
    converted_filename: true,
    file_size: true,
    file_count: true,
    expires_at: true,
  })
  .extend({ files: z.array(z.object({ index: count, filename: z.string(), size: count })) });
export type SharedResult = z.infer<typeof sharedResult>;

/** POST /api/v1/cloud/jobs/{id}/invitations */
export const invitationRequest = z.object({ addresses: z.array(email).min(1).max(MAX_INVITATIONS) });

export const invitationView = z.object({
  invitation_id: z.uuid(),
  job_id: z.uuid(),
  address: z.string(),
  created_at: z.iso.datetime(),
  /** True when the invited person removed it from their list. */
  declined: z.boolean(),
});
export type InvitationView = z.infer<typeof invitationView>;

/** GET /api/v1/cloud/invitations: people the caller has shared results with. */
export const invitationList = z.object({ invitations: z.array(invitationView) });
export type InvitationList = z.infer<typeof invitationList>;

/** GET /api/v1/cloud/shared: results that others share with the caller. `from` is the owner's address. */
export const sharedWithMe = z.object({
  results: z.array(z.object({ invitation_id: z.uuid(), from: z.string(), created_at: z.iso.datetime(), result: sharedResult })),
});
export type SharedWithMe = z.infer<typeof sharedWithMe>;
