/** A document with known parts, for printing with a native program and reading back from the PDF. */
export type Source = {
  readonly name: string;
  readonly printer: Printer;
  readonly look: Look;
  readonly parts: readonly Part[];
};

/** `latex` is pdflatex; `typst` is the one we ship, as Debian has no package of it. */
export type Printer = 'libreoffice' | 'chromium' | 'latex' | 'typst';

export type Look = {
  readonly font: string;
  readonly size: number;
  readonly align: 'justify' | 'start';
  readonly columns: number;
  readonly landscape?: boolean;
  readonly header?: string;
  readonly firstLineIndent?: boolean;
  /** Number of leading parts of a multi-column document, such as the title, that span all columns; default 1, in HTML 0. */
  readonly across?: number;
};

export type Part =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly note?: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly ruled: boolean;
      readonly rows: readonly (readonly Cell[])[];
      readonly numeric: readonly number[];
    }
  | { readonly kind: 'picture' }
  /** Table of contents with page numbers, created by the printer. */
  | { readonly kind: 'contents' }
  /** Form fields with their labels and values. */
  | { readonly kind: 'form'; readonly fields: readonly (readonly [label: string, value: string])[] };

/** Text of a cell, and the number of columns and rows it spans. */
export type Cell = string | { readonly text: string; readonly span?: number; readonly down?: number };

export const cellText = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);
export const cellSpan = (cell: Cell): number => (typeof cell === 'string' ? 1 : (cell.span ?? 1));
export const cellDown = (cell: Cell): number => (typeof cell === 'string' ? 1 : (cell.down ?? 1));

/** Returns the cells of all rows with the column each begins in; columns covered from above are skipped. */
export function placedCells(
  rows: readonly (readonly Cell[])[],
): readonly (readonly { readonly cell: Cell; readonly column: number }[])[] {
  const covered = new Map<number, number>();
  return rows.map((row) => {
    let column = 0;
    const skip = (): void => {
      for (let left = covered.get(column) ?? 0; left > 0; left = covered.get(column) ?? 0) {
        covered.set(column, left - 1);
        column += 1;
      }
    };
    const placed = row.map((cell) => {
      skip();
      const at = { cell, column };
      for (let index = 0; index < cellSpan(cell); index++) covered.set(column + index, cellDown(cell) - 1);
      column += cellSpan(cell);
      return at;
    });
    skip();
    return placed;
  });
}
