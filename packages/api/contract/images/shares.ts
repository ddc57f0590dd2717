/** Links to images that open without an account. Only their owner can create and revoke them. */
import { INSTRUCTIONS_LENGTH } from '@bakkum/studio-options/limits';
import { z } from 'zod';
import { text } from '../text.ts';
import { REPORT_REASONS } from './images.ts';

/** 128 random bits in base64url, the last part of the link. */
export const imageShareId = z.string().regex(/^[\w-]{22}$/);

export const imageShare = z.object({ id: imageShareId, createdAt: z.iso.datetime() });
export type ImageShare = z.infer<typeof imageShare>;

/**
 * POST /api/images/{id}/share: creates the link, or returns the active one. Answers `not-found` for imported images, which cannot be
 * shared.
 */
export const imageShareMade = z.object({ share: imageShare });
/** GET /api/images/{id}/share: `share` is absent while the image has no link. */
export const imageShareResponse = z.object({ share: imageShare.optional() });

/** GET /api/images/shared/{id}: contains nothing about the owner, the prompt or the settings. */
export const sharedImageView = z.object({
  width: z.number().int(),
  height: z.number().int(),
  /** Size of the PNG. */
  bytes: z.number().int(),
  /** Whether parts of it are transparent. */
  transparent: z.boolean(),
  /** Made by a model, edited by a model, or drawn by the design studio without AI. */
  origin: z.enum(['ai', 'edited', 'design']),
  /** Service and model; absent for designs. */
  madeBy: z.string().optional(),
});
export type SharedImageView = z.infer<typeof sharedImageView>;

/** GET /api/images/shared/{id}/file */
export const sharedFileQuery = z.object({ download: z.enum(['true', 'false']).default('false') });

/** POST /api/images/shared/{id}/reports */
export const sharedReportRequest = z.object({
  reason: z.enum(REPORT_REASONS).exclude(['wrongly-refused']),
  note: text().trim().max(INSTRUCTIONS_LENGTH).optional(),
});
