import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import { type JpegComponents, jpegComponents } from '@bakkum/raster/jpeg-components';
import { type BlockKind, decodeBlocks } from './blocks.ts';
import type { Texture } from './texture.ts';

/** Fields common to both versions. */
type Stored = {
  readonly width: number;
  readonly height: number;
  readonly alphaBits: number;
  /** The largest mipmap level. */
  readonly first: Bytes;
  /** 256 entries of blue, green, red and an unused byte. */
  readonly palette: Bytes;
};

/** Decodes textures of Blizzard games: version 1 as JPEG or palette, version 2 as blocks, raw pixels or palette. */
export function decodeBlp(bytes: Bytes): Texture {
  const view = viewOf(bytes);
  const version = view.getUint8(3) - 0x30;
  return version === 1 ? decodeFirst(view, bytes) : decodeSecond(view, bytes);
}

function decodeFirst(view: DataView, bytes: Bytes): Texture {
  const [compression, alphaBits, width, height] = [4, 8, 12, 16].map((at) => view.getUint32(at, true));
  const texture = textureAt(view, bytes, { width, height, alphaBits, table: 28 });
  if (compression === 1) return decodeIndexed(texture);
  if (compression !== 0) throw new ConversionError('unsupported-feature', `compression ${compression}`);
  const shared = bytes.subarray(160, 160 + view.getUint32(156, true));
  const whole = new Uint8Array(shared.length + texture.first.length);
  whole.set(shared);
  whole.set(texture.first, shared.length);
  return ofComponents(jpegComponents(whole), texture);
}

const BLOCKS: Readonly<Record<number, BlockKind>> = { 0: 'dxt1', 1: 'dxt3', 7: 'dxt5' };

function decodeSecond(view: DataView, bytes: Bytes): Texture {
  const [encoding, alphaBits, alphaKind] = [8, 9, 10].map((at) => view.getUint8(at));
  const [width, height] = [12, 16].map((at) => view.getUint32(at, true));
  const texture = textureAt(view, bytes, { width, height, alphaBits, table: 20 });
  if (encoding === 1) return decodeIndexed(texture);
  if (encoding === 3) return ofBgra(texture);
  const kind = BLOCKS[alphaKind ?? 0];
  if (encoding !== 2 || !kind) throw new ConversionError('unsupported-feature', `encoding ${encoding} with alpha ${alphaKind}`);
  const data = decodeBlocks(texture.first, { kind, width: texture.width, height: texture.height });
  if (texture.alphaBits === 0) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { pixels: { depth: 8, width: texture.width, height: texture.height, data } };
}

function textureAt(
  view: DataView,
  bytes: Bytes,
  given: {
    readonly width: number | undefined;
    readonly height: number | undefined;
    readonly alphaBits: number | undefined;
    readonly table: number;
  },
): Stored {
  const { width = 0, height = 0, alphaBits = 0, table } = given;
  assertPixelCount(width, height);
  const [start, size] = [view.getUint32(table, true), view.getUint32(table + 64, true)];
  if (size === 0 || start + size > bytes.length) throw new ConversionError('corrupt', 'the texture is cut off');
  return {
    width,
    height,
    alphaBits,
    first: bytes.subarray(start, start + size),
    palette: bytes.subarray(table + 128, table + 1152),
  };
}

/** Indexes of all pixels, then their alpha with 1, 4 or 8 bits each. */
function decodeIndexed({ width, height, alphaBits, first, palette }: Stored): Texture {
  const count = width * height;
  if (first.length < count + Math.ceil((count * alphaBits) / 8)) throw new ConversionError('corrupt', 'pixels are missing');
  const most = 2 ** alphaBits - 1;
  const data = new Uint8ClampedArray(count * 4);
  for (let index = 0; index < count; index += 1) {
    const colour = (first[index] ?? 0) * 4;
    const bit = index * alphaBits;
    const alpha = ((first[count + (bit >> 3)] ?? 0) >> (bit & 7)) & most;
    data[index * 4] = palette[colour + 2] ?? 0;
    data[index * 4 + 1] = palette[colour + 1] ?? 0;
    data[index * 4 + 2] = palette[colour] ?? 0;
    data[index * 4 + 3] = alphaBits === 0 ? 255 : Math.round((alpha * 255) / most);
  }
  return { pixels: { depth: 8, width, height, data } };
}

function ofBgra({ width, height, alphaBits, first }: Stored): Texture {
  if (first.length < width * height * 4) throw new ConversionError('corrupt', 'pixels are missing');
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 4) {
    data[at] = first[at + 2] ?? 0;
    data[at + 1] = first[at + 1] ?? 0;
    data[at + 2] = first[at] ?? 0;
    data[at + 3] = alphaBits === 0 ? 255 : (first[at + 3] ?? 0);
  }
  return { pixels: { depth: 8, width, height, data } };
}

/** Four components are blue, green, red and alpha; three are luma and chroma. */
function ofComponents(jpeg: JpegComponents, { width, height, alphaBits }: Stored): Texture {
  const [first, second, third, fourth] = jpeg.planes;
  if (!first || !second || !third) throw new ConversionError('unsupported-feature', `JPEG of ${jpeg.planes.length} components`);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < Math.min(height, jpeg.height); y += 1)
    for (let x = 0; x < Math.min(width, jpeg.width); x += 1) {
      const from = y * jpeg.width + x;
      const [one, two, three] = [first[from] ?? 0, second[from] ?? 0, third[from] ?? 0];
      const to = (y * width + x) * 4;
      data.set(fourth ? [three, two, one] : swapped(one, two - 128, three - 128), to);
      data[to + 3] = fourth && alphaBits === 8 ? (fourth[from] ?? 255) : 255;
    }
  const isDamaged = jpeg.isCutOff || jpeg.width < width || jpeg.height < height;
  return { pixels: { depth: 8, width, height, data }, isDamaged };
}

/** ITU-T T.871 with red and blue swapped. */
const swapped = (luma: number, blue: number, red: number): readonly number[] => [
  luma + 1.772 * blue,
  luma - 0.344136 * blue - 0.714136 * red,
  luma + 1.402 * red,
];
