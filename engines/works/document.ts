import { ConversionError } from '@bakkum/conversion/errors';

/** Lengths are in twips, 1/20 of a point. */
export type Looks = {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underlined: boolean;
  /** In half points. */
  readonly size: number;
  /** Index in the document's font list, which may be empty. */
  readonly font: number;
};

export type Run = { readonly text: string; readonly looks: Looks };

export type Tab = { readonly at: number; readonly kind: 'left' | 'centre' | 'right' | 'decimal' };

export type Shape = {
  readonly align: 'left' | 'centre' | 'right' | 'both';
  readonly left: number;
  readonly right: number;
  /** First line indent relative to the left indent; negative means hanging. */
  readonly first: number;
  readonly before: number;
  readonly after: number;
  readonly tabs: readonly Tab[];
};

export type Paragraph = { readonly runs: readonly Run[]; readonly shape: Shape };

export type Page = {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

export type Document = {
  readonly fonts: readonly string[];
  readonly page: Page;
  readonly header: readonly Paragraph[];
  readonly footer: readonly Paragraph[];
  readonly body: readonly Paragraph[];
  /** Headers and footers begin on the second page. */
  readonly firstIsBare: boolean;
  readonly hasPictures: boolean;
  /** Referenced data is missing. */
  readonly isCutOff: boolean;
};

export const PLAIN: Shape = { align: 'left', left: 0, right: 0, first: 0, before: 0, after: 0, tabs: [] };
export const LETTER: Page = { width: 12_240, height: 15_840, top: 1440, bottom: 1440, left: 1800, right: 1800 };

/** Margins that leave no space indicate a damaged header. */
export function pageOf(page: Page): Page {
  const sides = Object.values(page);
  const fits = page.left + page.right < page.width && page.top + page.bottom < page.height;
  return fits && sides.every((length) => length >= 0 && length <= MAX_LENGTH) ? page : LETTER;
}

/** 22 inches, the maximum page length in these formats. */
const MAX_LENGTH = 31_680;

/** Runs a reader; reading past the end of the file throws `RangeError`. */
export function reading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ConversionError('corrupt', 'it points outside of itself', { cause });
  }
}
