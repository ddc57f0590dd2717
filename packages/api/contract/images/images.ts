/**
 * The image studio API under /api/images. All resources belong to the signed-in person; those of others answer `not-found`.
 * Commands that cost something carry an `Idempotency-Key`: the same key and body return the same batch, another body answers
 * `conflict`.
 */

import { type Edges, MAX_EDGE } from '@bakkum/studio-options/extending';
import { PROMPT_LANGUAGES } from '@bakkum/studio-options/languages';
import {
  DOWNLOAD_FORMATS,
  INSTRUCTIONS_LENGTH,
  MAX_SEED,
  NAME_LENGTH,
  NEGATIVE_PROMPT_LENGTH,
  PROMPT_LENGTH,
} from '@bakkum/studio-options/limits';
import { ASPECT_RATIOS, BATCH_SIZES, RESOLUTION_IDS, VARIATION_COUNTS } from '@bakkum/studio-options/resolutions';
import { STYLE_IDS } from '@bakkum/studio-options/styles';
import { UPSCALE_FACTORS } from '@bakkum/studio-options/upscaling';
import { z } from 'zod';
import { text } from '../text.ts';
import { ATTEMPT_FAULTS, IMAGE_FAULTS } from './faults.ts';

/** How an image was made from another; `regenerate` is a design that was drawn again with instructions. */
export const EDIT_MODES = ['edit', 'mask', 'regenerate', 'upscale', 'extend', 'remove-background', 'variation'] as const;

const moment = z.iso.datetime();
const id = z.uuid();
const filled = (longest: number) => text().trim().min(1).max(longest);
const name = filled(NAME_LENGTH);
const provider = z.string().regex(/^[a-z0-9-]{1,40}$/);
/** Id of a model, as in `models` of GET /api/images/studio. */
const model = z.string().regex(/^[a-z0-9-]{1,40}(\/[\w.:/-]{1,100})?$/);
const count = z.union(BATCH_SIZES.map((size) => z.literal(size.count)));
/** How much to change an image, in percent: little at 1, and at 100 the model ignores it. */
const strength = z.number().int().min(1).max(100);
const rating = z.number().int().min(1).max(5);

/** Settings that determine how an image looks. */
const settings = z.object({
  prompt: filled(PROMPT_LENGTH),
  negativePrompt: text().trim().max(NEGATIVE_PROMPT_LENGTH).optional(),
  /** Absent: no style is added to the prompt. */
  style: z.enum(STYLE_IDS).optional(),
  aspectRatio: z.enum(ASPECT_RATIOS),
  resolution: z.enum(RESOLUTION_IDS),
  /** Seed of the first image; later images count up from it. Random when absent. */
  seed: z.number().int().min(0).max(MAX_SEED).optional(),
  /**
   * The model to try first. If it fails, others that can draw the same size and read the prompt are tried, at no higher price. When absent,
   * the order of the site applies.
   */
  model: model.optional(),
  /** The service whose models are tried first; ignored with `model`. */
  provider: provider.optional(),
});

export const idempotencyHeader = z.object({ 'idempotency-key': text().min(8).max(200) });

/** POST /api/images/generations */
export const generationRequest = settings.extend({ count: count.default(1), boardId: id.optional() });
export type GenerationRequest = z.infer<typeof generationRequest>;

/** POST /api/images/{id}/refine: edits a copy of an image, for the credits of an image of its size. */
export const refineRequest = z
  .object({
    instructions: filled(INSTRUCTIONS_LENGTH),
    /** PNG in base64; white areas are redrawn. Allowed only where `refine.mask` of the studio is true. */
    mask: z.base64().max(700_000).optional(),
    /** Only for models with `strength`, and not with a mask. When absent, the default of the model applies. */
    strength: strength.optional(),
    seed: settings.shape.seed,
    model: model.optional(),
    provider: provider.optional(),
  })
  .refine(({ mask, strength: chosen }) => mask === undefined || chosen === undefined);
export type RefineRequest = z.infer<typeof refineRequest>;

/** POST /api/images/{id}/upscale: enlarges a copy of an image, for the credits that its upscalers list. */
export const upscaleRequest = z.object({
  /** Id of an upscaler. */
  model,
  /** How many times longer the sides become. */
  factor: z.union(UPSCALE_FACTORS.map((one) => z.literal(one))),
});
export type UpscaleRequest = z.infer<typeof upscaleRequest>;

