import { type Area, parseArea } from '@bakkum/conversion/area';
import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import type { Orientation } from './orient.ts';

/** Largest width or height in the options, which is also the largest of a JPEG. */
const MAX_SIDE = 65_535;

/**
 * Applied in this order, after the Exif orientation and before the image is resized: `crop` keeps an area, in pixels of the
 * source as it is displayed; `rotate` turns clockwise, in degrees; `flip` mirrors. Not offered when several files become one.
 */
export const EDIT_OPTIONS: OptionsSchema = {
  crop: { kind: 'area', default: null, advanced: true, combined: 'never' },
  rotate: { kind: 'choice', values: ['0', '90', '180', '270'], default: '0', advanced: true, combined: 'never' },
  flip: { kind: 'choice', values: ['none', 'horizontal', 'vertical'], default: 'none', advanced: true, combined: 'never' },
};

const BACKGROUND = { kind: 'colour', default: '#ffffff', advanced: true } as const;

/**
 * Options of every image encoder whose format has no transparency. `contain` fits inside the size and keeps the proportions, `cover` fills it and crops the rest
 * evenly, `stretch` ignores the proportions. With one side given, the other follows the proportions.
 */
export const PIXEL_OPTIONS: OptionsSchema = {
  ...EDIT_OPTIONS,
  width: { kind: 'number', min: 1, max: MAX_SIDE, step: 1, unit: 'px', default: null, advanced: true },
  height: { kind: 'number', min: 1, max: MAX_SIDE, step: 1, unit: 'px', default: null, advanced: true },
  fit: { kind: 'choice', values: ['contain', 'cover', 'stretch'], default: 'contain', advanced: true },
  background: BACKGROUND,
  metadata: { kind: 'choice', values: ['keep', 'strip'], default: 'keep', advanced: true },
};

/** Options of encoders whose format can be transparent: `flatten` fills transparent areas with the background anyway. */
export const ALPHA_PIXEL_OPTIONS: OptionsSchema = {
  ...PIXEL_OPTIONS,
  transparency: { kind: 'choice', values: ['keep', 'flatten'], default: 'keep', advanced: true },
  background: { ...BACKGROUND, when: { transparency: ['flatten'] } },
};

/** Encoder quality of each choice, out of 100. 92 is the product specification's value for JPEG and WebP. */
const QUALITY_NUMBERS = { high: 92, medium: 80, low: 60 } as const;

export const QUALITY_OPTION: OptionsSchema = qualityOption(QUALITY_NUMBERS);

/** Creates the quality option with the values of an encoder's own scale. */
export function qualityOption(numbers: Readonly<Record<'high' | 'medium' | 'low', number>>): OptionsSchema {
  return { quality: { kind: 'choice', values: ['high', 'medium', 'low'], default: 'high', numbers } };
}

/** For encoders of single-image formats: the first frame of an animation, or each frame as a file. */
export const FRAMES_OPTION: OptionsSchema = {
  frames: { kind: 'choice', values: ['first', 'all'], default: 'first', advanced: true },
};

/** Returns the requested quality, 0 to 1; `high` where the engine has no such option. */
export function qualityOf(options: OptionValues): number {
  const { quality } = options;
  return (quality === 'medium' || quality === 'low' ? QUALITY_NUMBERS[quality] : QUALITY_NUMBERS.high) / 100;
}

export type Fit = 'contain' | 'cover' | 'stretch';
export type Colour = readonly [red: number, green: number, blue: number];

/** `PIXEL_OPTIONS` and `FRAMES_OPTION` as typed values, with defaults for options missing in the engine's schema. */
export type PixelRequest = {
  readonly crop?: Area;
  /** Rotation and flip together, as the Exif orientation that asks for them; 1 changes nothing. */
  readonly turn: Orientation;
  readonly width?: number;
  readonly height?: number;
  readonly fit: Fit;
  /** Components from 0 to 255. */
  readonly background: Colour;
  /** Transparent areas are filled even if the format could keep them. */
  readonly flattens: boolean;
  readonly keepMetadata: boolean;
  readonly allFrames: boolean;
};

export function pixelRequestOf(options: OptionValues): PixelRequest {
  const { crop, width, height, fit, transparency, background, metadata, frames } = options;
  const area = typeof crop === 'string' ? parseArea(crop) : undefined;
  return {
    ...(area && { crop: area }),
    turn: turnOf(options),
    ...(typeof width === 'number' ? { width: Math.round(width) } : {}),
    ...(typeof height === 'number' ? { height: Math.round(height) } : {}),
    fit: fit === 'cover' || fit === 'stretch' ? fit : 'contain',
    background: parseColour(typeof background === 'string' ? background : '#ffffff'),
    flattens: transparency === 'flatten',
    keepMetadata: metadata !== 'strip',
    allFrames: frames === 'all',
  };
}

type Rotation = '0' | '90' | '180' | '270';
type Flip = 'none' | 'horizontal' | 'vertical';

/** Exif orientations that ask for a rotation followed by a flip. */
const TURNS: Readonly<Record<Flip, Readonly<Record<Rotation, Orientation>>>> = {
  none: { '0': 1, '90': 6, '180': 3, '270': 8 },
  horizontal: { '0': 2, '90': 5, '180': 4, '270': 7 },
  vertical: { '0': 4, '90': 7, '180': 2, '270': 5 },
};

function turnOf({ rotate, flip }: OptionValues): Orientation {
  const turns = TURNS[flip === 'horizontal' || flip === 'vertical' ? flip : 'none'];
  return turns[rotate === '90' || rotate === '180' || rotate === '270' ? rotate : '0'];
}

/** Parses `#rrggbb`. The option's schema has validated the form. */
export function parseColour(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
