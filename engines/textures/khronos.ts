import { viewOf } from '@bakkum/bytes/bytes';
import { inflateStart } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import { type Layout, ofChannels, ofLayout } from './layout.ts';
import type { Texture } from './texture.ts';

/** OpenGL internal formats by number. */
const INTERNAL: Readonly<Record<number, Layout>> = {
  0x83f0: 'dxt1',
  0x83f1: 'dxt1',
  0x83f2: 'dxt3',
  0x83f3: 'dxt5',
  0x8c4c: 'dxt1',
  0x8c4d: 'dxt1',
  0x8c4e: 'dxt3',
  0x8c4f: 'dxt5',
};
const FORMATS: Readonly<Record<number, Layout>> = {
  0x1903: 'r',
  0x1909: 'r',
  0x190a: 'ra',
  0x1907: 'rgb',
  0x1908: 'rgba',
  0x80e0: 'bgr',
  0x80e1: 'bgra',
};
const UNSIGNED_BYTE = 0x1401;

/** Decodes KTX 1: the first face of the largest level. Rows of raw pixels are padded to four bytes. */
export function decodeKtx(bytes: Uint8Array<ArrayBuffer>): Texture {
  const view = viewOf(bytes);
  const isLittle = view.getUint32(12, true) === 0x04030201;
  const field = (index: number): number => view.getUint32(12 + index * 4, isLittle);
  const [width, height] = [field(6), Math.max(1, field(7))];
  assertPixelCount(width, height);
  const layout = field(1) === 0 ? INTERNAL[field(4)] : field(1) === UNSIGNED_BYTE ? FORMATS[field(3)] : undefined;
  if (!layout) throw new ConversionError('unsupported-feature', `texture of format ${field(4).toString(16)}`);
  const start = 64 + field(12) + 4;
  return { pixels: ofLayout(bytes.subarray(start), { layout, width, height, rowEnds: 4 }) };
}

/** Vulkan formats by number: linear and sRGB. */
const VULKAN: Readonly<Record<number, Layout>> = {
  9: 'r',
  15: 'r',
  23: 'rgb',
  29: 'rgb',
  30: 'bgr',
  36: 'bgr',
  37: 'rgba',
  43: 'rgba',
  44: 'bgra',
  50: 'bgra',
  131: 'dxt1',
  132: 'dxt1',
  133: 'dxt1',
  134: 'dxt1',
  135: 'dxt3',
  136: 'dxt3',
  137: 'dxt5',
  138: 'dxt5',
};
const ZLIB = 3;

/** Decodes KTX 2: the largest level, uncompressed or zlib. Basis supercompression is not supported. */
export async function decodeKtx2(bytes: Uint8Array<ArrayBuffer>): Promise<Texture> {
  const view = viewOf(bytes);
  const [format, width, height, packing] = [12, 20, 24, 44].map((at) => view.getUint32(at, true));
  const layout = VULKAN[format ?? 0];
  const size = { width: width ?? 0, height: Math.max(1, height ?? 0) };
  assertPixelCount(size.width, size.height);
  if (!layout || (packing !== 0 && packing !== ZLIB))
    throw new ConversionError('unsupported-feature', `texture of format ${format ?? 0}, packed by ${packing ?? 0}`);
  const start = Number(view.getBigUint64(80, true));
  const data = bytes.subarray(start, start + Number(view.getBigUint64(88, true)));
  const plain = packing === ZLIB ? await inflateStart(data, 'deflate', size.width * size.height * 4) : data;
  return { pixels: ofLayout(plain, { layout, ...size }) };
}

const PVR_BLOCKS: Readonly<Record<number, Layout>> = { 7: 'dxt1', 9: 'dxt3', 11: 'dxt5' };

/** Decodes PowerVR containers of version 3: S3TC blocks, or 8-bit channels in the declared order. */
export function decodePvr(bytes: Uint8Array<ArrayBuffer>): Texture {
  const view = viewOf(bytes);
  const [kind, bits] = [view.getUint32(8, true), view.getUint32(12, true)];
  const [height, width] = [view.getUint32(24, true), view.getUint32(28, true)];
  assertPixelCount(width, height);
  const data = bytes.subarray(52 + view.getUint32(48, true));
  const blocks = bits === 0 ? PVR_BLOCKS[kind] : undefined;
  if (blocks) return { pixels: ofLayout(data, { layout: blocks, width, height }) };
  const names = [8, 9, 10, 11].map((at) => String.fromCharCode(view.getUint8(at))).filter((name) => name !== '\0');
  const isBytes = bits !== 0 && names.every((_, at) => view.getUint8(12 + at) === 8);
  if (!isBytes || names.some((name) => !'rgbal'.includes(name)))
    throw new ConversionError('unsupported-feature', `texture of kind ${kind}`);
  return { pixels: ofChannels(data, { channels: names, width, height }) };
}
