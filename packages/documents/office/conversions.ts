import type { Conversion, FormatId } from '@bakkum/conversion/engine';
import { sourcesOf } from './kinds.ts';
import { CSV_OPTIONS, PASSWORD_OPTION, PDF_OPTIONS, SHEET_PDF_OPTIONS, TSV_OPTIONS } from './options.ts';

/** Every conversion by LibreOffice, with its options. @param cost on the scale of `Conversion.cost` */
export function officeConversions(cost: number): readonly Conversion[] {
  const editable = (from: readonly FormatId[], to: readonly FormatId[]): Conversion => ({
    from,
    to,
    fidelity: 'lossy',
    cost,
    options: PASSWORD_OPTION,
  });
  const text = sourcesOf('text');
  const sheets = sourcesOf('sheets');
  const slides = sourcesOf('slides');
  const drawings = sourcesOf('drawing');
  return [
    { from: [...text, ...slides, ...drawings], to: ['pdf'], fidelity: 'lossy', cost, options: PDF_OPTIONS },
    { from: sheets, to: ['pdf'], fidelity: 'lossy', cost, options: SHEET_PDF_OPTIONS },
    editable(text, ['docx', 'rtf', 'doc']),
    // LibreOffice keeps web pages as such inside OpenDocument files, so they are converted through DOCX.
    editable(
      text.filter((format) => format !== 'html'),
      ['odt', 'fodt'],
    ),
    { from: text.filter((format) => format !== 'txt'), to: ['txt'], fidelity: 'text-only', cost, options: PASSWORD_OPTION },
    editable(sheets, ['xlsx', 'ods', 'xls', 'fods']),
    { from: sheets, to: ['csv'], fidelity: 'layout-lost', cost, options: CSV_OPTIONS },
    { from: sheets, to: ['tsv'], fidelity: 'layout-lost', cost, options: TSV_OPTIONS },
    { from: sheets, to: ['html'], fidelity: 'layout-lost', cost, options: PASSWORD_OPTION },
    editable(slides, ['pptx', 'odp', 'ppt', 'fodp']),
    editable(drawings, ['odg']),
  ];
}
