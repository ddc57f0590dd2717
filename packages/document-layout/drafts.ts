import type { Alignment, Inline, ListMarker, Picture, Table, TabStop } from '@bakkum/document-model/model';
import type { Column } from './lines.ts';
import type { Box } from './page-content.ts';

/** A paragraph as it was found on a page, before it is known what the others look like. */
export type ParagraphDraft = Box & {
  readonly kind: 'paragraph';
  readonly column: Column;
  readonly content: readonly Inline[];
  readonly text: string;
  readonly lines: number;
  readonly size: number;
  readonly bold: boolean;
  readonly colour: string;
  readonly alignment: Alignment;
  readonly pitch?: number;
  readonly firstBaseline: number;
  readonly lastBaseline: number;
  /** Left edge of the first line and of the others. */
  readonly firstLeft: number;
  readonly bodyLeft: number;
  readonly marker?: ListMarker;
  readonly role: string;
  /** Its last line ends where the column does, in the middle of a sentence: it may go on elsewhere. */
  readonly isOpen: boolean;
  /** Tabs, from the column's left edge. */
  readonly tabs: readonly TabStop[];
  readonly isVertical?: boolean;
  /** Its last line is on a later page, or in a later column. */
  readonly endsElsewhere?: true;
  /** The lowest of the baselines where a page or column broke it. */
  readonly brokenBelow?: number;
  /** A page or column broke it behind its first line or before its last. */
  readonly leavesSingleLine?: true;
};

export type TableDraft = Box & {
  readonly kind: 'table';
  readonly column: Column;
  readonly table: Table;
  /** Where its last row ends on a later page. */
  readonly endsElsewhere?: number;
};
export type PictureDraft = Box & {
  readonly kind: 'picture';
  readonly column: Column;
  readonly picture: Picture;
  /** Several that stand beside each other, the first one included; the box is around all of them. */
  readonly row?: readonly [PictureDraft, ...PictureDraft[]];
};
export type Draft = ParagraphDraft | TableDraft | PictureDraft;

/** A strip of a page: what each of its columns holds, in order. */
export type BandDraft = Box & { readonly columns: readonly (readonly Draft[])[] };

export type PageDraft = {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly BandDraft[];
  readonly header: readonly ParagraphDraft[];
  readonly footer: readonly ParagraphDraft[];
  /** Below a short line at the foot of the page. */
  readonly notes: readonly ParagraphDraft[];
  readonly isScan: boolean;
  /** Where its text could end, if there are notes below it. */
  readonly limit?: number;
};

/** Gives the pictures a layout refers to; nothing where a target has no use for them. */
export type PictureSource = {
  /** A picture of the file as it is stored. */
  stored(id: number, box: Box): Promise<Picture | undefined>;
  /** A part of the page as it looks. */
  drawn(box: Box): Promise<Picture | undefined>;
};
