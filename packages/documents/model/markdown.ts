import { markerText } from './list-text.ts';
import type { Block, DocumentModel, Inline, Paragraph, Table, TableCell, TextRun } from './model.ts';

/** Writes the document as Markdown (CommonMark with GitHub's tables and footnotes). Images are dropped. */
export function writeMarkdown(model: DocumentModel): Blob {
  const blocks = model.sections.flatMap((section) => section.blocks).filter((block) => block.kind !== 'picture');
  const parts = blocks.map((block, index) => separator(blocks[index - 1], block) + blockMarkdown(block));
  const notes = model.notes.map(
    (paragraphs, index) => `[^${index + 1}]: ${paragraphs.map(({ content }) => inlinesMarkdown(content)).join(' ')}\n`,
  );
  const text = parts.join('').trimStart() + (notes.length > 0 ? `\n${notes.join('')}` : '');
  return new Blob([text], { type: 'text/markdown' });
}

/** Items of one list are not separated by blank lines. */
function separator(above: Block | undefined, block: Block): string {
  if (!above) return '';
  const isList = (one: Block): boolean => one.kind === 'paragraph' && one.list !== undefined;
  return isList(above) && isList(block) ? '' : '\n';
}

function blockMarkdown(block: Exclude<Block, { kind: 'picture' }>): string {
  if (block.kind === 'table') return tableMarkdown(block);
  const isHeading = block.headingLevel !== undefined || block.isTitle === true;
  const text = inlinesMarkdown(block.content, isHeading, isHeading ? ' ' : '\\\n').trim();
  if (text === '') return '';
  if (block.isTitle) return `# ${text}\n`;
  if (block.headingLevel) return `${'#'.repeat(block.headingLevel)} ${text}\n`;
  return block.list ? itemMarkdown(block, text) : `${escapeStart(text)}\n`;
}

function itemMarkdown({ list }: Paragraph, text: string): string {
  if (!list) return `${text}\n`;
  const indent = '    '.repeat(list.level);
  const { marker } = list;
  if (marker.kind === 'bullet') return `${indent}- ${text}\n`;
  if (marker.style === 'decimal') return `${indent}${marker.value}. ${text}\n`;
  return `${indent}- ${markerText(marker)} ${text}\n`;
}

/** `lineBreak` breaks a line inside a block; headings and cells are one line. */
function inlinesMarkdown(content: readonly Inline[], isHeading = false, lineBreak = ' '): string {
  return joined(content)
    .map((inline) => {
      if (inline.kind === 'text') return runMarkdown(inline, isHeading);
      if (inline.kind === 'note') return `[^${inline.note + 1}]`;
      if (inline.kind === 'line-break') return lineBreak;
      return inline.kind === 'tab' ? ' ' : '';
    })
    .join('');
}

/** Merges neighbouring runs that differ only in ways Markdown cannot express, so that no mark ends where the next starts. */
function joined(content: readonly Inline[]): readonly Inline[] {
  const runs: Inline[] = [];
  for (const inline of content) {
    const last = runs.at(-1);
    const isSame =
      inline.kind === 'text' &&
      last?.kind === 'text' &&
      last.link === inline.link &&
      last.style.bold === inline.style.bold &&
      last.style.italic === inline.style.italic;
    if (isSame) runs[runs.length - 1] = { ...last, text: last.text + inline.text };
    else runs.push(inline);
  }
  return runs;
}

/** Emphasis marks must touch the words, so spaces stay outside. */
function runMarkdown({ text, style, link }: TextRun, isHeading: boolean): string {
  const words = text.trim();
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  if (words === '') return text;
  const marks = `${style.bold && !isHeading ? '**' : ''}${style.italic ? '*' : ''}`;
  const marked = `${marks}${escapeMarkdown(words)}${[...marks].reverse().join('')}`;
  return `${before}${link === undefined ? marked : `[${marked}](<${link.replace(/[<>]/g, encodeURIComponent)}>)`}${after}`;
}

const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<|]/g, '\\$&');

/** Escapes what would start a list, heading or quotation at the beginning of a line. */
const escapeStart = (text: string): string => text.replace(/^(\d+)([.)])(?=\s)/, '$1\\$2').replace(/^([#>+-])(?=\s|$)/, '\\$1');

/** Merged cells are written once; the cells they cover are empty. */
function tableMarkdown({ rows, columnWidths }: Table): string {
  const lines = rows.map(({ cells }) => {
    const texts = columnWidths.map((_, column) => cellMarkdown(cells.find((cell) => cell.column === column)));
    return `| ${texts.join(' | ')} |\n`;
  });
  const [first = '', ...rest] = lines;
  return `${first}|${' --- |'.repeat(columnWidths.length)}\n${rest.join('')}`;
}

function cellMarkdown(cell: TableCell | undefined): string {
  return (cell?.paragraphs ?? []).map(({ content }) => inlinesMarkdown(content, false, '<br>').trim()).join('<br>');
}
