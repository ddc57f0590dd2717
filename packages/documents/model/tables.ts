import { writeRows } from '@bakkum/delimited-text/rows';
import { markerText } from './list-text.ts';
import { type Block, type DocumentModel, plainText, type Table } from './model.ts';

/** A table as a grid of text: merged cells are written once, the cells they cover are empty. */
export type TextTable = {
  /** The heading or short line above it, used as its name. */
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
};

const MAX_TITLE_LENGTH = 60;

/** The tables of a document in order. */
export function textTables({ sections }: DocumentModel): readonly TextTable[] {
  const blocks = sections.flatMap((section) => section.blocks);
  return blocks.flatMap((block, index) =>
    block.kind === 'table' ? [{ title: titleAbove(blocks, index), rows: rowsOf(block) }] : [],
  );
}

/** The whole document as one grid: one row per paragraph, tables with their own columns. Headers and footers are left out. */
export function textSheet({ sections, notes }: DocumentModel, title: string): TextTable {
  const blocks = [...sections.flatMap((section) => section.blocks), ...notes.flat()];
  const rows = blocks.flatMap((block): readonly (readonly string[])[] => {
    if (block.kind === 'table') return rowsOf(block);
    if (block.kind === 'picture') return [];
    const marker = block.list ? `${markerText(block.list.marker)} ` : '';
    const words = `${marker}${plainText(block.content).trim()}`;
    return words === '' ? [] : [words.split('\t').map((part) => part.trim())];
  });
  return { title, rows };
}

function titleAbove(blocks: readonly Block[], index: number): string {
  const above = blocks
    .slice(0, index)
    .findLast((block) => block.kind === 'paragraph' && (block.headingLevel !== undefined || block.isTitle === true));
  const text = above?.kind === 'paragraph' ? plainText(above.content).trim() : '';
  return text.length <= MAX_TITLE_LENGTH ? text : '';
}

function rowsOf({ rows, columnWidths }: Table): readonly (readonly string[])[] {
  return rows.map(({ cells }) =>
    columnWidths.map((_, column) => {
      const cell = cells.find((one) => one.column === column);
      return (cell?.paragraphs ?? [])
        .map(({ content }) => plainText(content).trim())
        .join('\n')
        .trim();
    }),
  );
}

/** The number in a cell's text, if it is a plain number, with or without separators. */
export function numberOf(text: string): number | undefined {
  const plain = text.trim();
  if (/^[-−+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) || /^[-−+]?(0|[1-9]\d{0,14})(\.\d+)?$/.test(plain))
    return Number(plain.replace(/,/g, '').replace('−', '-'));
  return undefined;
}

/** A table as comma-separated values (RFC 4180), with numbers without separators. */
export function tableCsv({ rows }: TextTable): string {
  return writeRows(rows.map((row) => row.map((cell) => String(numberOf(cell) ?? cell))));
}
