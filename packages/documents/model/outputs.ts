import type { EngineOutput } from '@bakkum/conversion/engine';
import { writeDocx } from './docx.ts';
import { writeHtml } from './html.ts';
import { writeMarkdown } from './markdown.ts';
import type { DocumentModel } from './model.ts';
import { type TextTable, tableCsv } from './tables.ts';
import { writeTextLines } from './text-lines.ts';
import { writeXlsx } from './xlsx.ts';

export type DocumentWriter = (model: DocumentModel) => Blob;

/** Writers of flowing documents, by format. */
export const DOCUMENT_WRITERS: Readonly<Record<string, DocumentWriter>> = {
  docx: writeDocx,
  html: writeHtml,
  md: writeMarkdown,
  txt: writeTextLines,
};

/** Formats that are written without images, so a page that is an image would be empty. */
export const TEXT_ONLY: ReadonlySet<string> = new Set(['md', 'txt', 'csv', 'xlsx']);

/** Whether a document consists of images. */
export const isWordless = ({ sections }: DocumentModel): boolean =>
  sections.every(({ blocks }) => blocks.every(({ kind }) => kind === 'picture'));

/** Writes sheets as one workbook, or as a CSV file per sheet. Returns nothing if there are no sheets. */
export function sheetOutputs(sheets: readonly TextTable[], to: string, kind: 'table' | 'page'): readonly EngineOutput[] {
  if (sheets.length === 0) return [];
  if (to === 'xlsx') return [{ content: writeXlsx(sheets) }];
  const files = sheets.map((sheet) => new Blob([tableCsv(sheet)], { type: 'text/csv;charset=utf-8' }));
  return files.map((content, index) => (files.length === 1 ? { content } : { content, label: `${kind}-${index + 1}` }));
}
