import { markerText } from './list-text.ts';
import type { Block, DocumentModel, Inline, Paragraph, Table, TableCell } from './model.ts';

/**
 * Writes a document as plain text by lines, including empty ones: one per paragraph, one per table row with tabs between cells,
 * list numbers and bullets spelled out, notes at the end. Headers and footers are left out.
 */
export function writeTextLines(model: DocumentModel): Blob {
  const blocks = model.sections.flatMap((section) => section.blocks);
  const lines = [...blocks.flatMap(linesOf), ...model.notes.flatMap(noteLines)];
  return new Blob([lines.join('\n').replace(/(?<!\n)\n+$/, ''), '\n'], { type: 'text/plain;charset=utf-8' });
}

function linesOf(block: Block): readonly string[] {
  if (block.kind === 'paragraph') return [lineOf(block)];
  return block.kind === 'table' ? tableLines(block) : [];
}

function lineOf({ content, list }: Paragraph): string {
  const marker = list ? `${'  '.repeat(list.level)}${markerText(list.marker)} ` : '';
  return marker + content.map(textOf).join('');
}

function textOf(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'tab':
      return '\t';
    case 'line-break':
      return '\n';
    case 'note':
      return `[${inline.note + 1}]`;
    default:
      return '';
  }
}

/**
 * Each cell is in the position of its column; covered cells are empty. Several paragraphs share a line; a table with one column
 * is a frame, and its paragraphs are lines.
 */
function tableLines({ rows, columnWidths }: Table): readonly string[] {
  if (columnWidths.length === 1) return rows.flatMap(({ cells }) => cells.flatMap(({ paragraphs }) => paragraphs.map(lineOf)));
  const coveredUntil = columnWidths.map(() => 0);
  return rows.map(({ cells }, row) => {
    const words: string[] = [];
    columnWidths.forEach((_, column) => {
      const cell = cells.find((candidate) => candidate.column === column);
      if (cell) {
        words.push(
          cell.paragraphs
            .map(lineOf)
            .join(' ')
            .replaceAll(/(?:(?<!\s)\s+)?[\n\t]\s*/g, ' ')
            .trim(),
        );
        coveredUntil.fill(row + cell.rowSpan, column, column + cell.columnSpan);
      } else if ((coveredUntil[column] ?? 0) > row && !cells.some((other) => spans(other, column))) words.push('');
    });
    return words.join('\t');
  });
}

function spans({ column, columnSpan }: TableCell, place: number): boolean {
  return place > column && place < column + columnSpan;
}

function noteLines(paragraphs: readonly Paragraph[], index: number): readonly string[] {
  const [first, ...others] = paragraphs.map(lineOf);
  return [...(index === 0 ? [''] : []), `[${index + 1}] ${(first ?? '').trim()}`, ...others];
}
