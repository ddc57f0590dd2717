import type { OptionsSchema } from '@bakkum/conversion/options';

const CONTENTS = { tableOfContents: { kind: 'boolean', default: false } } as const satisfies OptionsSchema;
const WRAP = {
  lineWrap: { kind: 'choice', values: ['none', 'auto', 'preserve'], default: 'none', advanced: true },
} as const satisfies OptionsSchema;
const WHOLE = { wholeDocument: { kind: 'boolean', default: true, advanced: true } } as const satisfies OptionsSchema;

/** Documents that are laid out. */
export const DOCUMENT_OPTIONS: OptionsSchema = CONTENTS;
/** Markup that is a document with a head or a fragment without one. */
export const PAGE_OPTIONS: OptionsSchema = { ...CONTENTS, ...WHOLE, ...WRAP };
/** Markup whose lines may be broken anywhere: kept long, at 72 columns, or as they were. */
export const TEXT_OPTIONS: OptionsSchema = WRAP;
