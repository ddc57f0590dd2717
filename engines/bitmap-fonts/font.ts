/** A letter as dots. */
export type Glyph = {
  /** In the font's own encoding; absent for letters outside it. */
  readonly code?: number;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Of the first column from where the pen stands, and of the lowest row from the line. */
  readonly left: number;
  readonly bottom: number;
  /** How far the pen moves. */
  readonly advance: number;
  /** `width` × `height`, a one being ink, from the top. */
  readonly dots: Uint8Array;
};

export type BitmapFont = {
  readonly properties: readonly (readonly [name: string, value: string | number])[];
  readonly ascent: number;
  readonly descent: number;
  readonly glyphs: readonly Glyph[];
};

/** Larger ones are no letters. */
export const MOST_DOTS = 1024;
export const MOST_GLYPHS = 200_000;
