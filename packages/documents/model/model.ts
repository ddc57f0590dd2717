import type { Graphic, Shape, StoredImage } from './graphics.ts';

/**
 * An editable document: sections of paragraphs, tables and images. All lengths are points (1/72 inch). Engines that read
 * documents produce it; the writers of this package turn it into files.
 */
export type DocumentModel = {
  readonly title?: string;
  readonly author?: string;
  /** BCP 47, `en-US`. */
  readonly language?: string;
  readonly sections: readonly Section[];
  /** Pages may break after the first line of a paragraph or before its last. */
  readonly allowsSingleLines?: boolean;
  /** Header and footer of even pages, if they differ from the section's. */
  readonly evenPages?: { readonly header: readonly Paragraph[]; readonly footer: readonly Paragraph[] };
  /** Footnotes, referred to by their index. */
  readonly notes: readonly (readonly Paragraph[])[];
};

export type Section = {
  readonly page: PageSetup;
  readonly columns: { readonly count: number; readonly gap: number };
  /** Starts on a new page, or directly below the previous section. */
  readonly starts: 'page' | 'continuous';
  readonly header: readonly Paragraph[];
  readonly footer: readonly Paragraph[];
  readonly blocks: readonly Block[];
};

export type PageSetup = {
  readonly width: number;
  readonly height: number;
  readonly margins: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Distance of the header's first line from the top of the page, and of the footer's last from its bottom. */
  readonly headerTop?: number;
  readonly footerBottom?: number;
};

export type Block = Paragraph | Table | PictureBlock;

type OnPage = {
  readonly breakBefore?: 'page' | 'column';
  /** Drawn behind the text of the page on which the block starts. */
  readonly behind?: readonly Graphic[];
};

export type Alignment = 'start' | 'center' | 'end' | 'justify';

export type Paragraph = OnPage & {
  readonly kind: 'paragraph';
  /** 1 to 6 for a heading. */
  readonly headingLevel?: number;
  readonly isTitle?: boolean;
  /** A heading that may be the last on its page. */
  readonly mayEndPage?: true;
  readonly list?: ListPlace;
  readonly alignment: Alignment;
  readonly indentStart: number;
  /** Indent on the opposite side. */
  readonly indentEnd?: number;
  /** Indent of the first line relative to the others; negative for a hanging indent. */
  readonly firstLine: number;
  readonly spaceBefore: number;
  readonly spaceAfter?: number;
  /** Distance between baselines; absent if the font decides. */
  readonly lineHeight?: number;
  /** Colour of the area from its first to its last line, `#rrggbb`. */
  readonly shading?: string;
  readonly isRightToLeft?: boolean;
  /** Text flows in vertical columns, from right to left. */
  readonly isVertical?: boolean;
  /** Tab stops from the text's left edge, if the content has tabs. */
  readonly tabStops?: readonly TabStop[];
  /** An entry of the table of contents: its title, a tab, its page. */
  readonly contents?: ContentsEntry;
  /** Target for entries of the table of contents. */
  readonly anchor?: number;
  readonly content: readonly Inline[];
};

/** `level` starts at 1; `anchor` is that of the target heading, if there is one. */
export type ContentsEntry = { readonly level: number; readonly anchor?: number };

export type TabStop = { readonly at: number; readonly alignment: 'start' | 'center' | 'end'; readonly leader?: 'dots' };

/** Paragraphs of one list share its number. */
export type ListPlace = {
  readonly list: number;
  /** 0 is the outermost. */
  readonly level: number;
  readonly marker: ListMarker;
};

export type ListMarker =
  | { readonly kind: 'bullet'; readonly text: string }
  /** `text` contains `%` in place of the number: `%.`, `(%)`. */
  | { readonly kind: 'number'; readonly style: NumberStyle; readonly text: string; readonly value: number };

export type NumberStyle =
  | 'decimal'
  | 'lower-letter'
  | 'upper-letter'
  | 'lower-roman'
  | 'upper-roman'
  | 'hangul-syllable'
  | 'circled';

export type Inline =
  | TextRun
  | { readonly kind: 'tab' }
  | { readonly kind: 'line-break' }
  | { readonly kind: 'page-number'; readonly style: TextStyle }
  | { readonly kind: 'page-count'; readonly style: TextStyle }
  /** The current heading of a level on each page; `text` is its value on one of them. */
  | { readonly kind: 'heading-text'; readonly level: number; readonly text: string; readonly style: TextStyle }
  | { readonly kind: 'note'; readonly note: number; readonly style: TextStyle }
  | { readonly kind: 'picture'; readonly picture: Picture }
  | { readonly kind: 'drawing'; readonly drawing: Drawing };

