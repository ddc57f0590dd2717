import { startsWith, textAt, viewOf } from '@bakkum/bytes/bytes';
import { iccColourSpace } from '@bakkum/image-metadata/icc';
import type { Pixels } from './raster.ts';

/** Tone curve of one channel: encoded 0..1 to linear 0..1. */
type Curve = (encoded: number) => number;
type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];
type Profile = { readonly curves: readonly [Curve, Curve, Curve]; readonly columns: Matrix };

/** XYZ (D50, the profile connection space) to linear sRGB: the inverse of sRGB's Bradford-adapted primaries. */
const XYZ_TO_SRGB: Matrix = [
  [3.133_856_1, -1.616_866_7, -0.490_614_6],
  [-0.978_768_4, 1.916_141_5, 0.033_454],
  [0.071_945_3, -0.228_991_4, 1.405_242_7],
];

/** Size of the table that encodes linear light, large enough to keep the darkest 8-bit levels apart. */
const ENCODE_STEPS = 65_536;

/**
 * Converts the colours of an RGB profile made of primaries and tone curves (as cameras, phones and displays have) to sRGB, in
 * place, for formats that cannot carry a profile. `changed` is false when the profile equals sRGB except for rounding.
 * Returns undefined for other kinds of profiles: tables, CMYK, damaged ones.
 */
export function convertToSrgb(pixels: Pixels, icc: Uint8Array): { readonly changed: boolean } | undefined {
  const profile = readProfile(icc);
  if (!profile) return undefined;
  const toRow = (row: Triple): Triple => [
    dot(row, profile.columns[0]),
    dot(row, profile.columns[1]),
    dot(row, profile.columns[2]),
  ];
  const matrix: Matrix = [toRow(XYZ_TO_SRGB[0]), toRow(XYZ_TO_SRGB[1]), toRow(XYZ_TO_SRGB[2])];
  if (isNearlySrgb(profile.curves, matrix)) return { changed: false };
  const levels = pixels.depth === 16 ? 65_536 : 256;
  const table = (curve: Curve) => Float32Array.from({ length: levels }, (_, value) => curve(value / (levels - 1)));
  const [red, green, blue] = profile.curves;
  transform(pixels.data, [table(red), table(green), table(blue)], matrix, encodeTable(levels - 1));
  return { changed: true };
}

/** Returns a function from encoded grey to encoded sRGB, both 0..1; undefined for other kinds of profiles. */
export function greyToSrgb(icc: Uint8Array): ((encoded: number) => number) | undefined {
  if (iccColourSpace(icc) !== 'GRAY' || !startsWith(icc, 'XYZ ', 20)) return undefined;
  const curve = readSafely(() => curveOf(tagsOf(icc)('kTRC')));
  return curve && ((encoded) => encodeSrgb(Math.min(1, Math.max(0, curve(encoded)))));
}

function dot(first: Triple, second: Triple): number {
  return first[0] * second[0] + first[1] * second[1] + first[2] * second[2];
}

function transform(
  data: Uint8ClampedArray | Uint16Array,
  [red, green, blue]: readonly [Float32Array, Float32Array, Float32Array],
  [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]]: Matrix,
  encode: Uint16Array,
): void {
  const last = ENCODE_STEPS - 1;
  const encoded = (linear: number): number => encode[linear <= 0 ? 0 : linear >= 1 ? last : (linear * last + 0.5) | 0] ?? 0;
  for (let at = 0; at < data.length; at += 4) {
    const r = red[data[at] ?? 0] ?? 0;
    const g = green[data[at + 1] ?? 0] ?? 0;
    const b = blue[data[at + 2] ?? 0] ?? 0;
    data[at] = encoded(rr * r + rg * g + rb * b);
    data[at + 1] = encoded(gr * r + gg * g + gb * b);
    data[at + 2] = encoded(br * r + bg * g + bb * b);
  }
}

function encodeTable(max: number): Uint16Array {
  return Uint16Array.from({ length: ENCODE_STEPS }, (_, step) => Math.round(encodeSrgb(step / (ENCODE_STEPS - 1)) * max));
}

