import type { FormatId } from '@bakkum/conversion/engine';

/**
 * Workbooks the library reads directly, in any container. Delimited text is read by our own code, because the library would guess
 * cell types.
 */
export const WORKBOOKS: readonly FormatId[] = [
  'xlsx',
  'xlsb',
  'xls',
  'ods',
  'fods',
  'sxc',
  'numbers',
  'wk1',
  'qpro',
  'dbf',
  'slk',
  'dif',
  'xlr',
  'et',
];
export const TEXT_TABLES: readonly FormatId[] = ['csv', 'tsv'];

/** `bookType` values of the library's writer. */
export const WRITERS = {
  xlsx: 'xlsx',
  xlsb: 'xlsb',
  xls: 'biff8',
  ods: 'ods',
  fods: 'fods',
  slk: 'sylk',
  dif: 'dif',
} as const satisfies Readonly<Record<FormatId, string>>;
export type WrittenFormat = keyof typeof WRITERS;

/** Formats with a single table: a workbook becomes a file per sheet. */
export const SINGLE_TABLE: ReadonlySet<FormatId> = new Set(['csv', 'tsv', 'slk', 'dif']);

export const isWrittenFormat = (to: FormatId): to is WrittenFormat => Object.hasOwn(WRITERS, to);

export const MEDIA_TYPES: Readonly<Record<FormatId, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  xls: 'application/vnd.ms-excel',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  fods: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
  slk: 'application/x-sylk',
  dif: 'application/x-dif',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  html: 'text/html',
};
