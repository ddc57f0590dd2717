/** Extending an image beyond its edges. */
import { IMPORT_LIMITS } from './imports.ts';
import { soldAs } from './prices.ts';
import { RESOLUTIONS, type Tier } from './resolutions.ts';
import { tierOfUpscaled } from './upscaling.ts';

type Size = { readonly width: number; readonly height: number };

/** Pixels to add on each side. */
export type Edges = { readonly left: number; readonly right: number; readonly up: number; readonly down: number };

/** Maximum pixels on one side. */
export const MAX_EDGE = 2000;

const MAX_EXTENDED_SIDE = Math.max(...RESOLUTIONS.map(({ width }) => width));

export function extendedSize({ width, height }: Size, { left, right, up, down }: Edges): Size {
  return { width: width + left + right, height: height + up + down };
}

/**
 * The plan that an extended image of this size needs: that of the size on sale whose price it has. A design needs the plan of an enlarged
 * one. Undefined if the size is too large or too narrow.
 */
export function tierOfExtended(size: Size, isDesign: boolean): Tier | undefined {
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  if (long > MAX_EXTENDED_SIDE || long > short * IMPORT_LIMITS.ratio) return undefined;
  return isDesign ? tierOfUpscaled(size) : soldAs(size).tier;
}
