export type Size = { readonly width: number; readonly height: number };

/** The sizes a service can draw. */
export type DrawnSizes =
  /** Any size whose sides are multiples of `step`; larger ones are drawn smaller and enlarged. */
  | {
      readonly kind: 'any';
      readonly step: number;
      readonly longest: number;
      readonly shortest: number;
      /** Fewest and most pixels of the area; without it, only the sides count. */
      readonly area?: readonly [fewest: number, most: number];
    }
  | { readonly kind: 'list'; readonly sizes: readonly (readonly [width: number, height: number])[] }
  /** Aspect ratios with about this many pixels. */
  | { readonly kind: 'ratios'; readonly ratios: readonly string[]; readonly pixels: number };

/** The size to request so that `bought` can be delivered: nearest in shape, and if possible not smaller. */
export function drawnSize(sizes: DrawnSizes, bought: Size): Size {
  if (sizes.kind === 'any') return anySize(sizes, bought);
  const offered =
    sizes.kind === 'list'
      ? sizes.sizes.map(([width, height]) => ({ width, height }))
      : sizes.ratios.map((ratio) => ofRatio(ratio, sizes.pixels));
  const [best] = offered.toSorted((one, other) => misfit(one, bought) - misfit(other, bought));
  return best ?? bought;
}

const ANY_PIXELS = 1_000_000;

/** The available ratio with the nearest shape. */
export function nearestRatio(ratios: readonly string[], size: Size): string {
  const [best = '1:1'] = ratios.toSorted(
    (one, other) => shapeMisfit(ofRatio(one, ANY_PIXELS), size) - shapeMisfit(ofRatio(other, ANY_PIXELS), size),
  );
  return best;
}

function anySize(
  { step, longest, shortest, area: [fewest, most] = [0, Number.POSITIVE_INFINITY] }: Extract<DrawnSizes, { kind: 'any' }>,
  { width, height }: Size,
): Size {
  const least = Math.max(1, shortest / Math.min(width, height), Math.sqrt(fewest / (width * height)));
  const scale = Math.min(least, longest / Math.max(width, height), Math.sqrt(most / (width * height)));
  // Rounded up, so that nothing is missing after cropping to the bought size, unless that is too large.
  const up = (length: number): number => Math.min(Math.ceil((length * scale) / step) * step, Math.floor(longest / step) * step);
  const down = (length: number): number => Math.floor((length * scale) / step) * step;
  const side = up(width) * up(height) <= most ? up : down;
  return { width: side(width), height: side(height) };
}

function ofRatio(ratio: string, pixels: number): Size {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const unit = Math.sqrt(pixels / (across * down));
  return { width: Math.round(across * unit), height: Math.round(down * unit) };
}

function shapeMisfit(one: Size, other: Size): number {
  return Math.abs(Math.log((one.width / one.height) * (other.height / other.width)));
}

const SHAPE_WEIGHT = 100;
const TOO_SMALL_WEIGHT = 4;

function misfit(offered: Size, bought: Size): number {
  const area = Math.log((offered.width * offered.height) / (bought.width * bought.height));
  return shapeMisfit(offered, bought) * SHAPE_WEIGHT + (area < 0 ? -area * TOO_SMALL_WEIGHT : area);
}
