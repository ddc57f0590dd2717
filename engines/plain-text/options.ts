import type { OptionsSchema } from '@bakkum/conversion/options';
import { ENCODINGS } from '@bakkum/document-input/text-encoding';
import { OUTPUT_ENCODING_OPTION } from '@bakkum/document-output/text-encoding';
import { pageOptions } from '@bakkum/document-typesetting/page-options';

const INPUT_ENCODING: OptionsSchema = {
  inputEncoding: { kind: 'choice', values: ['auto', ...ENCODINGS], default: 'auto', advanced: true },
};

export const PDF_OPTIONS: OptionsSchema = {
  ...pageOptions({ typeface: 'mono', fontSize: 10, margin: 20, pageNumbers: false }),
  lineNumbers: { kind: 'boolean', default: false, advanced: true },
  tabWidth: { kind: 'number', min: 1, max: 16, step: 1, default: 8, advanced: true },
  ...INPUT_ENCODING,
};

/** Page options belong to the step that lays out pages. */
export const MARKUP_OPTIONS: OptionsSchema = INPUT_ENCODING;

export const RECODE_OPTIONS: OptionsSchema = {
  ...OUTPUT_ENCODING_OPTION,
  lineEnds: { kind: 'choice', values: ['keep', 'lf', 'crlf'], default: 'keep', advanced: true },
  ...INPUT_ENCODING,
};
