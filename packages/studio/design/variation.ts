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
  readonly of: { readonly svg: string | null; readonly seed: number | null };
  /** The first seed to try. The same for all variations of an order. */
  readonly from: number;
  /** Its place among the variations of an order, from 0. */
  readonly place: number;
};

/**
 * Draws a variation of a design: with another palette, and with another composition where the prompt determines the palette. It also
 * differs from the variations at earlier places. Undefined if there are not as many.
 */
export async function drawVariation<Drawing extends { readonly svg: string }>(
  { of, from, place }: Wanted,
  { paletteOf, draw }: Tools<Drawing>,
): Promise<Varied<Drawing> | undefined> {
  const known = new Set(of.svg === null ? [] : [of.svg]);
  const grounds = of.seed === null ? [] : [groundOf(paletteOf(of.seed))];
  let left = place;
  for (const { seed, isNewPalette } of newPalettesFirst(from, grounds, paletteOf)) {
    // Another palette is another drawing, so those of earlier places need not be drawn again.
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

function newPalettesFirst(from: number, grounds: readonly string[], paletteOf: (seed: number) => Palette): readonly Candidate[] {
  const known = new Set(grounds);
  const candidates = Array.from({ length: MAX_SEEDS }, (_, at): Candidate => {
    const seed = (from + at) % (MAX_SEED + 1);
    const ground = groundOf(paletteOf(seed));
    const isNewPalette = !known.has(ground);
    known.add(ground);
    return { seed, isNewPalette };
  });
  return candidates.toSorted((one, other) => Number(other.isNewPalette) - Number(one.isNewPalette));
}
