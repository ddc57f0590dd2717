import type { Addition, DrawingAddition, ImageAddition, TextAddition } from '@bakkum/conversion/pages/page-additions';
import type { Size } from '../preview/view-frame.ts';

/** An addition without its place. */
export type Unplaced =
  | Omit<TextAddition, 'pages' | 'x' | 'y'>
  /** `ratio` is the width divided by the height. */
  | (Pick<ImageAddition, 'type' | 'image'> & { readonly ratio: number; readonly isSignature: boolean })
  | Omit<DrawingAddition, 'pages' | 'x' | 'y' | 'width'>;

/** Widths of a new item, as shares of the width of the page. */
const IMAGE_SHARE = 0.4;
const SIGNATURE_SHARE = 0.3;

/** Distance of new items in points, so that they do not cover each other. */
const STEP = 24;
const MAX_STEPS = 8;

/**
 * Puts a new item near the middle of a page, counted from one.
 * @param count number of items that are on the page
 */
export function placedOn(unplaced: Unplaced, page: number, size: Size, count = 0): Addition {
  const pages = String(page);
  const down = STEP * (count % MAX_STEPS);
  const centred = (width: number, height: number) => ({
    x: Math.max(0, Math.round((size.width - width) / 2)),
    y: Math.max(0, Math.min(Math.round((size.height - height) / 2) + down, Math.round(size.height - height))),
  });
  switch (unplaced.type) {
    case 'text':
      return { ...unplaced, pages, ...centred((unplaced.text.length * unplaced.size) / 2, unplaced.size) };
    case 'drawing': {
      const [across, high] = unplaced.box;
      const width = within(across / high, size, SIGNATURE_SHARE);
      return { ...unplaced, pages, ...centred(width, (width * high) / across), width };
    }
    case 'image': {
      const { type, image, ratio, isSignature } = unplaced;
      const width = within(ratio, size, isSignature ? SIGNATURE_SHARE : IMAGE_SHARE);
      return { type, image, pages, ...centred(width, width / ratio), width };
    }
  }
}

/** The width at which a box fills a share of the page in one direction, and at most that in the other. */
function within(ratio: number, size: Size, share: number): number {
  return Math.max(1, Math.round(Math.min(size.width * share, size.height * share * ratio)));
}
