import type { Conversion, FormatId } from '@bakkum/conversion/engine';
import type { Losses } from '@bakkum/conversion/fidelity';
import { sourcesOf } from './kinds.ts';
import { CSV_OPTIONS, OPEN_PDF_OPTIONS, PASSWORD_OPTION, PDF_OPTIONS, SHEET_PDF_OPTIONS, TSV_OPTIONS } from './options.ts';

/** Writer knows no flexible boxes, grids or columns of web pages, and cuts off wide tables. */
const PAGE_LOSSES: Losses = { layout: 'lost' };

const without = (formats: readonly FormatId[], left: FormatId): readonly FormatId[] =>
  formats.filter((format) => format !== left);

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
    { from: [...without(text, 'html'), ...slides, ...drawings], to: ['pdf'], fidelity: 'lossy', cost, options: PDF_OPTIONS },
    // Other formats are written from the PowerPoint file that the iWork engine makes of a Keynote presentation.
    { from: ['key'], to: ['pdf'], fidelity: 'lossy', losses: { motion: 'lost' }, cost, options: OPEN_PDF_OPTIONS },
    { from: ['html'], to: ['pdf'], fidelity: 'lossy', losses: PAGE_LOSSES, cost, options: PDF_OPTIONS },
    { from: sheets, to: ['pdf'], fidelity: 'lossy', cost, options: SHEET_PDF_OPTIONS },
    editable(without(text, 'html'), ['docx', 'rtf', 'doc']),
    { ...editable(['html'], ['docx', 'rtf', 'doc']), losses: PAGE_LOSSES },
    // LibreOffice keeps web pages as such inside OpenDocument files, so they are converted through DOCX.
    editable(without(text, 'html'), ['odt', 'fodt']),
    { from: without(text, 'txt'), to: ['txt'], fidelity: 'text-only', cost, options: PASSWORD_OPTION },
    editable(sheets, ['xlsx', 'ods', 'xls', 'fods']),
    { from: sheets, to: ['csv'], fidelity: 'layout-lost', cost, options: CSV_OPTIONS },
    { from: sheets, to: ['tsv'], fidelity: 'layout-lost', cost, options: TSV_OPTIONS },
    { from: sheets, to: ['html'], fidelity: 'layout-lost', cost, options: PASSWORD_OPTION },
    editable(slides, ['pptx', 'odp', 'ppt', 'fodp']),
    editable(drawings, ['odg']),
  ];
}
