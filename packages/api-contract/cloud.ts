/** What the cloud page asks beside the conversion API: how busy the server is, and links to results. */
import { z } from 'zod';
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

/** Jobs that one stream of events tells of. */
export const MOST_WATCHED = 50;