export type TextRun = {
  readonly kind: 'text';
  readonly text: string;
  readonly style: TextStyle;
  /** Link target. */
  readonly link?: string;
  /** The form field that contains the text. */
  readonly control?: FormControl;
};

/** A form field. The text of a check box is its symbol. */
export type FormControl =
  | { readonly kind: 'text'; readonly name: string }
  | { readonly kind: 'choice'; readonly name: string; readonly options: readonly string[] }
  | { readonly kind: 'check'; readonly name: string; readonly checked: boolean };

export type TextStyle = {
  /** Family name; absent if unknown. */
  readonly font?: string;
  /** Shape of the glyphs, for choosing a similar substitute. */
  readonly kind?: 'serif' | 'sans' | 'mono';
  readonly size: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** Has a yellow background, as if marked with a pen. */
  readonly highlight?: boolean;
  /** Colour of the area behind the words, `#rrggbb`. */
  readonly shading?: string;
  /** `#rrggbb`; absent for black. */
  readonly colour?: string;
  readonly position?: 'super' | 'sub';
  /** Letter width relative to the font; absent for 1. */
  readonly stretch?: number;
  /** Space added after each letter, in points; negative for less. Absent for 0. */
  readonly spacing?: number;
};

export type Picture = StoredImage & {
  readonly description?: string;
  /** Absent for an image in a line of text. */
  readonly float?: Float;
};

/** Areas and lines without text. Their places are measured from the top left corner of the drawing. */
export type Drawing = {
  readonly shapes: readonly Shape[];
  readonly width: number;
  readonly height: number;
  /** Absent for a drawing in a line of text. */
  readonly float?: Float;
};

/** The position of an image, drawing or table outside the lines of text. It moves with the paragraph that contains or follows it. */
export type Float = {
  readonly horizontal: FloatPlace<'page' | 'margin' | 'column'>;
  readonly vertical: FloatPlace<'page' | 'margin' | 'paragraph'>;
  readonly wrap: 'around' | 'above-and-below' | 'in-front-of-text' | 'behind-text';
};

/** A distance from the start of an area, or an alignment in it. */
export type FloatPlace<Area> = { readonly area: Area } & (
  | { readonly offset: number }
  | { readonly alignment: 'start' | 'center' | 'end' }
);

export type PictureBlock = OnPage & {
  readonly kind: 'picture';
  readonly picture: Picture;
  readonly alignment: Alignment;
  readonly indentStart: number;
  readonly spaceBefore: number;
};

export type Table = OnPage & {
  readonly kind: 'table';
  readonly columnWidths: readonly number[];
  readonly indentStart: number;
  /** Position between the margins; absent for the start. */
  readonly alignment?: 'center' | 'end';
  readonly float?: Float;
  readonly spaceBefore: number;
  /** Padding between cell edges and text, on the left and right of all cells. */
  readonly padding?: { readonly left: number; readonly right: number };
  readonly rows: readonly TableRow[];
};

export type TableRow = {
  readonly height?: number;
  readonly isHeader?: boolean;
  /** A header row that is not repeated on following pages. */
  readonly isOnce?: true;
  /** Cells that start in this row; cells covered from above are left out. */
  readonly cells: readonly TableCell[];
};

export type TableCell = {
  /** Index of its first column. */
  readonly column: number;
  readonly columnSpan: number;
  readonly rowSpan: number;
  /** `#rrggbb`. */
  readonly shading?: string;
  readonly borders: Readonly<Partial<Record<Side, Border>>>;
  readonly verticalAlignment?: 'top' | 'center' | 'bottom';
  /** All its text, including nested tables in reading order. */
  readonly paragraphs: readonly Paragraph[];
  /** The same content with nested tables as tables; absent without any. */
  readonly blocks?: readonly Block[];
};

export type Side = 'top' | 'right' | 'bottom' | 'left';
export type Border = { readonly width: number; readonly colour: string };

/** The text of inlines as one string, with tabs and line breaks. */
export function plainText(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if (inline.kind === 'text' || inline.kind === 'heading-text') return inline.text;
      if (inline.kind === 'tab') return '\t';
      return inline.kind === 'line-break' ? '\n' : '';
    })
    .join('');
}
