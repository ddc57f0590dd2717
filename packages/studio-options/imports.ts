/** Pictures that people bring along to have them changed. */
import { ASPECT_RATIOS, type AspectRatio, RESOLUTIONS, type Resolution, type Tier } from './resolutions.ts';

type Size = { readonly width: number; readonly height: number };

/** What a picture may be. */
export const IMPORT_LIMITS = {
  /** Of the file. */
  bytes: 20_000_000,
  /** Of the picture before it is made smaller: the cameras of phones reach 50 million. */
  pixels: 64_000_000,
  /** Shorter side. */
  shortest: 64,
  /** Longer side to shorter side: what services change without cutting. */
  ratio: 3,
} as const;

/** Longest side of what is kept of a picture. */
export const LONGEST_KEPT = 2048;

/** Imported pictures an account may have at a time. */
export const IMPORTS_KEPT = { free: 20, premium: 200, annual: 200 } as const satisfies Readonly<Record<Tier, number>>;

/** Pictures an account may bring within the hour. */
export const IMPORTS_PER_HOUR = 30;

export const LONGEST_PICTURE_NAME = 120;

/** Longest side of what is made of an imported picture: as plans draw otherwise. */
const LONGEST_MADE = { free: 1024, premium: 2048, annual: 2048 } as const satisfies Readonly<Record<Tier, number>>;
/** Smaller ones are drawn larger: services do not draw below it. */
const SHORTEST_LONG_SIDE = 512;

/** The size a picture gets whose longer side is to be so long. */
function scaledTo({ width, height }: Size, long: number): Size {
  const scale = long / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** How large a picture is kept: as it is, unless it is too large. */
export function keptSize(size: Size): Size {
  return scaledTo(size, Math.min(LONGEST_KEPT, Math.max(size.width, size.height)));
}

/** How large what is made of it becomes, for who is on that plan. */
export function madeSize(size: Size, tier: Tier): Size {
  const long = Math.max(size.width, size.height);
  return scaledTo(size, Math.min(LONGEST_MADE[tier], Math.max(SHORTEST_LONG_SIDE, long)));
}

/** The size that is sold whose shape is nearest; what its own size is called where one of those has to be named. */
export function nearestSold({ width, height }: Size): Resolution {
  const shape = (ratio: AspectRatio): number => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log((across * height) / (down * width)));
  };
  const [nearest] = ASPECT_RATIOS.toSorted((one, other) => shape(one) - shape(other));
  const found = RESOLUTIONS.find(({ aspectRatio }) => aspectRatio === nearest);
  if (!found) throw new RangeError('There is no ratio');
  return found;
}
