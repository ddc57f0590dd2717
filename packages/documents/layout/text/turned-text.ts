import type { Glyph, PageContent } from '../page-content.ts';
import { isEastAsian } from './script.ts';
import { type Segment, segmentsOf } from './segments.ts';

/** Angles closer than this are one direction. */
const SAME_ANGLE = 4;

/**
 * Lines that do not run from left to right, converted as if they did: glyphs of one angle are rotated back around the page's
 * corner, grouped into lines and read in that order.
 */
export function turnedLines(glyphs: readonly Glyph[], page: Pick<PageContent, 'width' | 'height'>): readonly Segment[] {
  const turned = glyphs.filter(({ angle }) => angle !== 0);
  const directions = new Map<number, Glyph[]>();
  for (const glyph of turned) {
    const key = Math.round(glyph.angle / SAME_ANGLE) * SAME_ANGLE;
    directions.set(key, [...(directions.get(key) ?? []), glyph]);
  }
  return [...directions].flatMap(([angle, group]) =>
    segmentsOf(group.map((glyph) => turnBack(glyph, angle)))
      .toSorted((a, b) => a.baseline - b.baseline || a.left - b.left)
      .map((segment) => onPage(segment, page)),
  );
}

/** Rotates a glyph around the origin by its own angle; its box becomes as long as its advance. */
function turnBack(glyph: Glyph, angle: number): Glyph {
  const turn = (-angle * Math.PI) / 180;
  const [x, y] = [(glyph.left + glyph.right) / 2, (glyph.top + glyph.bottom) / 2];
  const centre = { x: x * Math.cos(turn) - y * Math.sin(turn), y: x * Math.sin(turn) + y * Math.cos(turn) };
  const isQuarter = Math.abs(Math.abs(angle) - 90) < 45;
  const advance = isQuarter ? glyph.bottom - glyph.top : glyph.right - glyph.left;
  const height = glyph.size;
  return {
    ...glyph,
    left: centre.x - advance / 2,
    right: centre.x + advance / 2,
    top: centre.y - height / 2,
    bottom: centre.y + height / 2,
    baseline: centre.y + height * 0.3,
    angle: 0,
  };
}

/** Moves a segment back onto the page; only the order matters from here on. */
function onPage(segment: Segment, page: Pick<PageContent, 'width' | 'height'>): Segment {
  const width = Math.min(segment.right - segment.left, page.width);
  return { ...segment, left: 0, right: width, top: page.height - segment.size, bottom: page.height };
}

/** Whether characters are stacked, as in vertical East Asian text. */
export function isVertical(glyphs: readonly Glyph[]): boolean {
  let down = 0;
  let along = 0;
  for (const [index, glyph] of glyphs.entries()) {
    const last = glyphs[index - 1];
    if (!last || !isEastAsian(glyph.text) || !isEastAsian(last.text)) continue;
    const dx = Math.abs((glyph.left + glyph.right - last.left - last.right) / 2);
    const dy = glyph.baseline - last.baseline;
    if (dx < glyph.size * 0.3 && dy > glyph.size * 0.7 && dy < glyph.size * 2) down += 1;
    else if (Math.abs(dy) < glyph.size * 0.2) along += 1;
  }
  return down > 5 && down > along * 2;
}

/** Rotates a page with vertical lines so that they run from left to right: the rightmost becomes the topmost. */
export function layDown(content: PageContent): PageContent {
  const { width, height } = content;
  const turn = <Item extends { left: number; top: number; right: number; bottom: number }>(item: Item): Item => ({
    ...item,
    left: item.top,
    right: item.bottom,
    top: width - item.right,
    bottom: width - item.left,
  });
  return {
    ...content,
    width: height,
    height: width,
    glyphs: content.glyphs.map((glyph) => {
      const centre = (glyph.left + glyph.right) / 2;
      const length = glyph.size;
      const top = glyph.baseline - length * 0.88;
      return {
        ...glyph,
        left: top,
        right: top + length,
        top: width - centre - length / 2,
        bottom: width - centre + length / 2,
        baseline: width - centre + length * 0.38,
      };
    }),
    rules: content.rules.map(turn),
    fills: content.fills.map(turn),
    drawings: [],
    paintings: [],
    links: content.links.map(turn),
  };
}
