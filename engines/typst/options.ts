import { pageOptions } from '@bakkum/document-typesetting/page-options';

/** The look of a document that brings none of its own. */
export const PAGE_OPTIONS = pageOptions({ typeface: 'sans', fontSize: 11, margin: 22, pageNumbers: true });
