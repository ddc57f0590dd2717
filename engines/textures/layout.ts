import { ConversionError } from '@bakkum/conversion/errors';
import type { Pixels } from '@bakkum/raster/raster';
import { type BlockKind, decodeBlocks } from './blocks.ts';

/** Blocks, or 8-bit channels in this order. */
export type Layout = BlockKind | 'r' | 'ra' | 'rgb' | 'rgba' | 'bgr' | 'bgra';

type Size = { readonly width: number; readonly height: number };

const CHANNELS: Readonly<Record<Exclude<Layout, BlockKind>, readonly string[]>> = {
  r: ['l'],
  ra: ['l', 'a'],
  rgb: ['r', 'g', 'b'],
  rgba: ['r', 'g', 'b', 'a'],
  bgr: ['b', 'g', 'r'],
  bgra: ['b', 'g', 'r', 'a'],
};

/**
 * @param given `rowEnds`: rows of raw pixels are padded to a multiple of this many bytes
 * @throws ConversionError `corrupt`
 */
export function ofLayout(
  bytes: Uint8Array,
  given: Size & { readonly layout: Layout; readonly rowEnds?: number },
): Extract<Pixels, { depth: 8 }> {
  const { layout, width, height, rowEnds = 1 } = given;
  if (layout === 'dxt1' || layout === 'dxt3' || layout === 'dxt5')
    return { depth: 8, width, height, data: decodeBlocks(bytes, { kind: layout, width, height }) };
  return ofChannels(bytes, { channels: CHANNELS[layout], width, height, rowEnds });
}

/** Channels named r, g, b, a, or l for luminance. */
export function ofChannels(
  bytes: Uint8Array,
  { channels, width, height, rowEnds = 1 }: Size & { readonly channels: readonly string[]; readonly rowEnds?: number },
): Extract<Pixels, { depth: 8 }> {
  const rowBytes = Math.ceil((width * channels.length) / rowEnds) * rowEnds;
  if (bytes.length < rowBytes * (height - 1) + width * channels.length)
    throw new ConversionError('corrupt', 'pixels are missing');
  const data = new Uint8ClampedArray(width * height * 4);
  const place = (name: string): number => (channels.includes(name) ? channels.indexOf(name) : channels.indexOf('l'));
  const places = ['r', 'g', 'b'].map(place);
  const alpha = channels.indexOf('a');
  for (let index = 0; index < width * height; index += 1) {
    const from = Math.floor(index / width) * rowBytes + (index % width) * channels.length;
    places.forEach((at, part) => {
      data[index * 4 + part] = at < 0 ? 0 : (bytes[from + at] ?? 0);
    });
    data[index * 4 + 3] = alpha < 0 ? 255 : (bytes[from + alpha] ?? 0);
  }
  return { depth: 8, width, height, data };
}
