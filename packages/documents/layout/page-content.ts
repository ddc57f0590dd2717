import type { Outline, Paint, Shape } from '@bakkum/document-model/graphics';
import type { FormControl } from '@bakkum/document-model/model';

/** Points from the top left corner of the displayed page; y grows downwards. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** A typeface as the file names it. */
export type FontFace = {
  /** Family without subset prefix and style words; empty if the file does not name it. */
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly kind: 'serif' | 'sans' | 'mono';
  /** Width of its letters relative to the named family; absent for 1. */
  readonly stretch?: number;
};

/** A positioned character. Its box is as wide as its advance and as high as its font. */
export type Glyph = Box & {
  readonly text: string;
  readonly baseline: number;
  /** Height of the font in points. */
  readonly size: number;
  readonly font: FontFace;
  /** Width relative to that of the font; absent for 1. */
  readonly stretch?: number;
  /** `#rrggbb`. */
  readonly colour: string;
  /** Clockwise rotation of the text in degrees: 0 for upright. */
  readonly angle: number;
  /** Marked-content id, which a structure tree refers to; -1 if it has none. */
  readonly mark: number;
  /** Drawn without colour: the text layer of a scanned page. */
  readonly invisible: boolean;
  /** Set by `decorate`. */
  readonly underlined?: boolean;
  readonly struck?: boolean;
  /** Part of a recognized word that may have been misread, to be highlighted. */
  readonly isUncertain?: boolean;
  /** Colour of a rectangle painted just behind it and the characters around it. Set by `shadeWords`. */
  readonly shading?: string;
  /** The form field that contains it. */
  readonly control?: FormControl;
};

/** Number of the painted outline it was read from, as counted by `Painting.first`. */
type FromOutline = { readonly outline?: number };

/** A straight line, drawn or filled; horizontal if `top === bottom`. */
export type Rule = Box & FromOutline & { readonly thickness: number; readonly colour: string };

/** A rectangle filled with a colour. */
export type Fill = Box & FromOutline & { readonly colour: string };

/** Position of a drawing that is neither a straight line nor a rectangle. */
export type Drawing = Box & FromOutline;

/** Something painted on the page, exactly as painted. */
export type Painting = Box & {
  /** Its number among the objects of the page, for `PictureSource.painted`. */
  readonly object: number;
  /** Number of its first outline, counted over the page. */
  readonly first: number;
  readonly outlines: readonly Outline[];
  readonly fill?: Paint;
  readonly line?: NonNullable<Shape['line']>;
  /** Gradients, patterns, blends and clipped outlines: only a rendering shows them. */
  readonly isRendered?: true;
  /** Set for images. */
  readonly picture?: number;
};

export type PlacedPicture = Box & { readonly id: number };

/** A form field. `size` is its text size in points, 0 if it follows the field's height. */
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

/** Content of one page, in drawing order. */
export type PageContent = {
  readonly width: number;
  readonly height: number;
  readonly glyphs: readonly Glyph[];
  readonly rules: readonly Rule[];
  readonly fills: readonly Fill[];
  readonly drawings: readonly Drawing[];
  readonly pictures: readonly PlacedPicture[];
  /** Everything painted except text, from back to front. */
  readonly paintings?: readonly Painting[];
  readonly links: readonly PlacedLink[];
  readonly fields?: readonly PlacedField[];
  /** Role of marked content by its id in tagged files: `H1`, `P`, `L`, `Artifact`. */
  readonly roles: ReadonlyMap<number, string>;
};

export const widthOf = (box: Box): number => box.right - box.left;
export const heightOf = (box: Box): number => box.bottom - box.top;

export function union(boxes: readonly Box[]): Box {
  // Not with arguments: a page can have more boxes than fit on the stack.
  const around = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { left, top, right, bottom } of boxes) {
    around.left = Math.min(around.left, left);
    around.top = Math.min(around.top, top);
    around.right = Math.max(around.right, right);
    around.bottom = Math.max(around.bottom, bottom);
  }
  return around;
}

export function intersection(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** Whether `inner` is inside `outer` or stands out by less than the slack. */
export function contains(outer: Box, inner: Box, slack: number): boolean {
  return (
    inner.left > outer.left - slack &&
    inner.right < outer.right + slack &&
    inner.top > outer.top - slack &&
    inner.bottom < outer.bottom + slack
  );
}

export function overlaps(a: Box, b: Box, slack = 0): boolean {
  return a.left < b.right + slack && b.left < a.right + slack && a.top < b.bottom + slack && b.top < a.bottom + slack;
}

/** Whether the centre of `inner` is inside `outer`. */
export function holds(outer: Box, inner: Box): boolean {
  const x = (inner.left + inner.right) / 2;
  const y = (inner.top + inner.bottom) / 2;
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;
}

/** Length that two spans share; negative for the distance between them. */
export function shared(fromA: number, toA: number, fromB: number, toB: number): number {
  return Math.min(toA, toB) - Math.max(fromA, fromB);
}
