import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { EDIT_OPTIONS, FRAMES_OPTION, PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

/** Icons are square: `contain` adds transparent edges, `cover` crops, `stretch` distorts. Sizes are chosen as a set. */
const { fit, metadata } = PIXEL_OPTIONS;
const SHAPE_OPTIONS: OptionsSchema = {
  ...EDIT_OPTIONS,
  ...(fit ? { fit } : {}),
  ...(metadata ? { metadata } : {}),
  ...FRAMES_OPTION,
};

export const WINDOWS_OPTIONS: OptionsSchema = {
  sizes: { kind: 'choice', values: ['standard', 'favicon', 'single'], default: 'standard' },
  ...SHAPE_OPTIONS,
};

export const OPTIONS: OptionsSchema = {
  sizes: { kind: 'choice', values: ['standard', 'single'], default: 'standard' },
  ...SHAPE_OPTIONS,
};

export type Target = 'ico' | 'cur' | 'icns';

/** Largest side of an entry. */
export const MAX_SIDE: Readonly<Record<Target, number>> = { ico: 256, cur: 256, icns: 1024 };

/** Default sizes in pixels: for icons those Windows and macOS use, for cursors those Windows ships. */
const USUAL: Readonly<Record<Target, readonly number[]>> = {
  ico: [16, 24, 32, 48, 64, 128, 256],
  cur: [32, 48, 64, 96, 128],
  icns: [16, 32, 64, 128, 256, 512, 1024],
};
const FAVICON = [16, 32, 48];

/**
 * Returns the sides of the entries to write in ascending order, at least one, none larger than the image. An Apple icon supports
 * only the default sizes: a smaller image is centred in the smallest.
 * @param extent side of the square that the image fills without enlargement
 */
export function sidesFor(target: Target, { sizes }: OptionValues, extent: number): readonly number[] {
  const usual = (target === 'ico' && sizes === 'favicon' ? FAVICON : USUAL[target]).filter((side) => side <= extent);
  const whole = target === 'icns' ? (usual.at(-1) ?? 16) : Math.min(extent, MAX_SIDE[target]);
  return sizes === 'single' || usual.length === 0 ? [whole] : usual;
}