/** sRGB transfer function, IEC 61966-2-1. */
function encodeSrgb(linear: number): number {
  return linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

/** Returns whether no sample colour changes by more than about one 8-bit level. */
function isNearlySrgb([red, green, blue]: Profile['curves'], matrix: Matrix): boolean {
  return SAMPLES.every((sample) => {
    const linear: Triple = [red(sample[0]), green(sample[1]), blue(sample[2])];
    return matrix.every((row, channel) => {
      const value = Math.min(1, Math.max(0, dot(row, linear)));
      return Math.abs(encodeSrgb(value) - (sample[channel] ?? 0)) < 1.5 / 255;
    });
  });
}

const SAMPLES: readonly Triple[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0.5, 0.5, 0.5],
  [0.2, 0.6, 0.4],
  [0.05, 0.1, 0.02],
  [0.9, 0.7, 0.3],
];

function readProfile(icc: Uint8Array): Profile | undefined {
  if (iccColourSpace(icc) !== 'RGB ' || !startsWith(icc, 'XYZ ', 20)) return undefined;
  return readSafely(() => {
    const tag = tagsOf(icc);
    const [rx, gx, bx] = [xyzOf(tag('rXYZ')), xyzOf(tag('gXYZ')), xyzOf(tag('bXYZ'))];
    const [rc, gc, bc] = [curveOf(tag('rTRC')), curveOf(tag('gTRC')), curveOf(tag('bTRC'))];
    return rx && gx && bx && rc && gc && bc ? { columns: [rx, gx, bx], curves: [rc, gc, bc] } : undefined;
  });
}

function readSafely<Part>(read: () => Part | undefined): Part | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined; // offsets of a damaged profile point beyond its end
    throw thrown;
  }
}

function tagsOf(icc: Uint8Array): (signature: string) => Uint8Array | undefined {
  const view = viewOf(icc);
  const count = Math.min(view.getUint32(128), 200);
  return (signature) => {
    for (let index = 0; index < count; index += 1) {
      const at = 132 + index * 12;
      if (textAt(icc, at, 4) !== signature) continue;
      const offset = view.getUint32(at + 4);
      return icc.subarray(offset, offset + view.getUint32(at + 8));
    }
    return undefined;
  };
}

const fixed16 = (view: DataView, at: number): number => view.getInt32(at) / 65_536;

function xyzOf(tag: Uint8Array | undefined): Triple | undefined {
  if (!tag || !startsWith(tag, 'XYZ ')) return undefined;
  const view = viewOf(tag);
  return [fixed16(view, 8), fixed16(view, 12), fixed16(view, 16)];
}

function curveOf(tag: Uint8Array | undefined): Curve | undefined {
  const type = tag ? textAt(tag, 0, 4) : '';
  if (tag && type === 'curv') return sampledCurve(viewOf(tag));
  if (tag && type === 'para') return parametricCurve(viewOf(tag));
  return undefined;
}

/** ICC.1 §10.6: no entry is the identity, one is a gamma value, more are samples. */
function sampledCurve(view: DataView): Curve {
  const count = view.getUint32(8);
  if (count === 0) return (value) => value;
  if (count === 1) {
    const gamma = view.getUint16(12) / 256;
    return (value) => value ** gamma;
  }
  const samples = Float32Array.from({ length: Math.min(count, 65_536) }, (_, index) => view.getUint16(12 + index * 2) / 65_535);
  return (value) => {
    const position = value * (samples.length - 1);
    const below = Math.floor(position);
    const low = samples[below] ?? 0;
    return low + ((samples[below + 1] ?? low) - low) * (position - below);
  };
}

/** Number of parameters of functions 0 to 4 in ICC.1 §10.18. */
const PARAMETER_COUNT = [1, 3, 4, 5, 7];

function parametricCurve(view: DataView): Curve | undefined {
  const kind = view.getUint16(8);
  const given = Array.from({ length: PARAMETER_COUNT[kind] ?? 0 }, (_, index) => fixed16(view, 12 + index * 4));
  const [gamma = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = given;
  const power: Curve = (value) => Math.max(0, a * value + b) ** gamma;
  switch (kind) {
    case 0:
      return (value) => value ** gamma;
    case 1:
      return (value) => (value >= -b / a ? power(value) : 0);
    case 2:
      return (value) => (value >= -b / a ? power(value) : 0) + c;
    case 3:
      return (value) => (value >= d ? power(value) : c * value);
    case 4:
      return (value) => (value >= d ? power(value) + e : c * value + f);
    default:
      return undefined;
  }
}
