import type { OptionValues } from '@bakkum/conversion/options';
import type { LayoutInput, PageLayout } from '@bakkum/conversion/pages/page-layout';
import { resolutionOf } from '@bakkum/document-pdfium/resolution';
import { pageRequestOf } from '@bakkum/document-typesetting/page-options';
import type { Paper } from './page-svg.ts';
import { paginate, type Slice } from './paginate.ts';

/** What a layout is drawn on: its size, and how it is divided into pages. Lengths are CSS pixels. */
export type Sheets = Pick<LayoutInput, 'medium' | 'width' | 'height'> & {
  readonly margin: number;
  readonly pageNumbers: boolean;
  divide(layout: PageLayout): Division;
};

/** @property scale of the layout on its pages */
export type Division = {
  readonly scale: number;
  readonly pages: readonly { readonly slice: Slice; readonly paper: Paper }[];
};

const PIXELS_PER_MM = 96 / 25.4;

/** Pages of the paper that was chosen. */
export function paperSheets(options: OptionValues): Sheets {
  const request = pageRequestOf(options);
  const [across, down] = [request.paper.width * PIXELS_PER_MM, request.paper.height * PIXELS_PER_MM];
  const margin = request.margin * PIXELS_PER_MM;
  const paper = request.isLandscape ? { width: down, height: across, margin } : { width: across, height: down, margin };
  const [width, height] = [paper.width - 2 * margin, paper.height - 2 * margin];
  return {
    medium: 'print',
    width,
    height,
    margin,
    pageNumbers: request.pageNumbers,
    divide(layout) {
      const scale = coverScale(layout, height, Math.min(1, width / layout.width));
      return { scale, pages: paginate(layout, height / scale).map((slice) => ({ slice, paper })) };
    },
  };
}

/** Covers are as wide as the page, whatever its proportions, so one that is hardly too high is shrunk to it. */
const COVER_EXCESS = 1.1;

function coverScale({ items }: PageLayout, contentHeight: number, scale: number): number {
  const images = items.flatMap((item) => (item.kind === 'image' || item.kind === 'svg' ? [item.y + item.height] : []));
  const excess = (Math.max(0, ...images) * scale) / contentHeight;
  const isCover = images.length === 1 && !items.some(({ kind }) => kind === 'text');
  return isCover && excess > 1 && excess <= COVER_EXCESS ? scale / excess : scale;
}

/** Height of a window, to which pages adapt; the image is as high as the page. */
const WINDOW_HEIGHT = 800;
/** Pixels. WebP holds 16,383. */
const MAX_IMAGE_HEIGHT = 16_000;

/** The whole page as on a screen: one sheet, or several where an image would be too high for its format. */
export function screenSheets(options: OptionValues): Sheets {
  const longest = Math.floor((MAX_IMAGE_HEIGHT * 96) / resolutionOf(options));
  return {
    medium: 'screen',
    width: Number(options['screenWidth']),
    height: WINDOW_HEIGHT,
    margin: 0,
    pageNumbers: false,
    divide(layout) {
      const pages = paginate(unbroken(layout), longest, 'kept').map(({ top, bottom }) => {
        const slice = { top, bottom: Math.min(bottom, layout.height) };
        return { slice, paper: { width: layout.width, height: slice.bottom - top, margin: 0 } };
      });
      return { scale: 1, pages };
    },
  };
}

/** Page breaks and repeated heads are for paper. */
const unbroken = (layout: PageLayout): PageLayout => ({ ...layout, breaks: [], heads: [] });
