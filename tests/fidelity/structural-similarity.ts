/** Brightness of every pixel, 0 to 255, row by row. */
export type GreyPicture = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

export type StructuralSimilarity = {
  /** Mean over all windows of the page, white paper included. */
  readonly page: number;
  /** Mean over the windows where at least one page has ink: the stricter measure. 1 where none has. */
  readonly ink: number;
};

/**
 * Constants of Wang, Bovik, Sheikh and Simoncelli, "Image Quality Assessment: From Error Visibility to Structural
 * Similarity", IEEE Transactions on Image Processing 13 (4), 2004: (0.01 · 255)² and (0.03 · 255)².
 */
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;
/** Side of the uniform square window, which the paper names as an alternative to its Gaussian one; it moves by half its width. */
const WINDOW = 8;
const STEP = 4;
const PAPER = 255;
/** Variance up to which a window counts as paper or a plain area. */
const FLAT_VARIANCE = 4;

/**
 * Returns the structural similarity of two images, 1 for equal ones. Both are placed in the upper left corner of white paper that
 * is large enough for either: pages of different sizes differ only where there is ink.
 */
export function structuralSimilarity(a: GreyPicture, b: GreyPicture): StructuralSimilarity {
  const width = Math.max(a.width, b.width, WINDOW);
  const height = Math.max(a.height, b.height, WINDOW);
  const [one, other] = [onPaper(a, width, height), onPaper(b, width, height)];
  let [sum, windows, inkSum, inked] = [0, 0, 0, 0];
  for (let y = 0; y + WINDOW <= height; y += STEP)
    for (let x = 0; x + WINDOW <= width; x += STEP) {
      const { similarity, hasInk } = windowSimilarity(one, other, width, y * width + x);
      sum += similarity;
      windows += 1;
      if (!hasInk) continue;
      inkSum += similarity;
      inked += 1;
    }
  return { page: sum / windows, ink: inked === 0 ? 1 : inkSum / inked };
}

function onPaper({ width, height, pixels }: GreyPicture, paperWidth: number, paperHeight: number): Uint8Array {
  if (width === paperWidth && height === paperHeight) return pixels;
  const paper = new Uint8Array(paperWidth * paperHeight).fill(PAPER);
  for (let y = 0; y < height; y += 1) paper.set(pixels.subarray(y * width, (y + 1) * width), y * paperWidth);
  return paper;
}

function windowSimilarity(a: Uint8Array, b: Uint8Array, width: number, start: number) {
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let row = 0; row < WINDOW; row += 1)
    for (let at = start + row * width, end = at + WINDOW; at < end; at += 1) {
      const [p = 0, q = 0] = [a[at], b[at]];
      sumA += p;
      sumB += q;
      squareA += p * p;
      squareB += q * q;
      product += p * q;
    }
  const count = WINDOW * WINDOW;
  const [meanA, meanB] = [sumA / count, sumB / count];
  const varianceA = squareA / count - meanA * meanA;
  const varianceB = squareB / count - meanB * meanB;
  const covariance = product / count - meanA * meanB;
  const luminance = (2 * meanA * meanB + C1) / (meanA * meanA + meanB * meanB + C1);
  const structure = (2 * covariance + C2) / (varianceA + varianceB + C2);
  return { similarity: luminance * structure, hasInk: Math.max(varianceA, varianceB) > FLAT_VARIANCE || meanA !== meanB };
}