/** POST /api/images/{id}/variations: new images near this one, for the credits of an image that its variators list, times the number. */
export const variationsRequest = z.object({
  /** Id of a variator. */
  model,
  count: z.union(VARIATION_COUNTS.map((one) => z.literal(one))).default(1),
  /** Only for variators with `strength`. When absent, that default applies. */
  strength: strength.optional(),
  seed: settings.shape.seed,
});
export type VariationsRequest = z.infer<typeof variationsRequest>;

const pixelsOf = <Pixels extends z.ZodType>(pixels: Pixels) => ({ left: pixels, right: pixels, up: pixels, down: pixels });
const edge = z.number().int().min(0).max(MAX_EDGE).default(0);
const hasEdge = ({ left, right, up, down }: Edges): boolean => left + right + up + down > 0;

/** POST /api/images/{id}/extend: draws more of an image beyond its edges, in a copy, for the credits that its extenders list. */
export const extendRequest = z
  .object({
    /** Id of an extender. */
    model,
    /** Pixels to add on each side, at least one in total. */
    ...pixelsOf(edge),
    /** What to draw there. Without it, the model continues the image. For a design it is a change. */
    instructions: filled(INSTRUCTIONS_LENGTH).optional(),
    seed: settings.shape.seed,
  })
  .refine(hasEdge);
export type ExtendRequest = z.infer<typeof extendRequest>;

/** POST /api/images/{id}/remove-background: a copy in which the background is transparent, for the credits that its removers list. */
export const removeBackgroundRequest = z.object({
  /** Id of a background remover. */
  model,
});
export type RemoveBackgroundRequest = z.infer<typeof removeBackgroundRequest>;

/** A thing, a place or a text, in both languages. */
const term = z.object({ en: z.string(), ko: z.string() });

export const designReport = z.object({
  kind: z.enum(['scene', 'poster', 'card', 'pattern', 'wallpaper', 'icon', 'logo', 'chart', 'qr']),
  drawn: z.array(term),
  /** Words of the prompt that nothing was drawn for. */
  notDrawn: z.array(term),
});
export type DesignReport = z.infer<typeof designReport>;

export const imageView = z.object({
  id,
  batchId: id,
  madeAt: moment,
  /** Empty for an imported image and for images made from it. */
  prompt: z.string(),
  negativePrompt: z.string().optional(),
  /** The prompt that was sent to the service. */
  finalPrompt: z.string(),
  /** Absent for an imported image and for images made from it. */
  style: z.enum(STYLE_IDS).optional(),
  aspectRatio: z.enum(ASPECT_RATIOS),
  resolution: z.enum(RESOLUTION_IDS),
  /**
   * The actual size of imported images and of images made from them; `aspectRatio` and `resolution` then name the nearest values.
   */
  width: z.number().int(),
  height: z.number().int(),
  /** Name of the imported file; absent for images made here. */
  importedAs: z.string().optional(),
  /**
   * The image is imported, or a version that still shows an imported one: an extended, enlarged or cut-out copy, a variation, or an edit of low
   * strength. Such images cannot be shared by link.
   */
  showsImport: z.literal(true).optional(),
  /** Origin recorded in the file: made or edited by a model, or drawn by the design studio. Absent when the file records none. */
  mark: z.enum(['ai', 'edited', 'design']).optional(),
  /** Absent when the service takes no seed; such an image cannot be reproduced. */
  seed: z.number().int().optional(),
  provider,
  providerName: z.string(),
  model: z.string().optional(),
  /** Drawn by the design studio, without AI and at no cost. */
  design: z.boolean(),
  favourite: z.boolean(),
  rating: rating.optional(),
  /** 1 for a first image, 2 for an image refined from it, and so on. */
  iteration: z.number().int(),
  processingMs: z.number().int(),
  /** Of a design: its kind, what it shows of the prompt, and what not. */
  report: designReport.optional(),
  /** Whether it can be downloaded as SVG. */
  vector: z.boolean(),
  /** Whether parts of it are transparent. False if unknown, as for images imported before this was recorded. */
  transparent: z.boolean(),
  /** The image it was made from, if that still exists, and how. The instructions of enlarged images are those of the original. */
  parentId: id.optional(),
  refinement: z
    .object({
      /** For variations, those of the image that they vary. */
      instructions: z.string(),
      mode: z.enum(EDIT_MODES),
      /** Of edits and variations by a model with `strength`. */
      strength: strength.optional(),
    })
    .optional(),
  boards: z.array(id),
  /** URLs of the image (PNG) and of a thumbnail (WebP, at most 512 pixels). */
  url: z.string(),
  thumbnailUrl: z.string(),
});
export type ImageView = z.infer<typeof imageView>;

