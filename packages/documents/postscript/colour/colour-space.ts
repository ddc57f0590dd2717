import type { Rgb } from '../display-list.ts';
import type { PsArray } from '../machine/objects.ts';

/** A colour space: converts numbers to a colour (PLRM 4.8). */
export type ColourSpace =
  | { readonly kind: 'gray' | 'rgb' | 'cmyk' }
  | { readonly kind: 'lab'; readonly white: readonly number[]; readonly range: readonly number[] }
  /** CIE spaces, approximated by their number of components. `levels` are the maxima of their numbers. */
  | { readonly kind: 'cie'; readonly count: 1 | 3 | 4; readonly object: PsArray }
  | {
      readonly kind: 'indexed';
      readonly base: ColourSpace;
      readonly high: number;
      readonly table: Uint8Array;
      readonly object: PsArray;
    }
  /** Inks, with a procedure that converts to an alternative space. */
  | {
      readonly kind: 'tint';
      readonly count: number;
      readonly isNone: boolean;
      readonly alternative: ColourSpace;
      readonly transform: PsArray;
      readonly object: PsArray;
      readonly known: Map<string, Rgb>;
    }
  | { readonly kind: 'pattern'; readonly under: ColourSpace | undefined; readonly object: PsArray };

export function componentsOf(space: ColourSpace): number {
  switch (space.kind) {
    case 'gray':
    case 'indexed':
      return 1;
    case 'rgb':
    case 'lab':
      return 3;
    case 'cmyk':
      return 4;
    case 'cie':
    case 'tint':
      return space.count;
    case 'pattern':
      return space.under ? componentsOf(space.under) : 0;
  }
}

/** The initial colour of a space. */
export function initialComponents(space: ColourSpace): readonly number[] {
  if (space.kind === 'tint') return Array.from({ length: space.count }, () => 1);
  if (space.kind === 'cmyk') return [0, 0, 0, 1];
  return Array.from({ length: componentsOf(space) }, () => 0);
}

/** Default range of a component in an image with that many bits. */
export function defaultDecode(space: ColourSpace, bits: number): readonly number[] {
  if (space.kind === 'indexed') return [0, 2 ** bits - 1];
  if (space.kind === 'lab') return [0, 100, ...space.range];
  return Array.from({ length: componentsOf(space) }, () => [0, 1]).flat();
}

const within = (value: number): number => (value > 0 ? (value < 1 ? value : 1) : 0);

/** The sRGB appearance of the sixteen overprints of four inks on coated paper: cyan counts 8, black 1. */
const OVERPRINTS: readonly Rgb[] = [
  [255, 255, 255],
  [35, 31, 32],
  [255, 242, 0],
  [27, 26, 0],
  [236, 0, 140],
  [35, 0, 0],
  [237, 28, 36],
  [34, 0, 0],
  [0, 174, 239],
  [0, 14, 35],
  [0, 166, 80],
  [0, 18, 0],
  [46, 48, 146],
  [0, 0, 1],
  [54, 54, 57],
  [0, 0, 0],
];

/** CMYK to RGB: the overprints, weighted by the area each covers (Neugebauer equations). */
export function fromCmyk([c = 0, m = 0, y = 0, k = 0]: readonly number[]): Rgb {
  const inks = [within(c), within(m), within(y), within(k)];
  const mixed: [number, number, number] = [0, 0, 0];
  for (const [index, [red, green, blue]] of OVERPRINTS.entries()) {
    let part = 1 / 255;
    for (const [ink, amount] of inks.entries()) part *= (index >> (3 - ink)) & 1 ? amount : 1 - amount;
    mixed[0] += part * red;
    mixed[1] += part * green;
    mixed[2] += part * blue;
  }
  return mixed;
}

/** Runs a tint transform. */
export type RunTransform = (procedure: PsArray, inputs: readonly number[], outputs: number) => readonly number[];

