import type { FormatId } from '@bakkum/conversion/engine';
import type { DocumentKind } from '@bakkum/document-office/kinds';

const UTF_8_TEXT = 'Text (encoded):UTF8';

/**
 * Import filters by name, so that the program cannot mistake the file type. The old binary formats have several filters each,
 * which the program selects by content.
 */
export const READERS: Readonly<Partial<Record<FormatId, string>>> = {
  docx: 'MS Word 2007 XML',
  odt: 'writer8',
  fodt: 'OpenDocument Text Flat XML',
  sxw: 'StarOffice XML (Writer)',
  rtf: 'Rich Text Format',
  html: 'HTML (StarWriter)',
  txt: UTF_8_TEXT,
  xlsx: 'Calc MS Excel 2007 XML',
  xlsb: 'Calc MS Excel 2007 Binary',
  ods: 'calc8',
  fods: 'OpenDocument Spreadsheet Flat XML',
  sxc: 'StarOffice XML (Calc)',
  csv: 'Text - txt - csv (StarCalc)',
  tsv: 'Text - txt - csv (StarCalc)',
  slk: 'SYLK',
  dif: 'DIF',
  pptx: 'Impress MS PowerPoint 2007 XML',
  odp: 'impress8',
  fodp: 'OpenDocument Presentation Flat XML',
  sxi: 'StarOffice XML (Impress)',
  odg: 'draw8',
  fodg: 'OpenDocument Drawing Flat XML',
};

const PDF_WRITERS: Readonly<Record<DocumentKind, string>> = {
  text: 'writer_pdf_Export',
  sheets: 'calc_pdf_Export',
  slides: 'impress_pdf_Export',
  drawing: 'draw_pdf_Export',
};

const WRITERS: Readonly<Partial<Record<FormatId, string>>> = {
  docx: 'MS Word 2007 XML',
  doc: 'MS Word 97',
  rtf: 'Rich Text Format',
  odt: 'writer8',
  fodt: 'OpenDocument Text Flat XML',
  txt: UTF_8_TEXT,
  xlsx: 'Calc MS Excel 2007 XML',
  xls: 'MS Excel 97',
  ods: 'calc8',
  fods: 'OpenDocument Spreadsheet Flat XML',
  csv: 'Text - txt - csv (StarCalc)',
  tsv: 'Text - txt - csv (StarCalc)',
  html: 'HTML (StarCalc)',
  pptx: 'Impress MS PowerPoint 2007 XML',
  ppt: 'MS PowerPoint 97',
  odp: 'impress8',
  fodp: 'OpenDocument Presentation Flat XML',
  odg: 'draw8',
};

/** Export filters depend on the document kind: a document opened as another kind cannot be saved. */
export function writerFor(to: FormatId, kind: DocumentKind): string {
  const writer = to === 'pdf' ? PDF_WRITERS[kind] : WRITERS[to];
  if (!writer) throw new RangeError(`no writer of ${to}`);
  return writer;
}
