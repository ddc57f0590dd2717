import { RESOLUTIONS, type Resolution, type ResolutionId } from './resolutions.ts';

type Size = { readonly width: number; readonly height: number };

/**
 * Credits for one image of this size, new or edited.
 * @param rate the model's `creditRate`
 */
export function imageCredits(size: Size, rate: number): number {
  return Math.ceil(soldAs(size).credits * rate);
}

/** A size that a model draws, with the credits for one image. */
export type OfferedSize = { readonly id: ResolutionId; readonly credits: number };

/** The sizes of several models, each at the price of the first model that draws it. */
export function mergedSizes(models: readonly (readonly OfferedSize[])[]): readonly OfferedSize[] {
  const all = models.flat();
  return RESOLUTIONS.flatMap(({ id }) => all.find((one) => one.id === id) ?? []);
}

/** The size on sale whose price this size has: the same one, otherwise the smallest square with at least its pixels. */
export function soldAs({ width, height }: Size): Resolution {
  return RESOLUTIONS.find((one) => one.width === width && one.height === height) ?? coveringSquare(width * height);
}

function coveringSquare(pixels: number): Resolution {
  const squares = RESOLUTIONS.filter(({ aspectRatio }) => aspectRatio === '1:1');
  const covering = squares.find((one) => one.width * one.height >= pixels) ?? squares.at(-1);
  if (!covering) throw new RangeError('There is no square');
  return covering;
}
