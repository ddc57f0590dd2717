import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Converts the bytes of a pixel to a colour. */
type Kind = { readonly channels: number; readonly colourOf: (sample: readonly number[]) => Rgba; readonly isPacked?: boolean };

const grey: Kind = { channels: 1, colourOf: ([level = 0]) => [level, level, level, 255] };
const rgb: Kind = { channels: 3, colourOf: ([red = 0, green = 0, blue = 0]) => [red, green, blue, 255] };

const KINDS: Readonly<Record<string, Kind>> = {
  greyscale: grey,
  grayscale: grey,
  'l 8': grey,
  rgb,
  // Interleaved by pixel; the other formats are interleaved by line.
  'x 24': { ...rgb, isPacked: true },
  la: { channels: 2, colourOf: ([level = 0, alpha = 0]) => [level, level, level, alpha] },
  rgba: { channels: 4, colourOf: ([red = 0, green = 0, blue = 0, alpha = 0]) => [red, green, blue, alpha] },
  rgbx: { channels: 4, colourOf: ([red = 0, green = 0, blue = 0]) => [red, green, blue, 255] },
  cmyk: {
    channels: 4,
    colourOf: ([cyan = 0, magenta = 0, yellow = 0, black = 0]) => [
      Math.max(0, 255 - cyan - black),
      Math.max(0, 255 - magenta - black),
      Math.max(0, 255 - yellow - black),
      255,
    ],
  },
  ycc: {
    channels: 3,
    colourOf: ([luma = 0, blue = 0, red = 0]) => [
      luma + 1.402 * (red - 128),
      luma - 0.344136 * (blue - 128) - 0.714136 * (red - 128),
      luma + 1.772 * (blue - 128),
      255,
    ],
  },
};

const MAX_HEADER_BYTES = 64 * 1024;
const HEADER_BLOCK = 512;

/** Decodes IFUNC Image Memory: header lines up to byte 26, an optional palette, then rows bottom-up. */
export function decodeIfunc(bytes: Uint8Array<ArrayBuffer>): Pixels {
  const end = bytes.subarray(0, MAX_HEADER_BYTES).indexOf(0x1a);
  if (end < 0) throw new ConversionError('corrupt', 'a header without an end');
  const header = new TextDecoder('latin1').decode(bytes.subarray(0, end));
  const [, words = ''] = /^Image type:(.*)$/im.exec(header) ?? [];
  const type = words.trim().replace(/(?<!\s)\s+image$/i, '');
  const [, width = 0, height = 0] = (/^Image size \(x\*y\):\s*(\d+)\s*\*\s*(\d+)/im.exec(header) ?? []).map(Number);
  assertPixelCount(width, height);
  const hasPalette = /^Lut:\s*1/im.test(header);
  const kind = KINDS[type.toLowerCase()];
  if (!kind) throw new ConversionError('unsupported-feature', `image of type ${type}`);
  const start = Math.ceil((end + 1) / HEADER_BLOCK) * HEADER_BLOCK;
  const palette = hasPalette ? bytes.subarray(start, start + 768) : undefined;
  const samples = bytes.subarray(start + (palette?.length ?? 0));
  if (samples.length < width * height * kind.channels) throw new ConversionError('corrupt', 'pixels are missing');
  return { depth: 8, width, height, data: painted(samples, { width, height }, palette ? mapped(kind, palette) : kind) };
}

/** Palette stored as reds, then greens, then blues. */
const mapped = (kind: Kind, palette: Uint8Array): Kind =>
  kind.channels === 1
    ? { channels: 1, colourOf: ([level = 0]) => [palette[level] ?? 0, palette[level + 256] ?? 0, palette[level + 512] ?? 0, 255] }
    : kind;

function painted(
  samples: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  { channels, colourOf, isPacked = false }: Kind,
): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(width * height * 4);
  const steps = Array.from({ length: channels }, (_, channel) => channel);
  for (let y = 0; y < height; y += 1) {
    const row = (height - 1 - y) * width * channels;
    for (let x = 0; x < width; x += 1) {
      const sample = steps.map((channel) => samples[row + (isPacked ? x * channels + channel : channel * width + x)] ?? 0);
      data.set(colourOf(sample), (y * width + x) * 4);
    }
  }
  return data;
}
