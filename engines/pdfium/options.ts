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

/** How densely drawings and pictures without a file of their own are stored. */
const PICTURE_OPTION: OptionsSchema = {
  imageQuality: { kind: 'choice', values: ['high', 'medium', 'low'], default: 'medium', advanced: true },
};

/** `editable` flows, `exact` ends lines and pages where they ended. */
export const DOCUMENT_OPTIONS: OptionsSchema = {
  documentLook: { kind: 'choice', values: ['editable', 'exact'], default: 'editable' },
  ...PICTURE_OPTION,
  ...SOURCE_OPTIONS,
};

export const SLIDE_OPTIONS: OptionsSchema = { ...PICTURE_OPTION, ...SOURCE_OPTIONS };

/** `flowing` joins the lines of paragraphs; `lines` ends them where they ended; `layout` leaves words where they stand. */
export const TEXT_OPTIONS: OptionsSchema = {
  textLayout: { kind: 'choice', values: ['flowing', 'lines', 'layout'], default: 'flowing' },
  ...SOURCE_OPTIONS,
};

const LINE_OPTION: OptionsSchema = {
  textLayout: { kind: 'choice', values: ['flowing', 'lines'], default: 'flowing' },
};

export const MARKDOWN_OPTIONS: OptionsSchema = { ...LINE_OPTION, ...SOURCE_OPTIONS };

export const WEB_OPTIONS: OptionsSchema = { ...LINE_OPTION, ...PICTURE_OPTION, ...SOURCE_OPTIONS };

/** `table`: every table and nothing else. `page`: everything a page says, a line a row, its tables among the lines. */
export const SHEET_OPTIONS: OptionsSchema = {
  sheetPer: { kind: 'choice', values: ['table', 'page'], default: 'table' },
  ...SOURCE_OPTIONS,
};
