import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';

type Header = { readonly start: number; readonly width: number; readonly height: number; readonly channels: number };

const missing = (): never => {
  throw new ConversionError('corrupt', 'pixels are missing');
};

/** Decodes GIMP brushes, versions 1 and 2: an ink mask becomes black with matching opacity, an image stays unchanged. */
export function decodeBrush(bytes: Uint8Array<ArrayBuffer>): Pixels {
  const header = headerOf(bytes);
  const version = viewOf(bytes).getUint32(4);
  if (version !== 1 && version !== 2) throw new ConversionError('unsupported-feature', `brush of version ${version}`);
  if (header.channels !== 1 && header.channels !== 4)
    throw new ConversionError('corrupt', `a brush of ${header.channels} channels`);
  return painted(bytes, header, ([first = 0, green = 0, blue = 0, alpha = 0]) =>
    header.channels === 1 ? [0, 0, 0, first] : [first, green, blue, alpha],
  );
}

/** Decodes GIMP patterns: grey or colour, with or without transparency. */
export function decodePattern(bytes: Uint8Array<ArrayBuffer>): Pixels {
  const header = headerOf(bytes);
  const { channels } = header;
  if (channels < 1 || channels > 4) throw new ConversionError('corrupt', `a pattern of ${channels} channels`);
  return painted(bytes, header, ([first = 0, second = 255, blue = 0, alpha = 255]) =>
    channels < 3 ? [first, first, first, channels === 2 ? second : 255] : [first, second, blue, channels === 4 ? alpha : 255],
  );
}

function headerOf(bytes: Uint8Array<ArrayBuffer>): Header {
  const view = viewOf(bytes);
  const [width, height] = [view.getUint32(8), view.getUint32(12)];
  assertPixelCount(width, height);
  return { start: view.getUint32(0), width, height, channels: view.getUint32(16) };
}

function painted(
  bytes: Uint8Array,
  { start, width, height, channels }: Header,
  colourOf: (sample: Uint8Array) => readonly [number, number, number, number],
): Pixels {
  const samples = bytes.subarray(start);
  if (samples.length < width * height * channels) missing();
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index += 1)
    data.set(colourOf(samples.subarray(index * channels, (index + 1) * channels)), index * 4);
  return { depth: 8, width, height, data };
}
