import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Picture } from './stored.ts';

type Fields = (tag: number) => readonly number[];

const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  offsets: 273,
  samples: 277,
  counts: 279,
  colours: 320,
} as const;
const WIDTHS: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4 };

/**
 * Decodes TIFF previews of EPS files: strips of 1, 4 or 8 bits, uncompressed or PackBits, grey, palette or RGB (TIFF 6.0,
 * baseline).
 */
export function decodeTiff(bytes: Bytes): Picture {
  const fields = fieldsOf(bytes);
  const one = (tag: number, otherwise: number): number => fields(tag)[0] ?? otherwise;
  const [width, height] = [one(TAG.width, 0), one(TAG.height, 0)];
  assertPixelCount(width, height);
  const [bits, channels] = [one(TAG.bits, 1), one(TAG.samples, 1)];
  if (![1, 4, 8].includes(bits) || (channels > 1 && bits !== 8))
    throw new ConversionError('unsupported-feature', `TIFF of ${channels} times ${bits} bits`);
  const rowBytes = Math.ceil((width * bits * channels) / 8);
  const samples = stripsOf(bytes, fields, rowBytes * height);
  const colourOf = coloursOf(fields, { bits, channels });
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    const [row, bit] = [Math.floor(index / width) * rowBytes, (index % width) * bits * channels];
    const at = row + (bit >> 3);
    const value = ((samples[at] ?? 0) >> (8 - bits - (bit & 7))) & (2 ** bits - 1);
    data.set(colourOf(value, samples, at), index * 4);
  }
  return { depth: 8, width, height, data };
}

function fieldsOf(bytes: Bytes): Fields {
  const view = viewOf(bytes);
  const little = bytes[0] === 0x49;
  const directory = view.getUint32(4, little);
  const entries = new Map<number, readonly number[]>();
  for (let index = 0; index < view.getUint16(directory, little); index += 1) {
    const at = directory + 2 + index * 12;
    const width = WIDTHS[view.getUint16(at + 2, little)];
    const count = view.getUint32(at + 4, little);
    if (!width || count * width > bytes.length) continue;
    const start = count * width > 4 ? view.getUint32(at + 8, little) : at + 8;
    entries.set(
      view.getUint16(at, little),
      Array.from({ length: count }, (_, place) => numberAt(view, start + place * width, width, little)),
    );
  }
  return (tag) => entries.get(tag) ?? [];
}

function numberAt(view: DataView, at: number, width: number, little: boolean): number {
  if (width === 1) return view.getUint8(at);
  return width === 2 ? view.getUint16(at, little) : view.getUint32(at, little);
}

const PACK_BITS = 32_773;

function stripsOf(bytes: Bytes, fields: Fields, length: number): Bytes {
  const compression = fields(TAG.compression)[0] ?? 1;
  if (compression !== 1 && compression !== PACK_BITS)
    throw new ConversionError('unsupported-feature', `TIFF of compression ${compression}`);
  const counts = fields(TAG.counts);
  const samples = new Uint8Array(length);
  let to = 0;
  fields(TAG.offsets).forEach((start, index) => {
    const strip = bytes.subarray(start, start + (counts[index] ?? bytes.length));
    const plain = compression === 1 ? strip : unpacked(strip, length - to);
    samples.set(plain.subarray(0, length - to), to);
    to = Math.min(length, to + plain.length);
  });
  if (to < length) throw new ConversionError('corrupt', 'strips are missing');
  return samples;
}

function unpacked(packed: Bytes, most: number): Bytes {
  const plain = new Uint8Array(most);
  let to = 0;
  for (let at = 0; at < packed.length && to < most; ) {
    const count = new Int8Array(packed.buffer, packed.byteOffset + at, 1)[0] ?? 0;
    if (count >= 0) plain.set(packed.subarray(at + 1, at + 2 + Math.min(count, most - to - 1)), to);
    else if (count > -128) plain.fill(packed[at + 1] ?? 0, to, to + 1 - count);
    to += count >= 0 ? count + 1 : count > -128 ? 1 - count : 0;
    at += count >= 0 ? count + 2 : count > -128 ? 2 : 1;
  }
  return plain.subarray(0, Math.min(to, most));
}

type ColourOf = (value: number, samples: Bytes, at: number) => readonly [number, number, number, number];

function coloursOf(fields: Fields, { bits, channels }: { readonly bits: number; readonly channels: number }): ColourOf {
  if (channels >= 3) return (_, samples, at) => [samples[at] ?? 0, samples[at + 1] ?? 0, samples[at + 2] ?? 0, 255];
  const photometric = fields(TAG.photometric)[0] ?? 1;
  const count = 2 ** bits;
  if (photometric === 3) {
    const map = fields(TAG.colours);
    const level = (place: number): number => (map[place] ?? 0) >> 8;
    return (value) => [level(value), level(value + count), level(value + count * 2), 255];
  }
  return (value) => {
    const level = Math.round(((photometric === 0 ? count - 1 - value : value) * 255) / (count - 1));
    return [level, level, level, 255];
  };
}
