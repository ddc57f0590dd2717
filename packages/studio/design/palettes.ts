import { hexOf, toOklch } from './colour.ts';
import type { Random } from './random.ts';

/** Colours that go together. */
export type Palette = {
  readonly ground: string;
  /** A neighbour of the ground, for large quiet shapes. */
  readonly field: string;
  /** For text on the ground. */
  readonly ink: string;
  readonly accents: readonly [string, string, string, string];
};

export const MOODS = ['pastel', 'dark', 'vivid', 'vintage', 'neon', 'monochrome', 'minimal'] as const;
export type Mood = (typeof MOODS)[number];

type Row = readonly [moods: string, ground: string, field: string, ink: string, a: string, b: string, c: string, d: string];

/** `light` and `dark` are used without a mood. */
const ROWS: readonly Row[] = [
  ['light vintage', '#f6efe3', '#ead9c2', '#2b2118', '#d9583b', '#e9a23b', '#2f6b5e', '#1f3a4d'],
  ['light vivid', '#eef3f8', '#d5e3f0', '#14263f', '#ff6b57', '#2f6fde', '#ffc24b', '#3fb6ae'],
  ['light pastel', '#eaf5ee', '#cfe8da', '#26203a', '#6c4ab6', '#ff8fa3', '#1fa37c', '#ffc857'],
  ['light', '#ffefe5', '#ffd9c4', '#1d2440', '#f2545b', '#19647e', '#f5a65b', '#8a4fff'],
  ['light vivid', '#fff6d6', '#ffe7a0', '#22223b', '#f25f5c', '#247ba0', '#57b8a6', '#ff9f1c'],
  ['light pastel', '#f3eefb', '#ddd0f2', '#2a1e48', '#7b5ea7', '#ff7aa2', '#3da5d9', '#ffc145'],
  ['light vintage', '#f1f3ea', '#dce3cc', '#23301f', '#5b8c5a', '#d98324', '#b23a48', '#2c5f7c'],
  ['light pastel', '#fdeff2', '#f8d3dc', '#3a1524', '#d6336c', '#ff8fab', '#845ec2', '#f9c74f'],
  ['vivid', '#ff5d47', '#ff7a5f', '#fff4e3', '#ffd23f', '#1b1f5e', '#fff4e3', '#ff9f7a'],
  ['vivid', '#2449d8', '#3d63ee', '#fffaf0', '#ffd23f', '#ff6b57', '#9fd8ff', '#fffaf0'],
  ['dark', '#0f1b33', '#1c2f57', '#f5f1e6', '#ffcb47', '#ff7b6b', '#5bc0eb', '#b79ced'],
  ['dark', '#10261f', '#1d4236', '#f1f2e4', '#f2c14e', '#f78154', '#5fad56', '#b4e1c7'],
  ['dark neon', '#1d1030', '#36205a', '#fbeff7', '#ff4fa3', '#38e8ff', '#b3ff4a', '#a98bf5'],
  ['dark', '#1c1c1e', '#2e2e33', '#f7f4ef', '#ff5a36', '#ffd23f', '#3bceac', '#4ea8de'],
  ['vintage', '#5c1226', '#7a1b35', '#fff1e0', '#ffb627', '#ff6f59', '#f7d6bf', '#3da5a1'],
  ['dark vintage', '#0c3b41', '#12555c', '#f3f7ec', '#ffb84d', '#ff6f61', '#9adbcb', '#f4e3b2'],
  ['neon dark', '#0a0f24', '#151d44', '#effaff', '#00e5ff', '#ff2bd6', '#7dff5a', '#ffe14a'],
  ['monochrome', '#f4f4f2', '#dededb', '#161616', '#161616', '#6e6e6e', '#a8a8a8', '#3d3d3d'],
  ['monochrome dark', '#161616', '#2b2b2b', '#f4f4f2', '#f4f4f2', '#9b9b9b', '#6a6a6a', '#d0d0d0'],
];

/** @param colours named for the whole design; the palette is then built from them */
export function choosePalette(random: Random, moods: readonly Mood[], colours: readonly string[] = []): Palette {
  const wanted = moods.filter((mood) => mood !== 'minimal');
  const [first] = colours;
  if (first !== undefined) return paletteOf(first, colours.slice(1), wanted.includes('dark') || wanted.includes('neon'));
  const found = ROWS.filter(([uses]) => wanted.some((mood) => uses.split(' ').includes(mood)));
  const usual = ROWS.filter(([uses]) => /light|dark/.test(uses) && !/monochrome/.test(uses));
  const rows = found.length > 0 ? found : usual;
  const row = rows[random.below(rows.length)];
  if (!row) throw new RangeError('there is no palette');
  const [, ground, field, ink, a, b, c, d] = row;
  return { ground, field, ink, accents: [a, b, c, d] };
}

/** Tints and shades of one colour, with the others or its complement as accents. */
function paletteOf(colour: string, others: readonly string[], dark: boolean): Palette {
  const { l, c, h } = toOklch(colour);
  const grey = c < 0.03;
  const tint = (light: number, chroma: number): string => hexOf({ l: light, c: grey ? 0 : chroma, h });
  const [
    second = hexOf({ l: 0.72, c: grey ? 0.14 : Math.min(0.15, c), h: h + 60 }),
    third = hexOf({ l: 0.62, c: 0.13, h: h + 180 }),
  ] = others;
  const accents = [colour, second, third, hexOf({ l: 0.82, c: 0.1, h: h + 30 })] as const;
  if (dark || l < 0.4)
    return {
      ground: tint(0.24, 0.05),
      field: tint(0.32, 0.07),
      ink: tint(0.97, 0.02),
      accents: [lightEnough(colour), second, third, accents[3]],
    };
  return { ground: tint(0.965, 0.025), field: tint(0.9, 0.055), ink: tint(0.26, 0.06), accents: [...accents] };
}

function lightEnough(colour: string): string {
  const { l, c, h } = toOklch(colour);
  return hexOf({ l: Math.max(0.68, l), c, h });
}
