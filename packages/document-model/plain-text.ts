import { markerText } from './list-text.ts';
import type { Block, DocumentModel, Inline, Paragraph, Table } from './model.ts';

/**
 * A document as plain text: a line a paragraph, a line a table row with tabs between cells, numbers and bullets of lists spelled
 * out, notes at the end. What stands in headers and footers is left out.
 */
export function writePlainText(model: DocumentModel): Blob {
  const blocks = model.sections.flatMap((section) => section.blocks);
  const lines = [...blocks.flatMap(linesOf), ...model.notes.flatMap(noteLines)];
  return new Blob([lines.join('\n').replace(/\n+$/, ''), '\n'], { type: 'text/plain;charset=utf-8' });
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

/** Several paragraphs of a cell share its place in the line. */
function tableLines({ rows }: Table): readonly string[] {
  return rows.map(({ cells }) =>
    cells
      .map(({ paragraphs }) =>
        paragraphs
          .map(lineOf)
          .join(' ')
          .replaceAll(/\s*[\n\t]\s*/g, ' ')
          .trim(),
      )
      .join('\t'),
  );
}

function noteLines(paragraphs: readonly Paragraph[], index: number): readonly string[] {
  const [first, ...others] = paragraphs.map(lineOf);
  return [...(index === 0 ? [''] : []), `[${index + 1}] ${(first ?? '').trim()}`, ...others];
}
