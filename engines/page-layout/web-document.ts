import type { LayoutInput } from '@bakkum/conversion/pages/page-layout';

/** A web page, or one of a book's, ready to be laid out. */
export type WebDocument = Omit<LayoutInput, 'medium' | 'width' | 'height'> & {
  /** Name that links of other documents use: a path in a book, or nothing. */
  readonly name: string;
  readonly title: string;
  readonly language: string | undefined;
  /** Images that are not in the file. */
  readonly lostImages: number;
};

/** Addresses that a PDF may link to. */
export const WEB_ADDRESS: RegExp = /^(?:https?|mailto|tel):/i;
