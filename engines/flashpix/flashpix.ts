import type { Bytes } from '@bakkum/bytes/bytes';
import type { Storage } from '@bakkum/compound-file/storage';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import { jpegComponents } from '@bakkum/raster/jpeg-components';
import type { Pixels } from '@bakkum/raster/raster';
import { type ColourSpace, colourSpaceOf } from './colour-space.ts';
import { blobsOf } from './property-set.ts';

type Canvas = Extract<Pixels, { depth: 8 }>;

export type Decoded = { readonly pixels: Canvas; readonly mayHaveAlpha: boolean; readonly isDamaged: boolean };

/** Bytes of class and version before every pixel stream and its header. */
const PREFIX = 28;
const COLOURS = 0x2000002;
const JPEG_TABLES = 0x3000001;

/**
 * Decodes the largest resolution of a FlashPix image (version 1.0): tiles that are uncompressed, of one colour, or JPEG without
 * tables.
 */
export function decodeFlashPix(root: Storage): Decoded {
  const store = [...root.storages].find(([name]) => name.startsWith('Data Object Store'))?.[1] ?? root;
  const contents = [...store.streams].find(([name]) => name.endsWith('Image Contents'))?.[1]();
  if (!contents) throw new ConversionError('corrupt', 'no contents of a picture');
  const blobs = blobsOf(contents);
  const resolutions = [...store.storages].flatMap(([name, storage]) => {
    const number = /^Resolution (\d{4})$/.exec(name)?.[1];
    return number === undefined ? [] : [resolutionOf(storage, Number(number))];
  });
  const largest = resolutions.reduce<Resolution | undefined>(
    (best, next) => (best && best.width * best.height >= next.width * next.height ? best : next),
    undefined,
  );
  if (!largest) throw new ConversionError('corrupt', 'no resolution');
  const space = colourSpaceOf(blobs.get(COLOURS | (largest.number << 16)));
  return painted(largest, space, (index) => blobs.get(JPEG_TABLES | (index << 16)));
}

type Resolution = {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly side: readonly [number, number];
  readonly header: DataView;
  /** Offset, entry count and entry size of the tile table. */
  readonly table: readonly [at: number, count: number, size: number];
  readonly data: Bytes;
};

function resolutionOf({ streams }: Storage, number: number): Resolution {
  const header = streams.get('Subimage 0000 Header')?.();
  const data = streams.get('Subimage 0000 Data')?.();
  if (!header || !data) throw new ConversionError('corrupt', `resolution ${number} is not whole`);
  const view = new DataView(header.buffer, header.byteOffset + PREFIX, header.length - PREFIX);
  const field = (place: number): number => view.getUint32(place, true);
  const [width, height, count, across, down, at, size] = [
    field(4),
    field(8),
    field(12),
    field(16),
    field(20),
    field(28),
    field(32),
  ];
  assertPixelCount(width, height);
  if (across < 1 || down < 1 || size < 16 || count < Math.ceil(width / across) * Math.ceil(height / down))
    throw new ConversionError('corrupt', 'squares that do not cover the picture');
  return { number, width, height, side: [across, down], header: view, table: [at, count, size], data };
}

type Square = {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly Uint8Array[];
  readonly isCutOff?: boolean;
};

function painted(resolution: Resolution, space: ColourSpace, tables: (index: number) => Bytes | undefined): Decoded {
  const { width, height, side } = resolution;
  const data = new Uint8ClampedArray(width * height * 4);
  const across = Math.ceil(width / side[0]);
  let isDamaged = false;
  for (let index = 0; index < across * Math.ceil(height / side[1]); index += 1) {
    const { square, isConverted } = squareAt(resolution, index, space, tables);
    const colourOf = isConverted ? space.ofConverted : space.ofStored;
    isDamaged ||= square.isCutOff === true;
    const [left, top] = [(index % across) * side[0], Math.floor(index / across) * side[1]];
    for (let y = 0; y < square.height && top + y < height; y += 1)
      for (let x = 0; x < square.width && left + x < width; x += 1) {
        const from = y * square.width + x;
        data.set(colourOf(square.planes.map((plane) => plane[from] ?? 0)), ((top + y) * width + left + x) * 4);
      }
  }
  return { pixels: { depth: 8, width, height, data }, mayHaveAlpha: space.hasAlpha, isDamaged };
}

function squareAt(
  { header, table, data, side }: Resolution,
  index: number,
  space: ColourSpace,
  tables: (index: number) => Bytes | undefined,
): { readonly square: Square; readonly isConverted: boolean } {
  const at = table[0] + index * table[2];
  const start = header.getUint32(at, true) + PREFIX;
  const samples = data.subarray(start, start + header.getUint32(at + 4, true));
  const [width, height] = side;
  const kind = header.getUint32(at + 8, true);
  if (kind === 0) return { square: interleaved(samples, { width, height }, space.channels), isConverted: false };
  if (kind === 1) {
    const planes = Array.from({ length: space.channels }, (_, channel) =>
      new Uint8Array(width * height).fill(header.getUint8(at + 12 + channel)),
    );
    return { square: { width, height, planes }, isConverted: false };
  }
  if (kind !== 2) throw new ConversionError('unsupported-feature', `squares of kind ${kind}`);
  const shared = header.getUint8(at + 15);
  const square = jpegComponents(samples, shared > 0 ? tables(shared) : undefined);
  return { square, isConverted: header.getUint8(at + 14) !== 0 };
}

function interleaved(
  samples: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  channels: number,
): Square {
  if (samples.length < width * height * channels) throw new ConversionError('corrupt', 'pixels are missing');
  const planes = Array.from({ length: channels }, (_, channel) =>
    Uint8Array.from({ length: width * height }, (__, pixel) => samples[pixel * channels + channel] ?? 0),
  );
  return { width, height, planes };
}