export const SLOT_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

/** The position of one image in a batch. */
const imageSlot = z.object({
  index: z.number().int(),
  state: z.enum(SLOT_STATES),
  /** 0 to 1, if the service reports it. */
  progress: z.number().optional(),
  /** Sampling steps, if the service counts them. */
  steps: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
  /** URL of the unfinished image (WebP), if the service shows it. It changes with each preview, and answers 404 once the image is finished. */
  previewUrl: z.string().optional(),
  /** With `failed`: the reason. */
  fault: z.enum(IMAGE_FAULTS).optional(),
  /** With `done`, unless it has been deleted since. */
  image: imageView.optional(),
});

export type ImageSlot = z.infer<typeof imageSlot>;

/** One attempt at a service, in the order they were made. */
const imageAttempt = z.object({
  provider,
  providerName: z.string(),
  at: moment,
  /** Absent when the attempt succeeded or is still running. */
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
  /** `partial`: fewer images than ordered, and only those were charged. */
  state: z.enum(BATCH_STATES),
  settings: settings.extend({
    prompt: z.string(),
    count: z.number().int(),
    seed: z.number().int(),
  }),
  refinement: z
    .object({
      imageId: id,
      instructions: z.string(),
      mode: z.enum(EDIT_MODES),
      /** As ordered; absent for the default of the model. */
      strength: strength.optional(),
    })
    .optional(),
  /** Credits: the amount reserved and, after the end, the amount spent. */
  held: z.number().int(),
  spent: z.number().int().optional(),
  images: z.array(imageSlot),
  attempts: z.array(imageAttempt),
});
export type BatchView = z.infer<typeof batchView>;

/**
 * Answer to an order, to reading a batch and to cancelling it.
 *
 * GET /api/images/events streams server-sent events: `batch` carries one complete batch, for every running batch when the stream
 * starts and after every change (a batch may be sent twice); `credits` says that the balance changed.
 */
export const batchResponse = z.object({ batch: batchView });