export function toRgb(space: ColourSpace, components: readonly number[], run: RunTransform): Rgb {
  const [first = 0, second = 0, third = 0] = components;
  switch (space.kind) {
    case 'gray':
      return [within(first), within(first), within(first)];
    case 'rgb':
      return [within(first), within(second), within(third)];
    case 'cmyk':
      return fromCmyk(components);
    case 'lab':
      return fromLab(components, space.white);
    case 'cie':
      return toRgb({ kind: space.count === 1 ? 'gray' : space.count === 3 ? 'rgb' : 'cmyk' }, components, run);
    case 'indexed':
      return fromTable(space, first, run);
    case 'tint':
      return fromInks(space, components, run);
    case 'pattern':
      return space.under ? toRgb(space.under, components, run) : [0, 0, 0];
  }
}

function fromTable(space: Extract<ColourSpace, { kind: 'indexed' }>, value: number, run: RunTransform): Rgb {
  const count = componentsOf(space.base);
  const index = Math.max(0, Math.min(space.high, Math.round(value)));
  const decode = defaultDecode(space.base, 8);
  const components = Array.from({ length: count }, (_, channel) => {
    const [low = 0, high = 1] = decode.slice(channel * 2, channel * 2 + 2);
    return low + ((space.table[index * count + channel] ?? 0) / 255) * (high - low);
  });
  return toRgb(space.base, components, run);
}

/** The same tints recur, so their results are cached. */
const MAX_KNOWN = 4096;

function fromInks(space: Extract<ColourSpace, { kind: 'tint' }>, components: readonly number[], run: RunTransform): Rgb {
  const key = components.map((value) => Math.round(value * 1023)).join();
  const known = space.known.get(key);
  if (known) return known;
  const made = toRgb(space.alternative, run(space.transform, components, componentsOf(space.alternative)), run);
  if (space.known.size < MAX_KNOWN) space.known.set(key, made);
  return made;
}

function fromLab([l = 0, a = 0, b = 0]: readonly number[], [xw = 0.95, yw = 1, zw = 1.09]: readonly number[]): Rgb {
  const m = (l + 16) / 116;
  const decode = (value: number): number => (value >= 6 / 29 ? value ** 3 : (108 / 841) * (value - 4 / 29));
  const [x, y, z] = [xw * decode(m + a / 500), yw * decode(m), zw * decode(m - b / 200)];
  const gamma = (value: number): number =>
    within(value <= 0.0031308 ? 12.92 * value : 1.055 * Math.max(0, value) ** (1 / 2.4) - 0.055);
  return [
    gamma(3.1339 * x - 1.6169 * y - 0.4906 * z),
    gamma(-0.9785 * x + 1.916 * y + 0.0333 * z),
    gamma(0.072 * x - 0.229 * y + 1.4057 * z),
  ];
}

/** Hue, saturation and brightness (PLRM 7.2.1). */
export function fromHsb(hue: number, saturation: number, brightness: number): Rgb {
  const sector = (within(hue) * 6) % 6;
  const part = sector - Math.floor(sector);
  const [s, v] = [within(saturation), within(brightness)];
  const [p, q, t] = [v * (1 - s), v * (1 - s * part), v * (1 - s * (1 - part))];
  const table: readonly Rgb[] = [
    [v, t, p],
    [q, v, p],
    [p, v, t],
    [p, q, v],
    [t, p, v],
    [v, p, q],
  ];
  return table[Math.floor(sector)] ?? [v, t, p];
}

export function toHsb([r, g, b]: Rgb): readonly [number, number, number] {
  const high = Math.max(r, g, b);
  const spread = high - Math.min(r, g, b);
  if (spread === 0) return [0, 0, high];
  const sector = high === r ? (g - b) / spread : high === g ? 2 + (b - r) / spread : 4 + (r - g) / spread;
  return [(sector < 0 ? sector + 6 : sector) / 6, spread / high, high];
}
