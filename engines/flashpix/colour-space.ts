import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

export type ColourSpace = {
  readonly channels: number;
  readonly hasAlpha: boolean;
  /** Converts stored samples to a colour. */
  readonly ofStored: (samples: readonly number[]) => Rgba;
  /** Converts samples that were stored as luma and chroma. */
  readonly ofConverted: (samples: readonly number[]) => Rgba;
};

const grey = ([level = 0, alpha = 255]: readonly number[]): Rgba => [level, level, level, alpha];
const rgb = ([red = 0, green = 0, blue = 0, alpha = 255]: readonly number[]): Rgba => [red, green, blue, alpha];

/** ITU-R BT.601, full range as in JPEG. */
const ofLuma = ([luma = 0, blue = 0, red = 0, alpha = 255]: readonly number[]): Rgba => [
  luma + 1.402 * (red - 128),
  luma - 0.344136 * (blue - 128) - 0.714136 * (red - 128),
  luma + 1.772 * (blue - 128),
  alpha,
];

/** With opacity, colours are inverted before conversion to luma and chroma. */
const ofNegative = (samples: readonly number[]): Rgba => {
  const [red, green, blue] = ofLuma(samples);
  return [255 - red, 255 - green, 255 - blue, samples[3] ?? 255];
};

/** Photo YCC as defined by Kodak: luma and chroma with an extended range. */
const ofPhoto = ([luma = 0, blue = 0, red = 0, alpha = 255]: readonly number[]): Rgba => {
  const light = 1.3584 * luma;
  const [one, two] = [2.2179 * (blue - 156), 1.8215 * (red - 137)];
  return [light + two, light - 0.194 * one - 0.509 * two, light + one, alpha];
};

const SPACES: Readonly<Record<number, (samples: readonly number[]) => Rgba>> = { 1: grey, 2: ofPhoto, 3: rgb };

/**
 * Reads the colour space of a resolution from a property: the channel count, then one number per channel, whose upper half is the
 * space.
 */
export function colourSpaceOf(property: Uint8Array<ArrayBuffer> | undefined): ColourSpace {
  if (!property || property.length < 12) throw new ConversionError('corrupt', 'no colours named');
  const view = viewOf(property);
  const channels = view.getUint32(4, true);
  if (channels < 1 || channels > 4) throw new ConversionError('unsupported-feature', `${channels} channels`);
  const stored = SPACES[(view.getUint32(8, true) >>> 16) & 0x7fff];
  if (!stored) throw new ConversionError('unsupported-feature', 'a space of colours nobody knows');
  const hasAlpha = channels === 2 || channels === 4;
  const converted = stored === rgb ? (hasAlpha ? ofNegative : ofLuma) : stored;
  return { channels, hasAlpha, ofStored: stored, ofConverted: converted };
}
