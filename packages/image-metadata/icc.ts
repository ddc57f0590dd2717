import { textAt } from './byte-access.ts';

/**
 * Data colour space of a profile, four characters as ICC.1 spells them: `RGB `, `GRAY`, `CMYK`, `Lab `.
 * Answers nothing for bytes that are not a profile.
 */
export function iccColourSpace(icc: Uint8Array): string | undefined {
  if (icc.length < 132 || textAt(icc, 36, 4) !== 'acsp') return undefined;
  return textAt(icc, 16, 4);
}
