import { MAX_SEED } from '@bakkum/studio-options/limits';
import { expect, it } from 'vitest';
import type { Palette } from './palettes.ts';
import { drawVariation } from './variation.ts';

const paletteNamed = (ground: string): Palette => ({ ground, field: '', ink: '', accents: ['', '', '', ''] });
/** Palettes and drawings repeat: there are `palettes` of one and `layouts` of the other. */
const tools = (palettes: number, layouts: number) => ({
  paletteOf: (seed: number) => paletteNamed(String(seed % palettes)),
  draw: (seed: number) => Promise.resolve({ svg: `${seed % palettes} ${seed % layouts}` }),
});
const original = { svg: '0 0', seed: 0 };
const seedsOf = async (indexes: readonly number[], made: ReturnType<typeof tools>, firstSeed = 8) => {
  const found = await Promise.all(indexes.map((index) => drawVariation({ original, firstSeed, index }, made)));
  return found.map((one) => one?.seed);
};

it('has another palette than the design and the other variations', async () => {
  const seeds = await seedsOf([0, 1, 2, 3], tools(8, 1));
  // Of the seeds from 8 on, 8 has the palette of the design.
  expect(seeds).toEqual([9, 10, 11, 12]);
});

it('has another composition where there are no more palettes', async () => {
  const seeds = await seedsOf([0, 1, 2], tools(1, 3), 9);
  expect(seeds).toEqual([10, 11, undefined]);
});

it('is the same for the same index', async () => {
  expect(await seedsOf([1, 1], tools(4, 5))).toEqual([10, 10]);
});

it('uses seeds up to the largest, and then from 0', async () => {
  expect(await seedsOf([0, 1], tools(1_000_000_007, 1), MAX_SEED)).toEqual([MAX_SEED, 1]);
});
