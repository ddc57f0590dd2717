/** A glyph as a bitmap. */
export type Glyph = {
  /** Code in the font's own encoding; absent for unencoded glyphs. */
  readonly code?: number;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Offset of the first column from the origin, and of the lowest row from the baseline. */
  readonly left: number;
  readonly bottom: number;
  /** Advance width. */
  readonly advance: number;
  /** `width` × `height` from the top, 1 for ink. */
  readonly dots: Uint8Array;
};

export type BitmapFont = {
  readonly properties: readonly (readonly [name: string, value: string | number])[];
  readonly ascent: number;
  readonly descent: number;
  readonly glyphs: readonly Glyph[];
};

/** Maximum glyph side; larger values are invalid. */
export const MAX_DOTS = 1024;
export const MAX_GLYPHS = 200_000;
