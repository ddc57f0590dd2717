import type { OptionsSchema } from '@bakkum/conversion/options';
import { LANGUAGE_OPTION, MARK_OPTION } from '@bakkum/document-recognition/options';

const LINE_OPTION: OptionsSchema = {
  textLayout: { kind: 'choice', values: ['flowing', 'lines'], default: 'flowing' },
};

export const DOCUMENT_OPTIONS: OptionsSchema = { ...MARK_OPTION, ...LANGUAGE_OPTION };
export const MARKDOWN_OPTIONS: OptionsSchema = { ...LINE_OPTION, ...LANGUAGE_OPTION };
export const WEB_OPTIONS: OptionsSchema = { ...LINE_OPTION, ...MARK_OPTION, ...LANGUAGE_OPTION };

/** `layout` keeps the positions of the text. */
export const TEXT_OPTIONS: OptionsSchema = {
  textLayout: { kind: 'choice', values: ['flowing', 'lines', 'layout'], default: 'flowing' },
  ...LANGUAGE_OPTION,
};

/** `table`: only tables. `page`: all text, one row per line. Few images of text contain only tables. */
export const SHEET_OPTIONS: OptionsSchema = {
  sheetPer: { kind: 'choice', values: ['table', 'page'], default: 'page' },
  ...LANGUAGE_OPTION,
};
