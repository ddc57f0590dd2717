import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { mediaQualityOption } from '@bakkum/media-options/schema';

/** Bit rates in kbit/s of the eight AMR narrow-band modes (3GPP TS 26.071). */
const MODES = [4.75, 5.15, 5.9, 6.7, 7.4, 7.95, 10.2, 12.2] as const;

/** The best mode, the usual fallback of phones, and the second lowest. */
const QUALITY = { high: 12.2, medium: 7.95, low: 5.15 } as const;

/** A rate between two modes is rounded to the nearest one. */
export const OPTIONS: OptionsSchema = {
  ...mediaQualityOption(QUALITY, 'kbps-mono'),
  audioBitrate: { kind: 'number', min: 4.75, max: 12.2, step: 0.05, unit: 'kbps', default: null, advanced: true },
};

/** Returns the bit rate in kbit/s. */
export function modeFor({ quality, audioBitrate }: OptionValues): number {
  const asked =
    typeof audioBitrate === 'number'
      ? audioBitrate
      : (Object.entries(QUALITY).find(([name]) => name === quality)?.[1] ?? QUALITY.high);
  return MODES.reduce<number>((best, mode) => (Math.abs(mode - asked) < Math.abs(best - asked) ? mode : best), QUALITY.high);
}
