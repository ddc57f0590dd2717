import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';

export type Size = { readonly width: number; readonly height: number };

/** Maximum aspect ratio of a guessed size; longer shapes are strips rather than images. */
const MAX_ASPECT_RATIO = 3;
/** The best width must have at most this share of the second best's difference. */
const CLEARLY = 0.8;
const SAMPLED_ROWS = 400;

/**
 * Returns the requested size, the one that follows from one given side, or the width at which adjacent rows are most similar.
 * @param greys one value per pixel
 * @throws ConversionError `corrupt`, `size-unknown`
 */
export function sizeOf(greys: Uint8Array, { rawWidth, rawHeight }: OptionValues): Size & { readonly isGuessed: boolean } {
  const count = greys.length;
  if (typeof rawWidth === 'number' || typeof rawHeight === 'number') {
    const width = typeof rawWidth === 'number' ? rawWidth : Math.floor(count / Number(rawHeight));
    const height = typeof rawHeight === 'number' ? rawHeight : Math.floor(count / width);
    if (width * height > count || width * height === 0)
      throw new ConversionError('size-unknown', `${count} pixels are not ${width} times ${height}`);
    return { width, height, isGuessed: false };
  }
  const guess = bestOf(greys, widthsOf(count));
  if (!guess) throw new ConversionError('size-unknown', `${count} pixels, and no width that stands out`);
  return { width: guess, height: count / guess, isGuessed: true };
}

function widthsOf(count: number): readonly number[] {
  const least = Math.ceil(Math.sqrt(count / MAX_ASPECT_RATIO));
  const most = Math.floor(Math.sqrt(count * MAX_ASPECT_RATIO));
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index).filter(
    (width) => count % width === 0,
  );
}

function bestOf(greys: Uint8Array, widths: readonly number[]): number | undefined {
  const scored = widths
    .map((width) => ({ width, score: unlikeness(greys, width) }))
    .sort((one, other) => one.score - other.score);
  const [first, second] = scored;
  if (!first || greys.every((level) => level === greys[0])) return undefined;
  return !second || first.score < second.score * CLEARLY ? first.width : undefined;
}

/** Mean difference between pixels and those above them. */
function unlikeness(greys: Uint8Array, width: number): number {
  const rows = greys.length / width;
  const step = Math.max(1, Math.floor(rows / SAMPLED_ROWS));
  let sum = 0;
  let compared = 0;
  for (let row = 1; row < rows; row += step)
    for (let at = row * width; at < (row + 1) * width; at += 1) {
      sum += Math.abs((greys[at] ?? 0) - (greys[at - width] ?? 0));
      compared += 1;
    }
  return compared === 0 ? Number.POSITIVE_INFINITY : sum / compared;
}
