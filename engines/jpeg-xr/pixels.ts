import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Pixels } from '@bakkum/raster/raster';
import { toDisplay } from './linear-light.ts';
import type { SampleLayout, Samples } from './program.ts';

/** Reads one sample by its channel within the pixel at an offset. Encoded values are 0 to 1; linear light may be higher. */
type Read = (at: number, channel: number) => number;

type Depth = { readonly read: (view: DataView) => Read; readonly isLinear: boolean; readonly isWide: boolean };

/** ITU-T T.832, table A.6: 16-bit fixed point has 13 fractional bits, 32-bit has 24. */
const DEPTHS: Readonly<Record<string, Depth>> = {
  '8': { read: (view) => (at, channel) => view.getUint8(at + channel) / 255, isLinear: false, isWide: false },
  '16': { read: (view) => (at, channel) => view.getUint16(at + channel * 2, true) / 65_535, isLinear: false, isWide: true },
  '16Fixed': { read: (view) => (at, channel) => view.getInt16(at + channel * 2, true) / 2 ** 13, isLinear: true, isWide: true },
  '32Fixed': { read: (view) => (at, channel) => view.getInt32(at + channel * 4, true) / 2 ** 24, isLinear: true, isWide: true },
  '16Float': { read: (view) => (at, channel) => halfFloat(view.getUint16(at + channel * 2, true)), isLinear: true, isWide: true },
  '32Float': { read: (view) => (at, channel) => view.getFloat32(at + channel * 4, true), isLinear: true, isWide: true },
  '5': { read: packed([10, 5, 0], [5, 5, 5]), isLinear: false, isWide: false },
  '565': { read: packed([11, 5, 0], [5, 6, 5]), isLinear: false, isWide: false },
  '10': { read: packed([20, 10, 0], [10, 10, 10]), isLinear: false, isWide: true },
};

/** Samples packed into one number, blue in the lowest bits. */
function packed(shifts: readonly number[], widths: readonly number[]): Depth['read'] {
  const [first = 0] = shifts;
  return (view) => (at, channel) => {
    const word = first >= 20 ? view.getUint32(at, true) : view.getUint16(at, true);
    const most = 2 ** (widths[channel] ?? 1) - 1;
    return ((word >>> (shifts[channel] ?? 0)) & most) / most;
  };
}

/** IEEE 754 binary16. */
export function halfFloat(bits: number): number {
  const [sign, exponent, fraction] = [bits & 0x80_00 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : 0;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

/**
 * Converts decoded samples to displayable pixels; `isLinear` if they were linear, in which case their profile no longer applies.
 */
export function pixelsOf(samples: Samples): { readonly pixels: Pixels; readonly isLinear: boolean } {
  const { width, height, layout } = samples;
  if (layout.depth === '1' || layout.depth === '1alt') return { pixels: bilevel(samples), isLinear: false };
  if (layout.colours === 'RGBE') return { pixels: toDisplay(sharedExponents(samples), width, height), isLinear: true };
  const depth = DEPTHS[layout.depth];
  const colours = depth && coloursOf(layout);
  if (!depth || !colours)
    throw new ConversionError('unsupported-feature', `${layout.colours} of ${layout.depth}, ${layout.channels} channels`);
  const light = lightOf(samples, depth, colours);
  if (depth.isLinear) return { pixels: toDisplay(light, width, height), isLinear: true };
  return { pixels: encoded(light, width, height, depth.isWide), isLinear: false };
}

type Colours = (read: Read, at: number) => readonly [number, number, number];

function coloursOf({ colours, channels, hasAlpha, isBlueFirst }: SampleLayout): Colours | undefined {
  const inks = channels - (hasAlpha ? 1 : 0);
  if (colours === 'YOnly') return (read, at) => [read(at, 0), read(at, 0), read(at, 0)];
  if (colours === 'CMYK' && inks === 4)
    return (read, at) => {
      const left = 1 - read(at, 3);
      return [(1 - read(at, 0)) * left, (1 - read(at, 1)) * left, (1 - read(at, 2)) * left];
    };
  if (colours !== 'RGB' && !(colours === 'NComponent' && inks === 3)) return undefined;
  return isBlueFirst
    ? (read, at) => [read(at, 2), read(at, 1), read(at, 0)]
    : (read, at) => [read(at, 0), read(at, 1), read(at, 2)];
}

/** Straight RGBA of 0 to 1, or more if the light is linear. */
function lightOf({ width, height, stride, layout, bytes }: Samples, depth: Depth, colours: Colours): Float32Array {
  const read = depth.read(viewOf(bytes));
  const step = layout.bitsPerPixel / 8;
  const light = new Float32Array(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    const at = Math.floor(index / width) * stride + (index % width) * step;
    const alpha = layout.hasAlpha ? Math.min(1, Math.max(0, read(at, layout.channels - 1))) : 1;
    const share = layout.isPremultiplied && alpha > 0 ? alpha : 1;
    const [red, green, blue] = colours(read, at);
    light[index * 4] = red / share;
    light[index * 4 + 1] = green / share;
    light[index * 4 + 2] = blue / share;
    light[index * 4 + 3] = alpha;
  }
  return light;
}

/** Three mantissas with a shared exponent, as in Radiance images. */
function sharedExponents({ width, height, stride, bytes }: Samples): Float32Array {
  const light = new Float32Array(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    const at = Math.floor(index / width) * stride + (index % width) * 4;
    const scale = 2 ** ((bytes[at + 3] ?? 0) - 136);
    for (let channel = 0; channel < 3; channel += 1) light[index * 4 + channel] = (bytes[at + channel] ?? 0) * scale;
    light[index * 4 + 3] = 1;
  }
  return light;
}

function encoded(light: Float32Array, width: number, height: number, isWide: boolean): Pixels {
  if (isWide) return { depth: 16, width, height, data: Uint16Array.from(light, (each) => Math.round(clamped(each) * 65_535)) };
  return { depth: 8, width, height, data: Uint8ClampedArray.from(light, (each) => each * 255) };
}

const clamped = (value: number): number => Math.min(1, Math.max(0, value));

function bilevel({ width, height, stride, bytes }: Samples): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let index = 0; index < width * height; index += 1) {
    const x = index % width;
    const byte = bytes[Math.floor(index / width) * stride + (x >> 3)] ?? 0;
    if (((byte >> (7 - (x & 7))) & 1) === 0) data.fill(0, index * 4, index * 4 + 3);
  }
  return { depth: 8, width, height, data };
}
