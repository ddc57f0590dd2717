export type Size = { readonly width: number; readonly height: number };

/** The sizes a service can draw. */
export type DrawnSizes =
  /** Any size whose sides are multiples of `step`, up to the limits. */
  | {
      readonly kind: 'any';
      readonly step: number;
      readonly longest: number;
      readonly shortest: number;
      /** Fewest and most pixels of the area; without it, only the sides count. */
      readonly area?: readonly [fewest: number, most: number];
    }
  | { readonly kind: 'list'; readonly sizes: readonly (readonly [width: number, height: number])[] }
  /** Aspect ratios, each with the size it is drawn at. */
  | { readonly kind: 'ratios'; readonly ratios: Readonly<Record<string, readonly [width: number, height: number]>> };

/** The size to request so that `bought` can be delivered: nearest in shape, and if possible not smaller. */
export function drawnSize(sizes: DrawnSizes, bought: Size): Size {
  if (sizes.kind === 'any') return anySize(sizes, bought);
  const offered = sizes.kind === 'list' ? sizes.sizes.map(sizeOf) : Object.values(sizes.ratios).map(sizeOf);
  const [best] = offered.toSorted((one, other) => misfit(one, bought) - misfit(other, bought));
  return best ?? bought;
}

/** The ratio to request, of a model that takes ratios. */
export function ratioToDraw(sizes: DrawnSizes, bought: Size): string {
  const ratios = sizes.kind === 'ratios' ? Object.entries(sizes.ratios) : [];
  const [best] = ratios.toSorted(([, one], [, other]) => misfit(sizeOf(one), bought) - misfit(sizeOf(other), bought));
  return best?.[0] ?? '1:1';
}

/** Ratios whose vendor states only the number of pixels. */
export function ratiosWithPixels<Ratio extends string>(
  pixels: number,
  ratios: readonly Ratio[],
): Readonly<Record<string, readonly [width: number, height: number]>> {
  return Object.fromEntries(
    ratios.map((ratio) => {
      const { width, height } = ofRatio(ratio, pixels);
      return [ratio, [width, height] as const];
    }),
  );
}

function sizeOf([width, height]: readonly [number, number]): Size {
  return { width, height };
}

/** How far an image must be enlarged to fill this size after cropping; at most 1 if it has enough pixels. */
export function enlargement(drawn: Size, bought: Size): number {
  return Math.max(bought.width / drawn.width, bought.height / drawn.height);
}

/** Whether every pixel of this size would be drawn, rather than enlarged from fewer. */
export function drawsNatively(sizes: DrawnSizes, bought: Size): boolean {
  return enlargement(drawnSize(sizes, bought), bought) <= 1;
}

/** This size, or the largest of its shape that is drawn without enlargement. */
export function nativeSize(sizes: DrawnSizes, wanted: Size): Size {
  const factor = enlargement(drawnSize(sizes, wanted), wanted);
  if (factor <= 1) return wanted;
  return { width: Math.floor(wanted.width / factor), height: Math.floor(wanted.height / factor) };
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
