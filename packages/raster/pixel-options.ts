import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';

/** Largest side a person can ask for; also the largest a JPEG can have. */
const MAX_SIDE = 65_535;

/**
 * Options every picture encoder takes. `contain` fits inside the box and keeps the proportions, `cover` fills the box and
 * crops the rest evenly, `stretch` ignores the proportions. With one side given, the other follows the proportions.
 */
export const PIXEL_OPTIONS: OptionsSchema = {
  width: { kind: 'number', min: 1, max: MAX_SIDE, step: 1, unit: 'px', default: null, advanced: true },
  height: { kind: 'number', min: 1, max: MAX_SIDE, step: 1, unit: 'px', default: null, advanced: true },
  fit: { kind: 'choice', values: ['contain', 'cover', 'stretch'], default: 'contain', advanced: true },
  background: { kind: 'colour', default: '#ffffff', advanced: true },
  metadata: { kind: 'choice', values: ['keep', 'strip'], default: 'keep', advanced: true },
};

/** What encoders are given for each choice, of 100. 92 is the product specification's value for JPEG and WebP. */
const QUALITY_NUMBERS = { high: 92, medium: 80, low: 60 } as const;

export const QUALITY_OPTION: OptionsSchema = qualityOption(QUALITY_NUMBERS);

/** The three choices of quality, with an encoder's own numbers. */
export function qualityOption(numbers: Readonly<Record<'high' | 'medium' | 'low', number>>): OptionsSchema {
  return { quality: { kind: 'choice', values: ['high', 'medium', 'low'], default: 'high', numbers } };
}

/** For encoders of formats that hold one picture: the first frame of an animation, or each as its own file. */
export const FRAMES_OPTION: OptionsSchema = {
  frames: { kind: 'choice', values: ['first', 'all'], default: 'first', advanced: true },
};

/** The quality asked for, 0 to 1; `high` where the engine offers no choice. */
export function qualityOf(options: OptionValues): number {
  const { quality } = options;
  return (quality === 'medium' || quality === 'low' ? QUALITY_NUMBERS[quality] : QUALITY_NUMBERS.high) / 100;
}

export type Fit = 'contain' | 'cover' | 'stretch';
export type Colour = readonly [red: number, green: number, blue: number];

/** `PIXEL_OPTIONS` and `FRAMES_OPTION` as typed values; what the engine's schema leaves out gets its default. */
export type PixelRequest = {
  readonly width?: number;
  readonly height?: number;
  readonly fit: Fit;
  /** 0 to 255 each. */
  readonly background: Colour;
  readonly keepMetadata: boolean;
  readonly allFrames: boolean;
};

export function pixelRequestOf(options: OptionValues): PixelRequest {
  const { width, height, fit, background, metadata, frames } = options;
  return {
    ...(typeof width === 'number' ? { width: Math.round(width) } : {}),
    ...(typeof height === 'number' ? { height: Math.round(height) } : {}),
    fit: fit === 'cover' || fit === 'stretch' ? fit : 'contain',
    background: parseColour(typeof background === 'string' ? background : '#ffffff'),
    keepMetadata: metadata !== 'strip',
    allFrames: frames === 'all',
  };
}

/** `#rrggbb` to its three parts. The option's schema has checked the form. */
export function parseColour(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
