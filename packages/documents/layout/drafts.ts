import type { Graphic } from '@bakkum/document-model/graphics';
import type { Alignment, Inline, ListMarker, Picture, Table, TabStop } from '@bakkum/document-model/model';
import type { Box } from './page-content.ts';
import type { Column } from './text/lines.ts';

/** A paragraph found on a page, before it is compared with the rest of the document. */
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
  /** Distance of its only line from the closest line of another paragraph. */
  readonly closest?: number;
  readonly firstBaseline: number;
  readonly lastBaseline: number;
  /** Left edge of the first line and of the others. */
  readonly firstLeft: number;
  readonly bodyLeft: number;
  /** Right edge of the last line. */
  readonly lastRight: number;
  readonly marker?: ListMarker;
  readonly role: string;
  /** Colour of the area behind all its lines. */
  readonly shading?: string;
  /** Its last line ends at the column's edge in mid-sentence, so it may continue elsewhere. */
  readonly isOpen: boolean;
  /** Tab stops, from the column's left edge. */
  readonly tabs: readonly TabStop[];
  readonly isVertical?: boolean;
  /** Its last line is on a later page or in a later column. */
  readonly endsElsewhere?: true;
  /** Lowest baseline at which a page or column broke it. */
  readonly brokenBelow?: number;
  /** A page or column broke it after its first line or before its last (widow or orphan). */
  readonly leavesSingleLine?: true;
};

export type TableDraft = Box & {
  readonly kind: 'table';
  readonly column: Column;
  readonly table: Table;
  /** Bottom of its last row, if that is on a later page. */
  readonly endsElsewhere?: number;
};
export type PictureDraft = Box & {
  readonly kind: 'picture';
  readonly column: Column;
  readonly picture: Picture;
  /** All adjacent images, including the first; the box surrounds all of them. */
  readonly row?: readonly [PictureDraft, ...PictureDraft[]];
};
export type Draft = ParagraphDraft | TableDraft | PictureDraft;

/** A horizontal band of a page: the content of each column, in order. */
export type BandDraft = Box & { readonly columns: readonly (readonly Draft[])[] };

export type PageDraft = {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly BandDraft[];
  readonly header: readonly ParagraphDraft[];
  readonly footer: readonly ParagraphDraft[];
  /** Below a short rule at the foot of the page. */
  readonly notes: readonly ParagraphDraft[];
  readonly isScan: boolean;
  /** Painted content that nothing else of the page contains. Absent where the target has no place for it. */
  readonly behind?: readonly Graphic[];
  /** Some of its text is on a panel, so the text and the panel must stay on the same page. */
  readonly hasPanels?: true;
  /** Nothing but graphics, or blank. A page whose text was joined to the page before is neither. */
  readonly isWordless?: true;
  /** Lowest possible end of its text, if there are notes below. */
  readonly limit?: number;
};

/** Provides the images of a layout; nothing when a target does not use them. */
export type PictureSource = {
  /** An image of the file in its stored form. */
  stored(id: number, box: Box): Promise<Picture | undefined>;
  /** A rendered part of the page. */
  drawn(box: Box): Promise<Picture | undefined>;
  /** Renders some objects of the page alone, on a transparent background. Absent where the target has no place behind its text. */
  painted?(box: Box, objects: ReadonlySet<number>): Promise<Picture | undefined>;
};
