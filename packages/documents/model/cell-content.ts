import type { Block, Paragraph, TableCell } from './model.ts';

/** The content of a cell, for writers with and without support for nested tables. */
export function cellContent(blocks: readonly Block[]): Pick<TableCell, 'paragraphs' | 'blocks'> {
  return { paragraphs: paragraphsWithin(blocks), ...(blocks.some(({ kind }) => kind === 'table') && { blocks }) };
}

/** The paragraphs of blocks in reading order, with images as separate paragraphs. */
export function paragraphsWithin(blocks: readonly Block[]): readonly Paragraph[] {
  return blocks.flatMap((block): readonly Paragraph[] => {
    if (block.kind === 'paragraph') return [block];
    if (block.kind === 'table') return block.rows.flatMap(({ cells }) => cells.flatMap(({ paragraphs }) => paragraphs));
    const { picture, alignment, indentStart, spaceBefore } = block;
    return [{ kind: 'paragraph', alignment, indentStart, firstLine: 0, spaceBefore, content: [{ kind: 'picture', picture }] }];
  });
}
