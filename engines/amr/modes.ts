import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { mediaQualityOption } from '@bakkum/media-options/schema';

/** Kilobits a second of the eight modes of AMR narrow band (3GPP TS 26.071). */
const MODES = [4.75, 5.15, 5.9, 6.7, 7.4, 7.95, 10.2, 12.2] as const;

/** The best, the one telephones fell back to, and the least but one. */
const QUALITY = { high: 12.2, medium: 7.95, low: 5.15 } as const;

/** A rate between two modes becomes the nearer one. */
export const OPTIONS: OptionsSchema = {
  ...mediaQualityOption(QUALITY, 'kbps-mono'),
  audioBitrate: { kind: 'number', min: 4.75, max: 12.2, step: 0.05, unit: 'kbps', default: null, advanced: true },
};

/** Kilobits a second. */
export function modeFor({ quality, audioBitrate }: OptionValues): number {
  const asked =
    typeof audioBitrate === 'number'
      ? audioBitrate
      : (Object.entries(QUALITY).find(([name]) => name === quality)?.[1] ?? QUALITY.high);
  return MODES.reduce<number>((best, mode) => (Math.abs(mode - asked) < Math.abs(best - asked) ? mode : best), QUALITY.high);
}
