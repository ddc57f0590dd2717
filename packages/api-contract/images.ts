/**
 * The image studio, under /api/images. Everything is of the person who is signed in; what is another's is answered `not-found`.
 * Commands that cost something carry an `Idempotency-Key`: the same key and body answer the same batch, another body `conflict`.
 */
import {
  DOWNLOAD_FORMATS,
  INSTRUCTIONS_LENGTH,
  LARGEST_SEED,
  NAME_LENGTH,
  NEGATIVE_PROMPT_LENGTH,
  PROMPT_LENGTH,
} from '@bakkum/studio-options/limits';
import { ASPECT_RATIOS, BATCH_SIZES, RESOLUTION_IDS } from '@bakkum/studio-options/resolutions';
import { STYLE_IDS } from '@bakkum/studio-options/styles';
import { z } from 'zod';
import { ATTEMPT_FAULTS, IMAGE_FAULTS } from './image-faults.ts';

const moment = z.iso.datetime();
const id = z.uuid();
const text = (longest: number) => z.string().trim().min(1).max(longest);
const name = text(NAME_LENGTH);
const provider = z.string().regex(/^[a-z0-9-]{1,40}$/);
const count = z.union(BATCH_SIZES.map((size) => z.literal(size.count)));
const rating = z.number().int().min(1).max(5);

/** What decides what a picture looks like. */
const settings = z.object({
  prompt: text(PROMPT_LENGTH),
  negativePrompt: z.string().trim().max(NEGATIVE_PROMPT_LENGTH).optional(),
  style: z.enum(STYLE_IDS),
  aspectRatio: z.enum(ASPECT_RATIOS),
  resolution: z.enum(RESOLUTION_IDS),
  /** Of the first image; the next ones count up from it. Without one it is drawn by lot. */
  seed: z.number().int().min(0).max(LARGEST_SEED).optional(),
  /** The service to ask first. Without one, in the order of the site. */
  provider: provider.optional(),
});

export const idempotencyHeader = z.object({ 'idempotency-key': z.string().min(8).max(200) });

/** POST /api/images/generations */
export const generationRequest = settings.extend({ count: count.default(1), boardId: id.optional() });
export type GenerationRequest = z.infer<typeof generationRequest>;

/** POST /api/images/{id}/refine: one image made of another one, for a credit. */
export const refineRequest = z.object({
  instructions: text(INSTRUCTIONS_LENGTH),
  /** PNG in base64; what is white is drawn anew. Only where `refine.mask` of the studio says so. */
  mask: z.base64().max(700_000).optional(),
  seed: settings.shape.seed,
  provider: provider.optional(),
});
export type RefineRequest = z.infer<typeof refineRequest>;

export const imageView = z.object({
  id,
  batchId: id,
  madeAt: moment,
  /** Empty of an imported picture, and of what was made of one. */
  prompt: z.string(),
  negativePrompt: z.string().optional(),
  /** What the service was really told. */
  finalPrompt: z.string(),
  /** Absent of an imported picture, and of what was made of one. */
  style: z.enum(STYLE_IDS).optional(),
  aspectRatio: z.enum(ASPECT_RATIOS),
  resolution: z.enum(RESOLUTION_IDS),
  /** Of what was imported and what was made of it, its own; `aspectRatio` and `resolution` then name what comes nearest. */
  width: z.number().int(),
  height: z.number().int(),
  /** The name under which the person brought this picture; absent of everything that was made here. */
  importedAs: z.string().optional(),
  /** What the file says of its origin: drawn or changed by a model, or by our own renderer. Absent where it says nothing of the kind. */
  mark: z.enum(['ai', 'edited', 'sketch']).optional(),
  /** Absent where the service takes none: such an image cannot be made again. */
  seed: z.number().int().optional(),
  provider,
  providerName: z.string(),
  model: z.string().optional(),
  /** Drawn by this site's own renderer, without any AI, at no cost. */
  sketch: z.boolean(),
  favourite: z.boolean(),
  rating: rating.optional(),
  /** 1 for a first image, 2 for one refined from it, and so on. */
  iteration: z.number().int(),
  processingMs: z.number().int(),
  /** Of subject, style, light and colour, how many the prompt names, in percent. It says nothing about the picture. */
  promptMatch: z.number().int().optional(),
  /** The image it was refined from, if that still exists, and how. */
  parentId: id.optional(),
  refinement: z.object({ instructions: z.string(), mode: z.enum(['edit', 'mask', 'regenerate']) }).optional(),
  boards: z.array(id),
  /** Addresses of the picture (PNG) and of a small one (WebP, 512 pixels at most). */
  url: z.string(),
  thumbnailUrl: z.string(),
});
export type ImageView = z.infer<typeof imageView>;

