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
} & (
  | { readonly kind: 'text'; readonly paragraphs: readonly Paragraph[] }
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'picture'; readonly picture: Picture }
  | { readonly kind: 'shapes'; readonly shapes: readonly Shape[] }
);
