import type { Matrix } from './graphics/matrix.ts';
import type { Box, Path } from './graphics/path.ts';

/** The drawing of one page, in points from the lower left corner. */
export type Page = { readonly box: Box; readonly items: readonly Item[] };

/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [number, number, number];

export type Rule = 'nonzero' | 'evenodd';

/** The area inside this path and the enclosing ones. */
export type Clip = { readonly path: Path; readonly rule: Rule; readonly parent: Clip | undefined };

/** A colour gradient with stops from 0 to 1. */
export type Gradient = {
  readonly kind: 'axial' | 'radial';
  /** x0 y0 x1 y1, or x0 y0 r0 x1 y1 r1. */
  readonly coordinates: readonly number[];
  readonly extend: readonly [boolean, boolean];
  readonly stops: readonly { readonly offset: number; readonly colour: Rgb }[];
  /** Maps the gradient's own space to points. */
  readonly matrix: Matrix;
  readonly background: Rgb | undefined;
};

/** A repeated cell. */
export type Tiling = {
  readonly kind: 'tiling';
  readonly items: readonly Item[];
  /** In the cell's own space. */
  readonly box: Box;
  readonly xStep: number;
  readonly yStep: number;
  readonly matrix: Matrix;
};

export type Paint = { readonly kind: 'solid'; readonly colour: Rgb } | Gradient | Tiling;

export type Stroke = {
  readonly width: number;
  readonly cap: number;
  readonly join: number;
  readonly miterLimit: number;
  readonly dash: readonly number[];
  readonly dashOffset: number;
};

/** RGBA pixels, or a JPEG that can be used unchanged. */
export type Picture =
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number; readonly data: Uint8ClampedArray<ArrayBuffer> }
  | {
      readonly kind: 'jpeg';
      readonly components: number;
      readonly width: number;
      readonly height: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
    };

/** An outline that may be reused, with its text and advance if known. */
export type Glyph = { readonly path: Path; readonly text?: string; readonly advance?: number };

export type Item = { readonly clip: Clip | undefined } & (
  | { readonly kind: 'fill'; readonly path: Path; readonly rule: Rule; readonly paint: Paint }
  /** `matrix` maps the space of `path` and `stroke` to points. */
  | { readonly kind: 'stroke'; readonly path: Path; readonly matrix: Matrix; readonly stroke: Stroke; readonly paint: Paint }
  | { readonly kind: 'glyph'; readonly glyph: Glyph; readonly matrix: Matrix; readonly paint: Paint }
  /** `matrix` maps the unit square, with the image's first row on top, to points. */
  | { readonly kind: 'picture'; readonly picture: Picture; readonly matrix: Matrix; readonly isSmooth: boolean }
);
