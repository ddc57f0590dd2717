/** Compares the pixels of pages and finds differences that no word explains: images, drawings, colors, typefaces. */
import type { Change } from '@bakkum/conversion/document-comparison';
import type { Box } from '@bakkum/document-pdfium/geometry';
import { areaOf } from '../alignment/changes.ts';
import type { OpenFile } from '../open-file.ts';
import { textOf, type Word } from '../text/words.ts';
import { clear, type Drawing, differenceOf, regionsOf } from './difference.ts';

/** Longer side of the drawings in pixels: a pixel per point up to A0. */
const MAX_PIXELS = 3400;
/** Distance in points that letters may reach beyond the boxes of their words. */
const OVERHANG = 3;
/** Maximum regions listed for one page, the largest first. The share of differing pixels includes all of them. */
const MAX_REGIONS = 20;

export type PageWords = {
  /** Words that changed or moved, which explain the pixels under them. */
  readonly elsewhere: readonly Word[];
  /** Equal words in the same place. */
  readonly same: readonly Word[];
};

export type ComparedPages = { readonly differingPixels: number; readonly changes: readonly Change[] };

/** Draws two pages at the same scale and compares them. */
export async function comparePages(
  before: { readonly file: OpenFile; readonly page: number; readonly words: PageWords },
  after: { readonly file: OpenFile; readonly page: number; readonly words: PageWords },
): Promise<ComparedPages> {
  const [size, other] = [before.file.sizeOf(before.page), after.file.sizeOf(after.page)];
  const zoom = Math.min(1, MAX_PIXELS / Math.max(size.width, size.height, other.width, other.height));
  const drawings: readonly [Drawing, Drawing] = [
    await before.file.draw(before.page, zoom),
    await after.file.draw(after.page, zoom),
  ];
  const difference = differenceOf(...drawings);
  if (difference.share === 0) return { differingPixels: 0, changes: [] };
  for (const { boxes } of [...before.words.elsewhere, ...after.words.elsewhere])
    for (const { left, top, right, bottom } of boxes)
      clear(difference, {
        left: (left - OVERHANG) * zoom,
        top: (top - OVERHANG) * zoom,
        right: (right + OVERHANG) * zoom,
        bottom: (bottom + OVERHANG) * zoom,
      });
  const regions = regionsOf(difference).slice(0, MAX_REGIONS);
  const changes = regions.map(({ left, top, right, bottom }): Change => {
    const box = { left: left / zoom, top: top / zoom, right: right / zoom, bottom: bottom / zoom };
    return {
      kind: 'appearance',
      before: { text: textIn(before.words.same, box), areas: [areaOf(before.page, within(box, size))] },
      after: { text: textIn(after.words.same, box), areas: [areaOf(after.page, within(box, other))] },
    };
  });
  return { differingPixels: difference.share, changes };
}

/** The words whose middle is in a box. */
function textIn(words: readonly Word[], { left, top, right, bottom }: Box): string {
  const isInside = ({ boxes }: Word): boolean =>
    boxes.some((box) => {
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      return x > left && x < right && y > top && y < bottom;
    });
  return textOf(words.filter(isInside));
}

function within({ left, top, right, bottom }: Box, { width, height }: { readonly width: number; readonly height: number }): Box {
  return {
    left: Math.min(left, width),
    top: Math.min(top, height),
    right: Math.min(right, width),
    bottom: Math.min(bottom, height),
  };
}
