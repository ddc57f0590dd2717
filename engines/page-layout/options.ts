import type { OptionsSchema } from '@bakkum/conversion/options';
import { PAGE_RANGE_OPTION } from '@bakkum/document-pdfium/page-range';
import { RESOLUTION_OPTION } from '@bakkum/document-pdfium/resolution';
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

/** Images of the pages of a book. */
export const BOOK_IMAGE_OPTIONS: OptionsSchema = { ...RESOLUTION_OPTION, ...PAGE_RANGE_OPTION, ...PAGE_OPTIONS };

/** A web page as on a screen: at 96 dpi, a CSS pixel is a pixel of the image. */
export const SCREEN_OPTIONS: OptionsSchema = {
  screenWidth: { kind: 'number', min: 320, max: 3840, step: 1, unit: 'px', default: 1280 },
  dpi: { kind: 'number', min: 36, max: 384, step: 1, unit: 'dpi', default: 96 },
  ...PAGE_RANGE_OPTION,
};