/** GET /api/images/generations: newest first; `next` is the `before` of the next page. */
export const batchesQuery = z.object({
  before: moment.optional(),
  open: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export const batchesResponse = z.object({ batches: z.array(batchView), next: moment.optional() });

/** GET /api/images: newest first. `search` matches words of the prompt. */
export const imagesQuery = z.object({
  search: text().trim().max(200).optional(),
  favourite: z.enum(['true']).optional(),
  board: id.optional(),
  style: z.enum(STYLE_IDS).optional(),
  /** `next` of the previous page. */
  before: text().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
});
export const imagesResponse = z.object({ images: z.array(imageView), next: z.string().optional() });
/** GET and PATCH /api/images/{id}, POST /api/images/{id}/restore */
export const imageResponse = z.object({ image: imageView });
/** GET /api/images/{id}/iterations: the first image and everything refined from it, oldest first. */
export const iterationsResponse = z.object({ images: z.array(imageView) });

/**
 * POST /api/images/imports, with the file as `application/octet-stream`: stores the person's own image so that it can be refined.
 * Takes JPEG, PNG, WebP, AVIF or GIF within the limits of packages/studio/options/imports.ts. Answers `imageResponse`; free of
 * charge.
 */
export const importQuery = z.object({
  name: text().trim().min(1).max(500),
  /** Confirms that the person agreed after reading what is sent and where it is stored. */
  agreed: z.literal('true'),
});

/** PATCH /api/images/{id} */
export const imageChanges = z.object({ favourite: z.boolean(), rating: rating.nullable() }).partial();
/** DELETE /api/images/{id} */
export const deletedResponse = z.object({ restorableUntil: moment });

/**
 * GET /api/images/{id}/download. With `recipe`, the prompt and settings are written into the file. `svg` exists for images with
 * `vector`; others answer `not-found`.
 */
export const downloadQuery = z.object({
  format: z.enum([...DOWNLOAD_FORMATS, 'svg']).default('png'),
  recipe: z.enum(['true', 'false']).default('false'),
});

export const REPORT_REASONS = ['harmful', 'sexual', 'hateful', 'real-person', 'wrongly-refused', 'other'] as const;
/** POST /api/images/reports: reports an image, or a refused prompt. */
export const reportRequest = z.object({
  imageId: id.optional(),
  prompt: text().trim().max(PROMPT_LENGTH).optional(),
  reason: z.enum(REPORT_REASONS),
  note: text().trim().max(INSTRUCTIONS_LENGTH).optional(),
});

/** POST /api/images/translations: texts in any language. The answer is in English. */
export const translationRequest = z.object({
  prompt: text().trim().min(1).max(PROMPT_LENGTH),
  negativePrompt: text().trim().max(NEGATIVE_PROMPT_LENGTH).optional(),
});
export const translationResponse = z.object({ prompt: z.string(), negativePrompt: z.string().optional() });

export const boardRequest = z.object({ name });
/** POST /api/images/boards/{id}/add and …/remove */
export const boardImagesRequest = z.object({ imageIds: z.array(id).min(1).max(100) });
export const boardView = z.object({ id, name: z.string(), images: z.number().int(), coverUrl: z.string().optional() });
export type BoardView = z.infer<typeof boardView>;
export const boardResponse = z.object({ board: boardView });
export const boardsResponse = z.object({ boards: z.array(boardView) });

/** Settings saved by a person under a name; the site's own presets are part of the page. */
export const presetRequest = z.object({
  name,
  settings: settings.omit({ prompt: true, seed: true }).extend({ prompt: text().trim().max(PROMPT_LENGTH).optional() }),
});
export const presetView = presetRequest.extend({ id });
export type PresetView = z.infer<typeof presetView>;
export const presetResponse = z.object({ preset: presetView });
export const presetsResponse = z.object({ presets: z.array(presetView) });

/** GET /api/images/statistics: computed from the person's images that are not deleted. */
export const statisticsResponse = z.object({
  images: z.number().int(),
  favourites: z.number().int(),
  designs: z.number().int(),
  /** Average over generated images; absent before the first one. */
  averageMs: z.number().int().optional(),
  averageRating: z.number().optional(),
  creditsSpent: z.number().int(),
  styles: z.array(z.object({ style: z.enum(STYLE_IDS), images: z.number().int() })),
});

/** A model that the operator enabled. */
export const modelView = z.object({
  id: model,
  name: z.string(),
  service: provider,
  serviceName: z.string(),
  /** The design studio: its images are free and not AI. */
  design: z.boolean(),
  /** The sizes it draws, with the credits for one image. No image is enlarged. */
  resolutions: z.array(z.object({ id: z.enum(RESOLUTION_IDS), credits: z.number().int() })),
  /** Credits of an image of any size, such as an edited one, are those of the size times this, rounded up. */
  creditRate: z.number(),
  /** Languages it reads. */
  languages: z.array(z.enum(PROMPT_LANGUAGES)),
  /** The same seed draws the same image. */
  seed: z.boolean(),
  negativePrompt: z.boolean(),
  /**
   * How it edits an image: by instructions (`instructed`), or by a description of the result (`described`), which includes the prompt of
   * the image. The design studio draws its own designs again with the instructions (`redrawn`).
   */
  edit: z.enum(['none', 'instructed', 'described', 'redrawn']),
  /** Takes a strength for edits and variations; the defaults. */
  strength: z.object({ edit: strength, variation: strength }).optional(),
  /** Edits only the masked part of an image. */
  mask: z.boolean(),
  /** Whether images are shown while they are drawn. */
  livePreview: z.boolean(),
  /** Its service checks prompts and images itself. */
  moderated: z.boolean(),
  /** The prompt is sent to another site as part of a URL and may become public, so consent is required before choosing it. */
  needsConsent: z.boolean(),
});
export type ModelView = z.infer<typeof modelView>;

/** GET /api/images/{id}/editors: the models that can edit this image, in the order they are tried. */
const editor = z.object({
  model,
  /** Size of the edited image: that of the image, or less if the model or the plan does not allow it. */
  width: z.number().int(),
  height: z.number().int(),
  credits: z.number().int(),
});
export type Editor = z.infer<typeof editor>;
export const editorsResponse = z.object({ editors: z.array(editor) });

/** The model of a version and its service, as people see them. */
const drawnBy = { model, name: z.string(), serviceName: z.string() };

/** GET /api/images/{id}/variators: what can make variations of this image, in the order they are offered. */
const variator = z.object({
  ...drawnBy,
  /** `model` receives the image, and `redraw` draws a design again with another composition and palette. */
  method: z.enum(['model', 'redraw']),
  /** Size of the variations: that of the image, or less if the model or the plan does not allow it. */
  width: z.number().int(),
  height: z.number().int(),
  /** Credits of one variation. */
  credits: z.number().int(),
  /** The default strength, if the model takes one. */
  strength: strength.optional(),
});
export type VariatorView = z.infer<typeof variator>;
export const variatorsResponse = z.object({ variators: z.array(variator) });

/** GET /api/images/{id}/upscalers: what can enlarge this image, in the order they are offered. */
const upscaler = z.object({
  ...drawnBy,
  /** `model` draws new detail, `resample` draws none, and `redraw` repeats the drawing of a design. */
  method: z.enum(['model', 'resample', 'redraw']),
  /** Sizes of the result. */
  sizes: z.array(
    z.object({
      factor: upscaleRequest.shape.factor,
      width: z.number().int(),
      height: z.number().int(),
      credits: z.number().int(),
      /** The plan that includes the size, if the person has another. */
      needs: z.enum(['premium', 'annual']).optional(),
    }),
  ),
});
export type UpscalerView = z.infer<typeof upscaler>;
export const upscalersResponse = z.object({ upscalers: z.array(upscaler) });

/** GET /api/images/{id}/extenders: the image with these pixels added. */
export const extendersQuery = z.object(pixelsOf(z.coerce.number().int().min(0).max(MAX_EDGE).default(0))).refine(hasEdge);

/** What can extend an image by the pixels of the query, in the order they are offered. */
const extender = z.object({
  ...drawnBy,
  /** `model` draws the new area, and `redraw` draws a design again in the new shape. */
  method: z.enum(['model', 'redraw']),
  /** Size of the result. */
  width: z.number().int(),
  height: z.number().int(),
  credits: z.number().int(),
  /** Whether the order needs instructions, because the model does not read the language of the prompt that it would otherwise receive. */
  needsInstructions: z.boolean(),
  /** The plan that includes the size, if the person has another. */
  needs: z.enum(['premium', 'annual']).optional(),
});
export type ExtenderView = z.infer<typeof extender>;
export const extendersResponse = z.object({ extenders: z.array(extender) });

/** GET /api/images/{id}/background-removers: what can remove the background of this image, in the order they are offered. */
const backgroundRemover = z.object({
  ...drawnBy,
  /** `model` finds the subject, and `redraw` draws a design without its background. */
  method: z.enum(['model', 'redraw']),
  credits: z.number().int(),
});
export type BackgroundRemoverView = z.infer<typeof backgroundRemover>;
export const backgroundRemoversResponse = z.object({ removers: z.array(backgroundRemover) });

/** GET /api/images/studio: what is available on this site and to this person. */
export const studioResponse = z.object({
  /** In the order they are tried; the first is the default. */
  models: z.array(modelView),
  tier: z.enum(['free', 'premium', 'annual']),
  /** Whether models edit images here, edit parts of them, draw beyond their edges, and remove their backgrounds. */
  refine: z.object({ edit: z.boolean(), mask: z.boolean(), extend: z.boolean(), removeBackground: z.boolean() }),
  /** Names of the services that may receive an image to change it. */
  receivers: z.array(z.string()),
  /** Whether a service checks finished and imported images for forbidden content. */
  checksImages: z.boolean(),
  /** Whether prompts can be translated into English. */
  translates: z.boolean(),
});
export type StudioView = z.infer<typeof studioResponse>;
