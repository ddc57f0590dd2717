import type { OptionsSchema } from '@bakkum/conversion/options';
import { OUTPUT_ENCODING_OPTION } from '@bakkum/document-output/text-encoding';

/** Asked for when a document turns out to need it; never kept. */
export const PASSWORD_OPTION: OptionsSchema = {
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
};

/** What every document can be asked to become as a PDF. */
export const PDF_OPTIONS: OptionsSchema = {
  pdfStandard: { kind: 'choice', values: ['pdf', 'pdfa-1b', 'pdfa-2b', 'pdfa-3b'], default: 'pdf', advanced: true },
  /** `1-3,5`; empty for all. */
  pages: { kind: 'text', maxLength: 200, default: '', advanced: true },
  imageQuality: { kind: 'choice', values: ['original', 'high', 'medium', 'low'], default: 'high', advanced: true },
  /** Structure for screen readers. */
  tagged: { kind: 'boolean', default: true, advanced: true },
  ...PASSWORD_OPTION,
};

export const SHEET_PDF_OPTIONS: OptionsSchema = {
  onePageSheets: { kind: 'boolean', default: false },
  ...PDF_OPTIONS,
};

/** Tables as text: one file a sheet. */
export const CSV_OPTIONS: OptionsSchema = {
  sheets: { kind: 'choice', values: ['all', 'first'], default: 'all' },
  separator: { kind: 'choice', values: ['comma', 'semicolon', 'tab'], default: 'comma', advanced: true },
  /** Excel reads UTF-8 only behind a mark, and older Korean programs only CP949. */
  ...OUTPUT_ENCODING_OPTION,
  ...PASSWORD_OPTION,
};

const { separator: _, ...TSV } = CSV_OPTIONS;
export const TSV_OPTIONS: OptionsSchema = TSV;
