import type { OptionsSchema } from '@bakkum/conversion/options';

const MAX_SIDE = 65_535;

/** The file does not contain its size. Without these options the size is guessed if possible. */
export const RAW_OPTIONS: OptionsSchema = {
  rawWidth: { kind: 'number', min: 1, max: MAX_SIDE, step: 1, unit: 'px', default: null },
  rawHeight: { kind: 'number', min: 1, max: MAX_SIDE, step: 1, unit: 'px', default: null },
};
