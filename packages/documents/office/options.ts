import type { OptionsSchema } from '@bakkum/conversion/options';
import { OUTPUT_ENCODING_OPTION } from '@bakkum/document-output/text-encoding';

/** Requested when a document needs it; never stored. */
export const PASSWORD_OPTION: OptionsSchema = {
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
};

/** PDF options for documents without a password. */
export const OPEN_PDF_OPTIONS: OptionsSchema = {
  pdfStandard: { kind: 'choice', values: ['pdf', 'pdfa-1b', 'pdfa-2b', 'pdfa-3b'], default: 'pdf', advanced: true },
  /** `1-3,5`; empty for all pages. */
  pages: { kind: 'text', maxLength: 200, default: '', advanced: true },
  imageQuality: { kind: 'choice', values: ['original', 'high', 'medium', 'low'], default: 'high', advanced: true },
  /** Tagged PDF, for screen readers. */
  tagged: { kind: 'boolean', default: true, advanced: true },
};

/** PDF options for every other document. */
export const PDF_OPTIONS: OptionsSchema = { ...OPEN_PDF_OPTIONS, ...PASSWORD_OPTION };

export const SHEET_PDF_OPTIONS: OptionsSchema = {
  onePageSheets: { kind: 'boolean', default: false },
  ...PDF_OPTIONS,
};

/** Options for tables as text: one file per sheet. */
export const CSV_OPTIONS: OptionsSchema = {
  sheets: { kind: 'choice', values: ['all', 'first'], default: 'all' },
  separator: { kind: 'choice', values: ['comma', 'semicolon', 'tab'], default: 'comma', advanced: true },
  /** Excel needs a byte order mark to read UTF-8, and older Korean programs read only CP949. */
  ...OUTPUT_ENCODING_OPTION,
  ...PASSWORD_OPTION,
};

const { separator: _, ...TSV } = CSV_OPTIONS;
export const TSV_OPTIONS: OptionsSchema = TSV;
