import { MAX_SEED } from '@bakkum/studio-options/limits';
import type { Palette } from './palettes.ts';

/** Seeds to try for the variations of one order. */
const MAX_SEEDS = 16;

type Varied<Drawing extends { readonly svg: string }> = Drawing & { readonly seed: number };

type Tools<Drawing> = {
  readonly paletteOf: (seed: number) => Palette;
  readonly draw: (seed: number) => Promise<Drawing>;
};

type Wanted = {
  /** The design to vary: its drawing, and its seed if that is known. */
  readonly original: { readonly svg: string | null; readonly seed: number | null };
  /** The first seed to try. The same for all variations of an order. */
  readonly firstSeed: number;
  /** Among the variations of an order, from 0. */
  readonly index: number;
};

/**
 * Draws a variation of a design: with another palette, and with another composition where the prompt determines the palette. It also
 * differs from earlier variations of the order. Undefined if there are not as many.
 */
export async function drawVariation<Drawing extends { readonly svg: string }>(
  { original, firstSeed, index }: Wanted,
  { paletteOf, draw }: Tools<Drawing>,
): Promise<Varied<Drawing> | undefined> {
  const known = new Set(original.svg === null ? [] : [original.svg]);
  const grounds = original.seed === null ? [] : [groundOf(paletteOf(original.seed))];
  let left = index;
  for (const { seed, isNewPalette } of newPalettesFirst(firstSeed, grounds, paletteOf)) {
    // Another palette is another drawing, so earlier variations need not be drawn again.
    const isEarlier = isNewPalette && left > 0;
    const drawing = isEarlier ? undefined : await draw(seed);
    if (drawing && known.has(drawing.svg)) continue;
    if (drawing && left === 0) return { ...drawing, seed };
    if (drawing) known.add(drawing.svg);
    left -= 1;
  }
  return undefined;
}

function groundOf({ ground, accents }: Palette): string {
  return [ground, ...accents].join(' ');
}

type Candidate = { readonly seed: number; readonly isNewPalette: boolean };

function newPalettesFirst(
  firstSeed: number,
  grounds: readonly string[],
  paletteOf: (seed: number) => Palette,
): readonly Candidate[] {
  const known = new Set(grounds);
  const candidates = Array.from({ length: MAX_SEEDS }, (_, at): Candidate => {
    const seed = (firstSeed + at) % (MAX_SEED + 1);
    const ground = groundOf(paletteOf(seed));
    const isNewPalette = !known.has(ground);
    known.add(ground);
    return { seed, isNewPalette };
  });
  return candidates.toSorted((one, other) => Number(other.isNewPalette) - Number(one.isNewPalette));
}
