import type { OptionsSchema } from '@bakkum/conversion/options';
import { ENCODINGS } from '@bakkum/document-input/text-encoding';
import { OUTPUT_ENCODING_OPTION } from '@bakkum/document-output/text-encoding';

const CONTENTS = { tableOfContents: { kind: 'boolean', default: false } } as const satisfies OptionsSchema;
const WRAP = {
  lineWrap: { kind: 'choice', values: ['none', 'auto', 'preserve'], default: 'none', advanced: true },
} as const satisfies OptionsSchema;
const WHOLE = { wholeDocument: { kind: 'boolean', default: true, advanced: true } } as const satisfies OptionsSchema;

/** Formats with page layout. */
export const DOCUMENT_OPTIONS: OptionsSchema = CONTENTS;
/** Markup that can be a standalone document or a fragment. */
export const PAGE_OPTIONS: OptionsSchema = { ...CONTENTS, ...WHOLE, ...WRAP };
/** XML whose lines may be broken anywhere: unlimited, at 72 columns, or preserved. */
export const XML_OPTIONS: OptionsSchema = WRAP;
/** The same for text, which does not declare its encoding. */
export const TEXT_OPTIONS: OptionsSchema = { ...WRAP, ...OUTPUT_ENCODING_OPTION };
/** For sources without a declared encoding. */
export const SOURCE_OPTIONS: OptionsSchema = {
  inputEncoding: { kind: 'choice', values: ['auto', ...ENCODINGS], default: 'auto', advanced: true },
};
