import type { OptionsSchema } from '@bakkum/conversion/options';
import { PAGE_RANGE_OPTION } from '@bakkum/document-pdfium/page-range';
import { RESOLUTION_OPTION } from '@bakkum/document-pdfium/resolution';
import { RECOGNIZE_OPTION, TEXT_RECOGNIZE_OPTION } from '@bakkum/document-recognition/options';

/** Options of every conversion of a file. */
export const SOURCE_OPTIONS: OptionsSchema = {
  ...PAGE_RANGE_OPTION,
  /** Requested only if the document needs it; never stored. */
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
};

export const DRAW_OPTIONS: OptionsSchema = { ...RESOLUTION_OPTION, ...SOURCE_OPTIONS };

/** Resolution of drawings and of images that are not stored as files. */
const PICTURE_OPTION: OptionsSchema = {
  imageQuality: { kind: 'choice', values: ['high', 'medium', 'low'], default: 'medium', advanced: true },
};

/** `editable` flows, `exact` keeps line and page ends. */
export const DOCUMENT_OPTIONS: OptionsSchema = {
  documentLook: { kind: 'choice', values: ['editable', 'exact'], default: 'editable' },
  ...PICTURE_OPTION,
  ...RECOGNIZE_OPTION,
  ...SOURCE_OPTIONS,
};

export const SLIDE_OPTIONS: OptionsSchema = { ...PICTURE_OPTION, ...RECOGNIZE_OPTION, ...SOURCE_OPTIONS };

/** `flowing` joins the lines of paragraphs; `lines` keeps line ends; `layout` keeps text positions. */
export const TEXT_OPTIONS: OptionsSchema = {
  textLayout: { kind: 'choice', values: ['flowing', 'lines', 'layout'], default: 'flowing' },
  ...TEXT_RECOGNIZE_OPTION,
  ...SOURCE_OPTIONS,
};

const LINE_OPTION: OptionsSchema = {
  textLayout: { kind: 'choice', values: ['flowing', 'lines'], default: 'flowing' },
};

export const MARKDOWN_OPTIONS: OptionsSchema = { ...LINE_OPTION, ...TEXT_RECOGNIZE_OPTION, ...SOURCE_OPTIONS };

export const WEB_OPTIONS: OptionsSchema = { ...LINE_OPTION, ...PICTURE_OPTION, ...RECOGNIZE_OPTION, ...SOURCE_OPTIONS };

/** `table`: only tables. `page`: all text of a page with one row per line, and tables in place. */
export const SHEET_OPTIONS: OptionsSchema = {
  sheetPer: { kind: 'choice', values: ['table', 'page'], default: 'table' },
  ...TEXT_RECOGNIZE_OPTION,
  ...SOURCE_OPTIONS,
};