export const SLOT_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

/** The place of one image in a batch. */
const imageSlot = z.object({
  index: z.number().int(),
  state: z.enum(SLOT_STATES),
  /** 0 to 1, where the service tells. */
  progress: z.number().optional(),
  /** With `failed`: why. */
  fault: z.enum(IMAGE_FAULTS).optional(),
  /** With `done`, unless it has been deleted since. */
  image: imageView.optional(),
});

export type ImageSlot = z.infer<typeof imageSlot>;

/** A service that was asked, in the order they were. */
const imageAttempt = z.object({
  provider,
  providerName: z.string(),
  at: moment,
  /** Absent where it delivered, or is at it. */
  fault: z.enum(ATTEMPT_FAULTS).optional(),
  /** With `fault`: a sentence, in the language of the request. */
  message: z.string().optional(),
  milliseconds: z.number().int().optional(),
});

export const BATCH_STATES = ['queued', 'running', 'done', 'partial', 'failed', 'cancelled'] as const;

export const batchView = z.object({
  id,
  createdAt: moment,
  endedAt: moment.optional(),
  /** `partial`: fewer images than ordered, and only those were paid. */
  state: z.enum(BATCH_STATES),
  settings: settings.extend({
    prompt: z.string(),
    style: settings.shape.style.optional(),
    count: z.number().int(),
    seed: z.number().int(),
  }),
  refinement: z.object({ imageId: id, instructions: z.string(), mode: z.enum(['edit', 'mask', 'regenerate']) }).optional(),
  /** Credits: what was set aside, and once it has ended, what was spent. */
  held: z.number().int(),
  spent: z.number().int().optional(),
  images: z.array(imageSlot),
  attempts: z.array(imageAttempt),
});
export type BatchView = z.infer<typeof batchView>;

/**
 * Answer to an order, to a batch, and to its cancellation.
 *
 * GET /api/images/events streams server-sent events: `batch` carries one of these whole, for every batch under way when the stream
 * begins and whenever something of one changes (a batch may come twice); `credits` says that the balance changed.
 */
export const batchResponse = z.object({ batch: batchView });

