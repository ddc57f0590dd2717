import type { OptionsSchema } from '@bakkum/conversion/options';
import { ENCODINGS } from '@bakkum/document-input/text-encoding';
import { OUTPUT_ENCODING_OPTION } from '@bakkum/document-output/text-encoding';

const CONTENTS = { tableOfContents: { kind: 'boolean', default: false } } as const satisfies OptionsSchema;
const WRAP = {
  lineWrap: { kind: 'choice', values: ['none', 'auto', 'preserve'], default: 'none', advanced: true },
} as const satisfies OptionsSchema;
const WHOLE = { wholeDocument: { kind: 'boolean', default: true, advanced: true } } as const satisfies OptionsSchema;

/** Documents that are laid out. */
export const DOCUMENT_OPTIONS: OptionsSchema = CONTENTS;
/** Markup that is a document with a head or a fragment without one. */
export const PAGE_OPTIONS: OptionsSchema = { ...CONTENTS, ...WHOLE, ...WRAP };
/** XML whose lines may be broken anywhere: kept long, at 72 columns, or as they were. */
export const XML_OPTIONS: OptionsSchema = WRAP;
/** The same for text, which does not say in which encoding it is. */
export const TEXT_OPTIONS: OptionsSchema = { ...WRAP, ...OUTPUT_ENCODING_OPTION };
/** For sources that do not say it either. */
export const SOURCE_OPTIONS: OptionsSchema = {
  inputEncoding: { kind: 'choice', values: ['auto', ...ENCODINGS], default: 'auto', advanced: true },
};
