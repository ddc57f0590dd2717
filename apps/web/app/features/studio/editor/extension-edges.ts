import { type Edges, extendedSize, MAX_EDGE, tierOfExtended } from '@bakkum/studio-options/extending';
import { ASPECT_RATIOS, type AspectRatio } from '@bakkum/studio-options/resolutions';

type Size = { readonly width: number; readonly height: number };

/** The shape of the extended image: larger on all sides, or with this ratio. */
export type Shape = 'around' | AspectRatio;

/** Extensions by fewer pixels are not worth an order. */
const TOO_FEW = 8;
/** Pixels on each side in relation to the longer side. */
const AROUND = 1 / 8;

/** Returns the shapes that an image can get. */
export function shapesOf(size: Size): readonly Shape[] {
  return ['around', ...ASPECT_RATIOS.filter((ratio) => totalOf(edgesFor(size, ratio)) >= TOO_FEW)];
}

/** Returns the pixels to add on each side, with the image in the middle. */
export function edgesFor({ width, height }: Size, shape: Shape): Edges {
  if (shape === 'around') {
    const side = Math.min(MAX_EDGE, Math.round(Math.max(width, height) * AROUND));
    return { left: side, right: side, up: side, down: side };
  }
  const [across = 1, along = 1] = shape.split(':').map(Number);
  const [wide, high] = [Math.round((height * across) / along) - width, Math.round((width * along) / across) - height];
  const [[left, right], [up, down]] = [halves(wide), halves(high)];
  return { left, right, up, down };
}

function halves(pixels: number): readonly [number, number] {
  const added = Math.min(2 * MAX_EDGE, Math.max(0, pixels));
  return [Math.floor(added / 2), Math.ceil(added / 2)];
}

/** Whether the extended image is larger or narrower than any on sale, but would not be with fewer pixels on the same sides. */
export function isTooLarge(size: Size & { readonly vector: boolean }, { left, right, up, down }: Edges): boolean {
  const least = { left: Math.min(left, 1), right: Math.min(right, 1), up: Math.min(up, 1), down: Math.min(down, 1) };
  const isSold = (edges: Edges): boolean => tierOfExtended(extendedSize(size, edges), size.vector) !== undefined;
  return isSold(least) && !isSold({ left, right, up, down });
}

export function totalOf({ left, right, up, down }: Edges): number {
  return left + right + up + down;
}
