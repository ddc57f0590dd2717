import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';

/** 150 dots an inch show a page of A4 sharply on a screen; 300 are for printing. */
export const RESOLUTION_OPTION: OptionsSchema = {
  dpi: { kind: 'number', min: 36, max: 1200, step: 1, unit: 'dpi', default: 150 },
};

/** Dots an inch. */
export function resolutionOf({ dpi }: OptionValues): number {
  return typeof dpi === 'number' ? dpi : 150;
}
