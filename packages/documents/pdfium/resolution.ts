import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';

/** 150 dots per inch show an A4 page sharply on a screen; 300 are for printing. */
export const RESOLUTION_OPTION: OptionsSchema = {
  dpi: { kind: 'number', min: 36, max: 1200, step: 1, unit: 'dpi', default: 150 },
};

/** Dots per inch. */
export function resolutionOf({ dpi }: OptionValues): number {
  return typeof dpi === 'number' ? dpi : 150;
}
