/**
 * Width of Computer Modern and related fonts relative to Times (Helvetica for sans serif) by design size. Computed with English
 * letter frequencies and a space after every five letters from the metrics of both (AFM files of AMSFonts and of the URW base
 * 35).
 */
const ROMAN = { 5: 1.52, 6: 1.35, 7: 1.26, 8: 1.17, 9: 1.13, 10: 1.1, 12: 1.08, 17: 1.01 } as const;
const BOLD = { 5: 1.58, 6: 1.45, 7: 1.35, 8: 1.27, 9: 1.23, 10: 1.2, 12: 1.17 } as const;
const ITALIC = { 7: 1.29, 8: 1.17, 9: 1.12, 10: 1.09, 12: 1.07 } as const;
const SANS = { 8: 1.01, 9: 0.98, 10: 0.95, 12: 0.93, 17: 0.87 } as const;

const FAMILIES: readonly (readonly [RegExp, Readonly<Record<number, number>>])[] = [
  [/^(CMBX|SFBX|ecbx|LMRoman\d+-Bold)(?!TI)/i, BOLD],
  [/^(CMTI|SFTI|ecti|LMRoman\d+-Italic)/i, ITALIC],
  [/^(CMR|SFRM|ecrm|LMRoman\d+-Regular|CMSL|SFSL|ecsl|LMRomanSlant\d+-Regular)/i, ROMAN],
  [/^(CMSS|SFSS|ecss|LMSans\d+-Regular)(?!BX)/i, SANS],
];

/** TeX hyphenates and shrinks spaces to fill a line; without this factor, text of the same width would not fit. */
const TIGHT = 0.975;

/** 1 for every other font. */
export function texStretch(name: string): number {
  const widths = FAMILIES.find(([pattern]) => pattern.test(name))?.[1];
  if (!widths) return 1;
  const digits = /\d+/.exec(name)?.[0] ?? '10';
  // CMR10 and LMRoman10 use points; SFRM1095 and ecrm1000 use hundredths.
  const size = digits.length > 2 ? Number(digits) / 100 : Number(digits);
  const sizes = Object.keys(widths).map(Number);
  const nearest = sizes.reduce((best, one) => (Math.abs(one - size) < Math.abs(best - size) ? one : best), 10);
  return Math.round((widths[nearest] ?? 1) * TIGHT * 100) / 100;
}
