import type { FormControl } from '@bakkum/document-model/model';

/** Points from the top left corner of the page as it is shown; y grows downwards. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** A typeface as a file names it. */
export type FontFace = {
  /** Family without subset prefix and style words; empty where the file does not say. */
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly kind: 'serif' | 'sans' | 'mono';
  /** How much wider its letters are than those of the family it is told as; absent for 1. */
  readonly stretch?: number;
};

/** One character where it stands. Its box is as wide as its advance and as high as its font. */
export type Glyph = Box & {
  readonly text: string;
  readonly baseline: number;
  /** Height of the font in points. */
  readonly size: number;
  readonly font: FontFace;
  /** `#rrggbb`. */
  readonly colour: string;
  /** Degrees the text is turned by, clockwise: 0 for upright. */
  readonly angle: number;
  /** Number of its marked content, which a structure tree refers to; -1 where it has none. */
  readonly mark: number;
  /** Drawn in no colour at all: the text under a scanned page. */
  readonly invisible: boolean;
  /** Found by `decorate`. */
  readonly underlined?: boolean;
  readonly struck?: boolean;
  /** Stands in a field of a form. */
  readonly control?: FormControl;
};

/** A straight line, drawn or filled; horizontal where `top === bottom`. */
export type Rule = Box & { readonly thickness: number; readonly colour: string };

/** A rectangle filled with a colour. */
export type Fill = Box & { readonly colour: string };

export type PlacedPicture = Box & { readonly id: number };

/** A field of a form. `size` is that of its text in points, 0 where it follows the field's height. */
export type PlacedField = Box & {
  readonly kind: 'text' | 'choice' | 'check' | 'radio';
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly options: readonly string[];
  readonly size: number;
  readonly isMultiline: boolean;
};

export type PlacedLink = Box & { readonly target: string };

/** What stands on one page, in the order it is drawn. */
export type PageContent = {
  readonly width: number;
  readonly height: number;
  readonly glyphs: readonly Glyph[];
  readonly rules: readonly Rule[];
  readonly fills: readonly Fill[];
  /** Places of drawings that are neither straight lines nor rectangles. */
  readonly drawings: readonly Box[];
  readonly pictures: readonly PlacedPicture[];
  readonly links: readonly PlacedLink[];
  readonly fields?: readonly PlacedField[];
  /** Role of marked content by its number, where the file is tagged: `H1`, `P`, `L`, `Artifact`. */
  readonly roles: ReadonlyMap<number, string>;
};

export const widthOf = (box: Box): number => box.right - box.left;
export const heightOf = (box: Box): number => box.bottom - box.top;

export function union(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

export function overlaps(a: Box, b: Box, slack = 0): boolean {
  return a.left < b.right + slack && b.left < a.right + slack && a.top < b.bottom + slack && b.top < a.bottom + slack;
}

/** Whether the middle of `inner` lies in `outer`. */
export function holds(outer: Box, inner: Box): boolean {
  const x = (inner.left + inner.right) / 2;
  const y = (inner.top + inner.bottom) / 2;
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;
}

/** Length two spans share; negative by how far they are apart. */
export function shared(fromA: number, toA: number, fromB: number, toB: number): number {
  return Math.min(toA, toB) - Math.max(fromA, fromB);
}
