/** Images that users upload to edit them. */
import { ASPECT_RATIOS, type AspectRatio, RESOLUTIONS, type Resolution, type Tier } from './resolutions.ts';

type Size = { readonly width: number; readonly height: number };

/** Limits of an uploaded image. */
export const IMPORT_LIMITS = {
  /** Size of the file, in bytes. */
  bytes: 20_000_000,
  /** Pixels before the image is scaled down: phone cameras reach 50 million. */
  pixels: 64_000_000,
  /** Minimum of the shorter side, in pixels. */
  shortest: 64,
  /** Maximum ratio of the sides: services edit such images without cropping. */
  ratio: 3,
} as const;

/** Longest side of a stored image, in pixels. */
export const MAX_STORED_SIDE = 2048;

/** Maximum number of imported images per account. */
export const IMPORTS_KEPT = { free: 20, premium: 200, annual: 200 } as const satisfies Readonly<Record<Tier, number>>;

/** Maximum bytes of an account's images, imported or generated. */
export const STORED_IMAGE_BYTES = {
  free: 1_000_000_000,
  premium: 20_000_000_000,
  annual: 20_000_000_000,
} as const satisfies Readonly<Record<Tier, number>>;

/** Maximum number of imports per account and hour. */
export const IMPORTS_PER_HOUR = 30;

export const MAX_IMAGE_NAME_LENGTH = 120;

/** Longest side of an edited image, in pixels, as the plan has for generated ones. */
const MAX_EDITED_SIDE = { free: 1024, premium: 2048, annual: 2048 } as const satisfies Readonly<Record<Tier, number>>;
/** Smaller images are scaled up, as services do not generate images below this size. */
const MIN_LONG_SIDE = 512;

/** Scales a size to a given longer side. */
function scaledTo({ width, height }: Size, long: number): Size {
  const scale = long / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns the size at which an image is stored: unchanged, unless it is too large. */
export function storedSize(size: Size): Size {
  return scaledTo(size, Math.min(MAX_STORED_SIDE, Math.max(size.width, size.height)));
}

/** Returns the size of an edited image for a plan. */
export function editedSize(size: Size, tier: Tier): Size {
  const long = Math.max(size.width, size.height);
  return scaledTo(size, Math.min(MAX_EDITED_SIDE[tier], Math.max(MIN_LONG_SIDE, long)));
}

/** Returns the available resolution with the closest shape, for places where one must be named. */
export function nearestResolution({ width, height }: Size): Resolution {
  const shape = (ratio: AspectRatio): number => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log((across * height) / (down * width)));
  };
  const [nearest] = ASPECT_RATIOS.toSorted((one, other) => shape(one) - shape(other));
  const found = RESOLUTIONS.find(({ aspectRatio }) => aspectRatio === nearest);
  if (!found) throw new RangeError('There is no ratio');
  return found;
}
