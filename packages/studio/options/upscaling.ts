/** Enlarging an image that exists. */
import type { Tier } from './resolutions.ts';

/** How many times longer the sides may become. */
export const UPSCALE_FACTORS = [2, 4] as const;

/** Longest side of an enlarged image, in pixels, by plan. */
const MAX_UPSCALED_SIDE = { free: 2048, premium: 2048, annual: 4096 } as const satisfies Readonly<Record<Tier, number>>;

/** The plan that an enlarged size needs; undefined if it is too large for any. */
export function tierOfUpscaled({ width, height }: { readonly width: number; readonly height: number }): Tier | undefined {
  const tiers: readonly Tier[] = ['free', 'premium', 'annual'];
  return tiers.find((tier) => Math.max(width, height) <= MAX_UPSCALED_SIDE[tier]);
}
