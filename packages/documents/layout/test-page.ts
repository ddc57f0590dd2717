import type { Outline, Point } from '@bakkum/document-model/graphics';
import type { Box, FontFace, Glyph, PageContent, Painting, Rule } from './page-content.ts';

const FACE: FontFace = { family: 'Test', bold: false, italic: false, kind: 'serif' };

type Setting = {
  readonly size?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly colour?: string;
  /** Leaves spaces as gaps, as TeX does. */
  readonly bare?: boolean;
  readonly angle?: number;
  readonly family?: string;
};

/** Character widths of a made-up font, relative to its size. */
export function advanceOf(character: string, size: number): number {
  if (character === ' ') return size * 0.25;
  return /[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7af]/.test(character) ? size : size * 0.5;
}

export const widthOfText = (text: string, size = 10): number => [...text].reduce((sum, one) => sum + advanceOf(one, size), 0);

/** Glyphs of one line for tests: `x` is its left edge, `y` its baseline. */
export function line(
  text: string,
  x: number,
  y: number,
  { size = 10, bold = false, italic = false, colour = '#000000', bare = false, angle = 0, family = 'Test' }: Setting = {},
): Glyph[] {
  let left = x;
  const glyphs: Glyph[] = [];
  for (const character of text) {
    const right = left + advanceOf(character, size);
    if (!(bare && character === ' '))
      glyphs.push({
        text: character,
        left,
        right,
        top: y - size * 0.9,
        bottom: y + size * 0.3,
        baseline: y,
        size,
        font: { ...FACE, family, bold, italic },
        colour,
        angle,
        mark: -1,
        invisible: false,
      });
    left = right;
  }
  return glyphs;
}

/** Lines of a paragraph, with a space at the end of all but the last, as most programs write them. */
export function lines(texts: readonly string[], x: number, y: number, pitch = 12, setting: Setting = {}): Glyph[] {
  return texts.flatMap((text, index) => line(index + 1 < texts.length ? `${text} ` : text, x, y + index * pitch, setting));
}

export function page(glyphs: readonly Glyph[], rest: Partial<PageContent> = {}): PageContent {
  return {
    width: 595,
    height: 842,
    glyphs,
    rules: [],
    fills: [],
    drawings: [],
    pictures: [],
    links: [],
    roles: new Map(),
    ...rest,
  };
}

/** The rules of a grid. */
export function grid(xs: readonly number[], ys: readonly number[], colour = '#444444'): Rule[] {
  const [left = 0, right = 0] = [xs[0], xs.at(-1)];
  const [top = 0, bottom = 0] = [ys[0], ys.at(-1)];
  return [
    ...ys.map((y): Rule => ({ left, right, top: y, bottom: y, thickness: 0.5, colour })),
    ...xs.map((x): Rule => ({ left: x, right: x, top, bottom, thickness: 0.5, colour })),
  ];
}

type Painted = Box & { readonly colour: string; readonly kind?: 'area' | 'circle' | 'gradient' };

/** A page with paintings, in order, and the fills and drawings read from them. */
export function painted(content: PageContent, paintings: readonly Painted[]): PageContent {
  const places = paintings.map((painting, outline) => ({ ...painting, outline }));
  return {
    ...content,
    fills: [...content.fills, ...places.filter(({ kind = 'area' }) => kind === 'area')],
    drawings: [...content.drawings, ...places.filter(({ kind = 'area' }) => kind !== 'area')],
    paintings: places.map(({ left, top, right, bottom, colour, kind, outline }): Painting => {
      const box = { left, top, right, bottom };
      const shared = { ...box, object: outline, first: outline };
      if (kind === 'gradient') return { ...shared, outlines: [], isRendered: true };
      return { ...shared, outlines: [kind === 'circle' ? circle(box) : rectangle(box)], fill: { colour, opacity: 1 } };
    }),
  };
}

function rectangle({ left, top, right, bottom }: Box): Outline {
  const corner = (x: number, y: number): [Point] => [{ x, y }];
  return { start: { x: left, y: top }, steps: [corner(right, top), corner(right, bottom), corner(left, bottom)], isClosed: true };
}

/** Its curves have their control points at the corners. */
function circle({ left, top, right, bottom }: Box): Outline {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [east, south, west, north] = [
    { x: right, y },
    { x, y: bottom },
    { x: left, y },
    { x, y: top },
  ];
  const quarter = (corner: Point, end: Point): [Point, Point, Point] => [corner, corner, end];
  return {
    start: east,
    steps: [
      quarter({ x: right, y: bottom }, south),
      quarter({ x: left, y: bottom }, west),
      quarter({ x: left, y: top }, north),
      quarter({ x: right, y: top }, east),
    ],
    isClosed: true,
  };
}