/** GET /api/images/generations: newest first; `next` is the `before` of the next page. */
export const batchesQuery = z.object({
  before: moment.optional(),
  open: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export const batchesResponse = z.object({ batches: z.array(batchView), next: moment.optional() });

/** GET /api/images: newest first. `search` finds words of the prompt. */
export const imagesQuery = z.object({
  search: z.string().trim().max(200).optional(),
  favourite: z.enum(['true']).optional(),
  board: id.optional(),
  style: z.enum(STYLE_IDS).optional(),
  /** `next` of the page before. */
  before: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
});
export const imagesResponse = z.object({ images: z.array(imageView), next: z.string().optional() });
/** GET and PATCH /api/images/{id}, POST /api/images/{id}/restore */
export const imageResponse = z.object({ image: imageView });
/** GET /api/images/{id}/iterations: the first image and everything refined from it, oldest first. */
export const iterationsResponse = z.object({ images: z.array(imageView) });

/**
 * POST /api/images/imports, with the file as `application/octet-stream`: keeps a picture of the person's own, so that it can be refined.
 * JPEG, PNG, WebP, AVIF or GIF within the limits of packages/studio-options/imports.ts. Answers `imageResponse`; costs nothing.
 */
export const importQuery = z.object({
  name: z.string().trim().min(1).max(500),
  /** That the person was told what is sent and where it is kept, and wants it. */
  agreed: z.literal('true'),
});

/** PATCH /api/images/{id} */
export const imageChanges = z.object({ favourite: z.boolean(), rating: rating.nullable() }).partial();
/** DELETE /api/images/{id} */
export const deletedResponse = z.object({ restorableUntil: moment });

/** GET /api/images/{id}/download. With `recipe`, prompt and settings are written into the file. */
export const downloadQuery = z.object({
  format: z.enum(DOWNLOAD_FORMATS).default('png'),
  recipe: z.enum(['true', 'false']).default('false'),
});

export const REPORT_REASONS = ['harmful', 'sexual', 'hateful', 'real-person', 'wrongly-refused', 'other'] as const;
/** POST /api/images/reports: about an image, or a prompt that was refused. */
export const reportRequest = z.object({
  imageId: id.optional(),
  prompt: z.string().trim().max(PROMPT_LENGTH).optional(),
  reason: z.enum(REPORT_REASONS),
  note: z.string().trim().max(INSTRUCTIONS_LENGTH).optional(),
});

export const boardRequest = z.object({ name });
/** POST /api/images/boards/{id}/add and …/remove */
export const boardImagesRequest = z.object({ imageIds: z.array(id).min(1).max(100) });
export const boardView = z.object({ id, name: z.string(), images: z.number().int(), coverUrl: z.string().optional() });
export type BoardView = z.infer<typeof boardView>;
export const boardResponse = z.object({ board: boardView });
export const boardsResponse = z.object({ boards: z.array(boardView) });

/** Settings a person keeps under a name; the site's own presets are in the page. */
export const presetRequest = z.object({
  name,
  settings: settings.omit({ prompt: true, seed: true }).extend({ prompt: z.string().trim().max(PROMPT_LENGTH).optional() }),
});
export const presetView = presetRequest.extend({ id });
export type PresetView = z.infer<typeof presetView>;
export const presetResponse = z.object({ preset: presetView });
export const presetsResponse = z.object({ presets: z.array(presetView) });

/** GET /api/images/statistics: counted from the person's images that are not deleted. */
export const statisticsResponse = z.object({
  images: z.number().int(),
  favourites: z.number().int(),
  sketches: z.number().int(),
  /** Of what was drawn; absent before the first image. */
  averageMs: z.number().int().optional(),
  averageRating: z.number().optional(),
  averagePromptMatch: z.number().int().optional(),
  creditsSpent: z.number().int(),
  styles: z.array(z.object({ style: z.enum(STYLE_IDS), images: z.number().int() })),
});

/** What a service can do. */
export const providerView = z.object({
  id: provider,
  name: z.string(),
  /** Its images cost nothing and are sketches, not AI. */
  sketch: z.boolean(),
  seed: z.boolean(),
  negativePrompt: z.boolean(),
  edit: z.boolean(),
  mask: z.boolean(),
  /** The prompt leaves this site in an address, and may be public: ask before it is chosen. */
  needsConsent: z.boolean(),
});
export type ProviderView = z.infer<typeof providerView>;

/** GET /api/images/studio: what this site and this person have. */
export const studioResponse = z.object({
  /** In the order they are asked. The last one is the site's own renderer. */
  providers: z.array(providerView),
  tier: z.enum(['free', 'premium', 'annual']),
  /** What refining an image means here: with neither it is drawn anew from the words. */
  refine: z.object({ edit: z.boolean(), mask: z.boolean() }),
});
export type StudioView = z.infer<typeof studioResponse>;
