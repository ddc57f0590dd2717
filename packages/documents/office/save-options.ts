import type { FormatId } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';

type PdfValue = { readonly type: 'boolean' | 'long' | 'string'; readonly value: boolean | number | string };

/** `SelectPdfVersion` of LibreOffice's PDF export: 0 is PDF 1.7, the others are archival standards. */
const PDF_VERSIONS: Readonly<Record<string, number>> = { pdf: 0, 'pdfa-1b': 1, 'pdfa-2b': 2, 'pdfa-3b': 3 };

/** JPEG quality out of 100, and the resolution above which images are downscaled; `original` leaves them unchanged. */
const IMAGE_QUALITIES: Readonly<Record<string, { readonly quality: number; readonly dpi: number }>> = {
  high: { quality: 90, dpi: 300 },
  medium: { quality: 80, dpi: 200 },
  low: { quality: 60, dpi: 110 },
};

const PAGES = /^\s*\d+(?:\s*-\s*\d+)?(?:\s*,\s*\d+(?:\s*-\s*\d+)?)*\s*$/;

/** PDF export options as JSON: https://help.libreoffice.org/latest/en-US/text/shared/guide/pdf_params.html */
export function pdfOptions(values: OptionValues): string {
  const { pdfStandard, pages, imageQuality, tagged, onePageSheets } = values;
  const images = IMAGE_QUALITIES[String(imageQuality)];
  const given: Record<string, PdfValue> = {
    SelectPdfVersion: { type: 'long', value: PDF_VERSIONS[String(pdfStandard)] ?? 0 },
    UseTaggedPDF: { type: 'boolean', value: tagged !== false },
    ExportBookmarks: { type: 'boolean', value: true },
    SinglePageSheets: { type: 'boolean', value: onePageSheets === true },
    UseLosslessCompression: { type: 'boolean', value: !images },
    ReduceImageResolution: { type: 'boolean', value: images !== undefined },
    ...(images && { Quality: { type: 'long', value: images.quality }, MaxImageResolution: { type: 'long', value: images.dpi } }),
    ...(typeof pages === 'string' && pages.trim() !== '' && { PageRange: { type: 'string', value: pageRange(pages) } }),
  };
  return JSON.stringify(given);
}

function pageRange(pages: string): string {
  if (!PAGES.test(pages)) throw new ConversionError('invalid-options', 'pages');
  return pages.replaceAll(/\s/g, '');
}

const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t' };

export function separatorOf(to: FormatId, { separator }: OptionValues): string {
  return to === 'tsv' ? '\t' : (SEPARATORS[String(separator)] ?? ',');
}

/** LibreOffice's number for UTF-8. */
const UTF_8 = 76;

/**
 * Tokens of the CSV filter: separator, text delimiter, encoding, first line. For export also: cell formats, language, quote all
 * text, save values as shown. https://help.libreoffice.org/latest/en-US/text/shared/guide/csv_params.html
 */
export function csvTokens(separator: string, after = ''): string {
  return `${separator.charCodeAt(0)},34,${UTF_8},1${after}`;
}
export const AS_SHOWN = ',,0,false,true,false';

/** The export filter of each target, by LibreOffice's extension, and its options. */
export function writerOf(to: FormatId, values: OptionValues): { readonly extension: string; readonly options: string } {
  switch (to) {
    case 'pdf':
      return { extension: 'pdf', options: pdfOptions(values) };
    case 'csv':
    case 'tsv':
      return { extension: 'csv', options: csvTokens(separatorOf(to, values), AS_SHOWN) };
    case 'html':
      return { extension: 'html', options: 'EmbedImages' };
    default:
      return { extension: to, options: '' };
  }
}
