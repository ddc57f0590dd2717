import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';

/** Page sizes by their common names: millimetres in portrait, and Typst's name. */
export const PAPERS = {
  a4: { width: 210, height: 297, typst: 'a4' },
  letter: { width: 215.9, height: 279.4, typst: 'us-letter' },
  a3: { width: 297, height: 420, typst: 'a3' },
  a5: { width: 148, height: 210, typst: 'a5' },
  b5: { width: 176, height: 250, typst: 'iso-b5' },
  legal: { width: 215.9, height: 355.6, typst: 'us-legal' },
} as const;

type Typeface = 'sans' | 'serif' | 'mono';

/**
 * Page options for text without a page layout. Names and values are the same in every engine, because a plan may pass
 * through several.
 */
export const pageOptions = (given: {
  readonly typeface: Typeface;
  readonly fontSize: number;
  readonly margin: number;
  readonly pageNumbers: boolean;
}): OptionsSchema => ({
  pageSize: { kind: 'choice', values: Object.keys(PAPERS), default: 'a4' },
  orientation: { kind: 'choice', values: ['portrait', 'landscape'], default: 'portrait' },
  typeface: { kind: 'choice', values: ['sans', 'serif', 'mono'], default: given.typeface },
  fontSize: { kind: 'number', min: 6, max: 32, step: 0.5, unit: 'pt', default: given.fontSize, advanced: true },
  margin: { kind: 'number', min: 0, max: 60, step: 1, unit: 'mm', default: given.margin, advanced: true },
  pageNumbers: { kind: 'boolean', default: given.pageNumbers, advanced: true },
});

export type PageRequest = {
  readonly paper: (typeof PAPERS)[keyof typeof PAPERS];
  readonly isLandscape: boolean;
  readonly typeface: Typeface;
  /** Points. */
  readonly fontSize: number;
  /** Millimetres on every side. */
  readonly margin: number;
  readonly pageNumbers: boolean;
};

export function pageRequestOf({ pageSize, orientation, typeface, fontSize, margin, pageNumbers }: OptionValues): PageRequest {
  return {
    paper: PAPERS[isPaper(pageSize) ? pageSize : 'a4'],
    isLandscape: orientation === 'landscape',
    typeface: typeface === 'serif' || typeface === 'mono' ? typeface : 'sans',
    fontSize: Number(fontSize),
    margin: Number(margin),
    pageNumbers: pageNumbers === true,
  };
}

function isPaper(value: unknown): value is keyof typeof PAPERS {
  return typeof value === 'string' && Object.hasOwn(PAPERS, value);
}
