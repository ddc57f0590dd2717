import { DOWNLOAD_FORMATS, type DownloadFormat, PROMPT_LENGTH } from '@bakkum/studio-options/limits';
import type { OfferedSize } from '@bakkum/studio-options/prices';
import {
  ASPECT_RATIOS,
  type AspectRatio,
  BATCH_SIZES,
  type BatchSize,
  RESOLUTIONS,
  type ResolutionId,
  resolutionById,
  type Tier,
  tierAllows,
} from '@bakkum/studio-options/resolutions';
import { STYLE_IDS, type StyleId } from '@bakkum/studio-options/styles';

/** The order being prepared. Stored on this device, also across signing in. */
export type Draft = {
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Empty for none. */
  readonly style: StyleId | '';
  readonly aspectRatio: AspectRatio;
  readonly resolution: ResolutionId;
  readonly count: BatchSize;
  /** Digits, or empty for a random seed. */
  readonly seed: string;
  /** The chosen model; empty for the order of the site. */
  readonly model: string;
  /** The board for new images; empty for none. */
  readonly board: string;
  readonly format: DownloadFormat;
  /** Whether prompt and settings are embedded in downloaded files. */
  readonly recipe: boolean;
};

export const FIRST_DRAFT: Draft = {
  prompt: '',
  negativePrompt: '',
  style: '',
  aspectRatio: '1:1',
  resolution: '1024x1024',
  count: 1,
  seed: '',
  model: '',
  board: '',
  format: 'png',
  recipe: false,
};

const KEY = 'bakkum-studio-draft';

export function loadDraft(): Draft {
  try {
    return draftOf(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // Storage may be unavailable, or hold data of another version.
    return FIRST_DRAFT;
  }
}

export function saveDraft(draft: Draft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is unavailable: the draft is not kept.
  }
}

/** Returns the valid parts of stored data, with defaults for the rest. */
export function draftOf(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null) return FIRST_DRAFT;
  const field = (name: keyof Draft): unknown => Object.entries(stored).find(([key]) => key === name)?.[1];
  const text = (name: keyof Draft, longest: number): string => {
    const value = field(name);
    return typeof value === 'string' ? value.slice(0, longest) : '';
  };
  const aspectRatio = ASPECT_RATIOS.find((ratio) => ratio === field('aspectRatio')) ?? FIRST_DRAFT.aspectRatio;
  const resolution = RESOLUTIONS.find(({ id }) => id === field('resolution'));
  return {
    prompt: text('prompt', PROMPT_LENGTH),
    negativePrompt: text('negativePrompt', PROMPT_LENGTH),
    style: STYLE_IDS.find((style) => style === field('style')) ?? FIRST_DRAFT.style,
    aspectRatio,
    resolution: resolution?.aspectRatio === aspectRatio ? resolution.id : firstResolution(aspectRatio),
    count: BATCH_SIZES.find(({ count }) => count === field('count'))?.count ?? 1,
    seed: text('seed', 10).replaceAll(/\D/g, ''),
    model: text('model', 150),
    board: text('board', 40),
    format: DOWNLOAD_FORMATS.find((format) => format === field('format')) ?? FIRST_DRAFT.format,
    recipe: field('recipe') === true,
  };
}

function firstResolution(ratio: AspectRatio): ResolutionId {
  return ratio === FIRST_DRAFT.aspectRatio
    ? FIRST_DRAFT.resolution
    : (RESOLUTIONS.find(({ aspectRatio }) => aspectRatio === ratio)?.id ?? FIRST_DRAFT.resolution);
}

/** Returns the draft with another aspect ratio, and a resolution of that ratio. */
export function withRatio(draft: Draft, aspectRatio: AspectRatio): Draft {
  return { ...draft, aspectRatio, resolution: firstResolution(aspectRatio) };
}

/** Returns the draft with a size that is offered: its own, one of its ratio, or any. */
export function withOfferedSize(draft: Draft, sizes: readonly OfferedSize[]): Draft {
  if (sizes.length === 0 || sizes.some(({ id }) => id === draft.resolution)) return draft;
  const offered = RESOLUTIONS.filter(({ id }) => sizes.some((one) => one.id === id));
  const other = offered.find(({ aspectRatio }) => aspectRatio === draft.aspectRatio) ?? offered[0];
  return other ? { ...draft, resolution: other.id, aspectRatio: other.aspectRatio } : draft;
}

/** Returns the price of the whole order in credits. */
export function priceOf({ resolution, count }: Pick<Draft, 'resolution' | 'count'>, sizes: readonly OfferedSize[]): number {
  const size = sizes.find(({ id }) => id === resolution) ?? resolutionById(resolution);
  return size.credits * count;
}

/** Returns the plan the order needs. */
export function neededTier({ resolution, count }: Pick<Draft, 'resolution' | 'count'>): Tier {
  const batch: Tier = BATCH_SIZES.find((size) => size.count === count)?.tier ?? 'free';
  const { tier } = resolutionById(resolution);
  return tierAllows(tier, batch) ? tier : batch;
}
