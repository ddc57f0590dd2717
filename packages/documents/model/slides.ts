import type { Shape } from './graphics.ts';
import type { Paragraph, Picture, Table } from './model.ts';

/** Pages with positioned elements, for presentations. All lengths are points. */
export type SlideDeck = {
  readonly title?: string;
  readonly width: number;
  readonly height: number;
  readonly slides: readonly Slide[];
};

/** Elements from back to front. */
export type Slide = { readonly items: readonly SlideItem[] };

export type SlideItem = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
} /** `anchor`: where the text stands in its box, by default at the top. */ & (
  | { readonly kind: 'text'; readonly paragraphs: readonly Paragraph[]; readonly anchor?: 'top' | 'center' | 'bottom' }
  | { readonly kind: 'table'; readonly table: Table }
  /** `crop`: shares of the image's width and height that are cut off. */
  | { readonly kind: 'picture'; readonly picture: Picture; readonly crop?: Crop }
  | { readonly kind: 'shapes'; readonly shapes: readonly Shape[] }
);

export type Crop = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
