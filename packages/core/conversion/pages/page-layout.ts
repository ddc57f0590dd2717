/**
 * What a browser's own layout of a web page consists of. The page of the website lays out in an isolated frame; engines run in workers,
 * which have no layout. All lengths are CSS pixels, measured from the top left of the laid out page.
 */

export type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type LayoutInput = {
  /** Markup of a body without scripts, forms and addresses. Images name their `images` in `data-image`; styles are in `data-style`. */
  readonly html: string;
  /** Texts of style sheets, in their order. `url()` in them names one of `images`, or is dropped. */
  readonly styles: readonly string[];
  readonly images: Readonly<Record<string, Blob>>;
  /** Attributes of the root and of the body that style sheets refer to: `class`, `id`, `dir`, `lang`. */
  readonly root: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
  /** Whether the page has no style of its own and gets ours. */
  readonly isPlain: boolean;
  /** Which media queries match. On a screen, the layout keeps its width, and content may be wider. */
  readonly medium: 'print' | 'screen';
  /** Size of the area for content: of a page, or of the screen. On paper, wider content widens the layout. */
  readonly width: number;
  readonly height: number;
};

/** A line of letters from one typeface list. `family` is a name of `@bakkum/document-typefaces/web-faces`. */
export type DrawnText = {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  readonly size: number;
  readonly family: string;
  readonly fill: string;
  /** Letters are spaced or rotated individually, so each has its own position. */
  readonly top: number;
  readonly bottom: number;
};

export type DrawnPath = {
  readonly kind: 'path';
  readonly outline: string;
  readonly fill: string | Gradient;
  readonly evenOdd?: boolean;
  readonly top: number;
  readonly bottom: number;
};

export type Gradient = {
  /** In the coordinates of the page. */
  readonly line: readonly [x1: number, y1: number, x2: number, y2: number] | readonly [cx: number, cy: number, r: number];
  readonly stops: readonly { readonly at: number; readonly color: string }[];
};

/** `image` is a name in the input's or the layout's images. */
export type DrawnImage = Rectangle & { readonly kind: 'image'; readonly image: string };

/** Precedes the names of images in drawings. */
export const IMAGE_NAME = 'image:';

/** Pixels per unit of a drawing that becomes PNG. */
export const drawingZoom = (width: number, height: number): number => Math.min(3, 2400 / Math.max(1, width, height));

/** A drawing whose styles are attributes. */
export type DrawnSvg = Rectangle & { readonly kind: 'svg'; readonly markup: string };

/** Items up to the matching `close` are clipped to an outline, transformed and made transparent. */
export type DrawnGroup = {
  readonly kind: 'open';
  readonly clip?: string;
  readonly transform?: readonly [number, number, number, number, number, number];
  readonly opacity?: number;
};

export type DrawnItem = DrawnText | DrawnPath | DrawnImage | DrawnSvg | DrawnGroup | { readonly kind: 'close' };

export type PageLayout = {
  readonly width: number;
  readonly height: number;
  /** In painting order. */
  readonly items: readonly DrawnItem[];
  /** Color of the whole page. */
  readonly background?: string;
  /** Images that were converted to PNG. */
  readonly images: Readonly<Record<string, Blob>>;
  /** Vertical ranges that should stay on one page. */
  readonly together: readonly (readonly [top: number, bottom: number])[];
  /** Positions of forced page breaks. */
  readonly breaks: readonly number[];
  /** Heads of tables, repeated on each page on which their table continues. */
  readonly heads: readonly TableHead[];
  readonly links: readonly (Rectangle & { readonly target: string })[];
  /** Vertical positions of elements by `id` or name. */
  readonly anchors: Readonly<Record<string, number>>;
  readonly headings: readonly { readonly level: number; readonly text: string; readonly y: number }[];
  /** The typefaces of each font, in the order in which the browser tried them. */
  readonly faces: Readonly<Record<string, readonly string[]>>;
  /** Visible characters that no typeface has. */
  readonly missing: string;
  readonly lostImages: number;
};

/** `top` to `bottom` is the head; the table ends at `end`. */
export type TableHead = { readonly top: number; readonly bottom: number; readonly end: number };

/** A frame that lays out one page after another. */
export type PageLayouts = {
  /** Errors: `unsupported-feature` for pages it cannot measure, `too-large`, `cancelled`. */
  layOut(input: LayoutInput): Promise<PageLayout>;
  close(): void;
};
