/**
 * A document as a person edits it: sections of paragraphs, tables and pictures. All lengths are points (1/72 inch). Engines
 * that read documents make one, the writers of this package turn it into files.
 */
export type DocumentModel = {
  readonly title?: string;
  readonly author?: string;
  /** BCP 47, `en-US`. */
  readonly language?: string;
  readonly sections: readonly Section[];
  /** Pages may end behind the first line of a paragraph, or before its last. */
  readonly allowsSingleLines?: boolean;
  /** What left pages have in place of the sections' header and footer, where those differ. */
  readonly evenPages?: { readonly header: readonly Paragraph[]; readonly footer: readonly Paragraph[] };
  /** Footnotes, referred to by their place in this list. */
  readonly notes: readonly (readonly Paragraph[])[];
};

export type Section = {
  readonly page: PageSetup;
  readonly columns: { readonly count: number; readonly gap: number };
  /** Where it begins: on a new page or right below the section before. */
  readonly starts: 'page' | 'continuous';
  readonly header: readonly Paragraph[];
  readonly footer: readonly Paragraph[];
  readonly blocks: readonly Block[];
};

export type PageSetup = {
  readonly width: number;
  readonly height: number;
  readonly margins: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** How far the header's first line begins below the page's top, and the footer's last ends above its bottom. */
  readonly headerTop?: number;
  readonly footerBottom?: number;
};

export type Block = Paragraph | Table | PictureBlock;

export type Alignment = 'start' | 'center' | 'end' | 'justify';

export type Paragraph = {
  readonly kind: 'paragraph';
  /** 1 to 6 for a heading. */
  readonly headingLevel?: number;
  readonly isTitle?: boolean;
  readonly list?: ListPlace;
  readonly alignment: Alignment;
  readonly indentStart: number;
  /** Room kept free at the other side. */
  readonly indentEnd?: number;
  /** Of the first line against the others; negative where it hangs out. */
  readonly firstLine: number;
  readonly spaceBefore: number;
  readonly spaceAfter?: number;
  /** From baseline to baseline; absent where the font decides. */
  readonly lineHeight?: number;
  readonly breakBefore?: 'page' | 'column';
  readonly isRightToLeft?: boolean;
  /** Text flows in columns from top to bottom, right to left. */
  readonly isVertical?: boolean;
  /** Places of tab stops from the text's left edge, where the content has tabs. */
  readonly tabStops?: readonly TabStop[];
  /** A line of the list of contents: its title, a tab, its page. */
  readonly contents?: ContentsEntry;
  /** What lines of the list of contents lead here by. */
  readonly anchor?: number;
  readonly content: readonly Inline[];
};

/** `level` from 1; `anchor` is that of the heading it leads to, where there is one. */
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
  /** `text` has `%` where the number stands: `%.`, `(%)`. */
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
  /** The heading of a level that is current on the page; `text` is what it says on one of them. */
  | { readonly kind: 'heading-text'; readonly level: number; readonly text: string; readonly style: TextStyle }
  | { readonly kind: 'note'; readonly note: number; readonly style: TextStyle }
  | { readonly kind: 'picture'; readonly picture: Picture };

export type TextRun = {
  readonly kind: 'text';
  readonly text: string;
  readonly style: TextStyle;
  /** Address it leads to. */
  readonly link?: string;
  /** It is what is in a field of a form. */
  readonly control?: FormControl;
};

/** A field to fill in. A check box's text is the sign it shows. */
export type FormControl =
  | { readonly kind: 'text'; readonly name: string }
  | { readonly kind: 'choice'; readonly name: string; readonly options: readonly string[] }
  | { readonly kind: 'check'; readonly name: string; readonly checked: boolean };

export type TextStyle = {
  /** Family name; absent where unknown. */
  readonly font?: string;
  /** Of the glyphs: tells which substitute looks alike. */
  readonly kind?: 'serif' | 'sans' | 'mono';
  readonly size: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** `#rrggbb`; absent for black. */
  readonly colour?: string;
  readonly position?: 'super' | 'sub';
  /** Letters are drawn this much wider than the font has them; absent for 1. */
  readonly stretch?: number;
};

export type Picture = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  readonly description?: string;
};

export type PictureBlock = {
  readonly kind: 'picture';
  readonly picture: Picture;
  readonly alignment: Alignment;
  readonly indentStart: number;
  readonly spaceBefore: number;
  readonly breakBefore?: 'page' | 'column';
};

export type Table = {
  readonly kind: 'table';
  readonly columnWidths: readonly number[];
  readonly indentStart: number;
  readonly spaceBefore: number;
  /** Room between the edges of cells and their text, at the left and right of all of them. */
  readonly padding?: { readonly left: number; readonly right: number };
  readonly rows: readonly TableRow[];
  readonly breakBefore?: 'page' | 'column';
};

export type TableRow = {
  readonly height?: number;
  readonly isHeader?: boolean;
  /** A header that is not shown again where the table goes on on another page. */
  readonly isOnce?: true;
  /** Cells that begin in this row; those covered from above are left out. */
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
  /** All text in it, that of tables inside in reading order. */
  readonly paragraphs: readonly Paragraph[];
  /** The same with the tables inside it as tables; absent where there are none. */
  readonly blocks?: readonly Block[];
};

export type Side = 'top' | 'right' | 'bottom' | 'left';
export type Border = { readonly width: number; readonly colour: string };

/** The text of inlines as one string; tabs and breaks as themselves. */
export function plainText(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if (inline.kind === 'text' || inline.kind === 'heading-text') return inline.text;
      if (inline.kind === 'tab') return '\t';
      return inline.kind === 'line-break' ? '\n' : '';
    })
    .join('');
}
