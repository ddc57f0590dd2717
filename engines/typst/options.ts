import type { OptionsSchema } from '@bakkum/conversion/options';
import { RESOLUTION_OPTION } from '@bakkum/document-pdfium/resolution';
import { pageOptions } from '@bakkum/document-typesetting/page-options';

/** Default style of a document. */
export const PAGE_OPTIONS = pageOptions({ typeface: 'sans', fontSize: 11, margin: 22, pageNumbers: true });

export const PICTURE_OPTIONS: OptionsSchema = { ...RESOLUTION_OPTION, ...PAGE_OPTIONS };
