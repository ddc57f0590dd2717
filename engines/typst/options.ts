import type { OptionsSchema } from '@bakkum/conversion/options';

/** Sizes of pages by the names they are sold under; in Typst's spelling. */
export const PAPERS = {
  a4: 'a4',
  letter: 'us-letter',
  a3: 'a3',
  a5: 'a5',
  b5: 'iso-b5',
  legal: 'us-legal',
} as const;

/** The look of a document that brings none of its own. */
export const PAGE_OPTIONS: OptionsSchema = {
  pageSize: { kind: 'choice', values: Object.keys(PAPERS), default: 'a4' },
  orientation: { kind: 'choice', values: ['portrait', 'landscape'], default: 'portrait' },
  typeface: { kind: 'choice', values: ['sans', 'serif'], default: 'sans' },
  fontSize: { kind: 'number', min: 6, max: 32, step: 0.5, unit: 'pt', default: 11, advanced: true },
  margin: { kind: 'number', min: 0, max: 60, step: 1, unit: 'mm', default: 22, advanced: true },
  pageNumbers: { kind: 'boolean', default: true, advanced: true },
};
