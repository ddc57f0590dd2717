import type { Block, Paragraph, TableCell } from './model.ts';

/** What a cell holds, for writers that know tables inside cells and for those that do not. */
export function cellContent(blocks: readonly Block[]): Pick<TableCell, 'paragraphs' | 'blocks'> {
  return { paragraphs: paragraphsWithin(blocks), ...(blocks.some(({ kind }) => kind === 'table') && { blocks }) };
}

/** The paragraphs of blocks in reading order, pictures as paragraphs of their own. */
export function paragraphsWithin(blocks: readonly Block[]): readonly Paragraph[] {
  return blocks.flatMap((block): readonly Paragraph[] => {
    if (block.kind === 'paragraph') return [block];
    if (block.kind === 'table') return block.rows.flatMap(({ cells }) => cells.flatMap(({ paragraphs }) => paragraphs));
    const { picture, alignment, indentStart, spaceBefore } = block;
    return [{ kind: 'paragraph', alignment, indentStart, firstLine: 0, spaceBefore, content: [{ kind: 'picture', picture }] }];
  });
}
