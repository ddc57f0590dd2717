export const ASPECT_RATIOS = ['1:1', '4:3', '16:9', '3:4', '9:16'] as const;
export type AspectRatio = (typeof ASPECT_RATIOS)[number];

export const RESOLUTION_IDS = [
  '512x512',
  '1024x1024',
  '1536x1536',
  '2048x2048',
  '4096x4096',
  '1024x768',
  '1280x720',
  '1920x1080',
  '768x1024',
  '720x1280',
  '1080x1920',
] as const;
export type ResolutionId = (typeof RESOLUTION_IDS)[number];

/** The plan a user needs: `premium` is any paid plan (and the demo's), `annual` the yearly one. */
export type Tier = 'free' | 'premium' | 'annual';

export type Resolution = {
  readonly id: ResolutionId;
  readonly width: number;
  readonly height: number;
  readonly aspectRatio: AspectRatio;
  /** Credits per image of a model whose rate is 1. */
  readonly credits: number;
  readonly tier: Tier;
};

function resolution(id: ResolutionId, aspectRatio: AspectRatio, credits: number, tier: Tier = 'free'): Resolution {
  const [width = 0, height = 0] = id.split('x').map(Number);
  return { id, width, height, aspectRatio, credits, tier };
}

/** Every size with its credits per image. A size is offered where an enabled model draws that many pixels. */
export const RESOLUTIONS: readonly Resolution[] = [
  resolution('512x512', '1:1', 1),
  resolution('1024x1024', '1:1', 2),
  resolution('1536x1536', '1:1', 4, 'premium'),
  resolution('2048x2048', '1:1', 6, 'premium'),
  resolution('4096x4096', '1:1', 12, 'annual'),
  resolution('1024x768', '4:3', 3),
  resolution('1280x720', '16:9', 3),
  resolution('1920x1080', '16:9', 5, 'premium'),
  resolution('768x1024', '3:4', 3),
  resolution('720x1280', '9:16', 3),
  resolution('1080x1920', '9:16', 5, 'premium'),
];

export function resolutionById(id: ResolutionId): Resolution {
  const found = RESOLUTIONS.find((one) => one.id === id);
  if (!found) throw new RangeError(`There is no resolution ${id}`);
  return found;
}

/** Numbers of images per order, with the plan each needs. */
export const BATCH_SIZES = [
  { count: 1, tier: 'free' },
  { count: 2, tier: 'premium' },
  { count: 4, tier: 'premium' },
  { count: 8, tier: 'annual' },
] as const satisfies readonly { readonly count: number; readonly tier: Tier }[];
export type BatchSize = (typeof BATCH_SIZES)[number]['count'];

/** Numbers of variations per order, with the plans of `BATCH_SIZES`. */
export const VARIATION_COUNTS = [1, 2, 4] as const satisfies readonly BatchSize[];
export type VariationCount = (typeof VARIATION_COUNTS)[number];

/** The plan that an order of this many images needs. */
export function tierOfCount(count: BatchSize): Tier {
  return BATCH_SIZES.find((one) => one.count === count)?.tier ?? 'free';
}

/** @param owned the user's plan */
export function tierAllows(owned: Tier, needed: Tier): boolean {
  const order: readonly Tier[] = ['free', 'premium', 'annual'];
  return order.indexOf(owned) >= order.indexOf(needed);
}
