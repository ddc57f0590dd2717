import type { OptionsSchema } from '@bakkum/conversion/options';
import { pageOptions } from '@bakkum/document-typesetting/page-options';

const { pageSize, orientation, margin, pageNumbers } = pageOptions({
  typeface: 'sans',
  fontSize: 11,
  margin: 12,
  pageNumbers: false,
});

/** A page has its own typefaces and sizes, so only the paper can be chosen. */
export const PAGE_OPTIONS: OptionsSchema = Object.fromEntries(
  Object.entries({ pageSize, orientation, margin, pageNumbers }).flatMap(([name, option]) => (option ? [[name, option]] : [])),
);
