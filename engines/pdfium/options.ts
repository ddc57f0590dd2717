import type { OptionsSchema } from '@bakkum/conversion/options';
import { RESOLUTION_OPTION } from '@bakkum/document-pdfium/resolution';

/** What every conversion can be asked. */
export const SOURCE_OPTIONS: OptionsSchema = {
  /** `1-3,5`; empty for all. */
  pages: { kind: 'text', maxLength: 200, default: '', advanced: true },
  /** Asked for when a document turns out to need it; never kept. */
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
};

export const DRAW_OPTIONS: OptionsSchema = { ...RESOLUTION_OPTION, ...SOURCE_OPTIONS };

/** `editable` flows, `exact` ends lines and pages where they ended. */
export const DOCUMENT_OPTIONS: OptionsSchema = {
  documentLook: { kind: 'choice', values: ['editable', 'exact'], default: 'editable' },
  ...SOURCE_OPTIONS,
};

/** `flowing` joins the lines of paragraphs; `layout` leaves words where they stand. */
export const TEXT_OPTIONS: OptionsSchema = {
  textLayout: { kind: 'choice', values: ['flowing', 'layout'], default: 'flowing' },
  ...SOURCE_OPTIONS,
};
