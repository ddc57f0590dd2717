import { encodeBase64 } from '@bakkum/bytes/bytes';
import { escapeHtml } from '@bakkum/markup/escape';
import { paragraphsWithin } from './cell-content.ts';
import { isLight } from './graphics.ts';
import { markerText } from './list-text.ts';
import type {
  Block,
  DocumentModel,
  Inline,
  ListPlace,
  Paragraph,
  Picture,
  Table,
  TableCell,
  TextRun,
  TextStyle,
} from './model.ts';

const STYLE =
  'body{max-width:46rem;margin:2rem auto;padding:0 1rem;line-height:1.5;font-family:sans-serif}' +
  'table{border-collapse:collapse;margin:1rem 0}td,th{border:1px solid #999;padding:.25rem .5rem;text-align:left;vertical-align:top;font-weight:inherit}' +
  'td>p,th>p{margin:0}img{max-width:100%;height:auto}';

/** Writes the document as one web page: HTML headings, lists and tables, embedded images, text in reading order. */
export function writeHtml(model: DocumentModel): Blob {
  const blocks = model.sections.flatMap((section) => section.blocks);
  const title = model.title ?? headingText(blocks);
  const language = escapeHtml(model.language ?? 'en');
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title><meta name="viewport" content="width=device-width"><style>${STYLE}</style>`;
  const html = `<!DOCTYPE html>\n<html lang="${language}">\n<head>${head}</head>\n<body>\n${blocksHtml(blocks)}${notesHtml(model)}</body>\n</html>\n`;
  return new Blob([html], { type: 'text/html' });
}

function headingText(blocks: readonly Block[]): string {
  const heading = blocks.find(
    (block): block is Paragraph => block.kind === 'paragraph' && (block.isTitle || block.headingLevel !== undefined),
  );
  return heading?.content.map((inline) => (inline.kind === 'text' ? inline.text : ' ')).join('') ?? '';
}

function blocksHtml(blocks: readonly Block[]): string {
  const lists = createLists();
  const html = blocks.map((block) => {
    if (block.kind === 'paragraph' && block.list) return lists.item(block, block.list);
    const after = lists.close();
    if (block.kind === 'picture') return `${after}<p>${pictureHtml(block.picture)}</p>\n`;
    return after + (block.kind === 'paragraph' ? paragraphHtml(block) : tableHtml(block));
  });
  return html.join('') + lists.close();
}

/** Tracks open lists, each nested in an item of the previous one. */
function createLists(): { item(paragraph: Paragraph, place: ListPlace): string; close(): string } {
  const open: { readonly tag: string; readonly list: number }[] = [];
  const closeTo = (depth: number): string => {
    let html = '';
    for (let last = open.at(-1); last && open.length > depth; last = open.at(-1)) {
      html += `</li></${last.tag}>\n`;
      open.pop();
    }
    return html;
  };
  return {
    close: () => closeTo(0),
    item(paragraph, { level, list, marker }) {
      let html = closeTo(level + 1);
      if (open.length === level + 1) html += open[level]?.list === list ? '</li>\n' : closeTo(level);
      const tag = marker.kind === 'bullet' ? 'ul' : 'ol';
      const start = marker.kind === 'number' && marker.value !== 1 ? ` start="${marker.value}"` : '';
      while (open.length <= level) {
        html += `<${tag}${start}${listType(paragraph)}>\n${open.length < level ? '<li>' : ''}`;
        open.push({ tag, list });
      }
      return `${html}<li>${inlinesHtml(paragraph.content)}`;
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  'lower-letter': 'a',
  'upper-letter': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

function listType({ list }: Paragraph): string {
  const type = list?.marker.kind === 'number' ? TYPES[list.marker.style] : undefined;
  return type ? ` type="${type}"` : '';
}

function paragraphHtml(paragraph: Paragraph): string {
  const { headingLevel, isTitle, alignment, isRightToLeft, content, list, shading } = paragraph;
  const tag = isTitle ? 'h1' : headingLevel ? `h${headingLevel}` : 'p';
  const look = [
    alignment === 'center' || alignment === 'end' ? `text-align:${alignment}` : '',
    shading ? `background:${shading}` : '',
  ].filter((part) => part !== '');
  const align = look.length > 0 ? ` style="${look.join(';')}"` : '';
  const direction = isRightToLeft ? ' dir="rtl"' : '';
  const marker = list ? `${escapeHtml(markerText(list.marker))} ` : '';
  return `<${tag}${direction}${align}>${marker}${inlinesHtml(content, tag !== 'p')}</${tag}>\n`;
}

function inlinesHtml(content: readonly Inline[], isHeading = false): string {
  return content
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
          return runHtml(inline, isHeading);
        case 'tab':
          return '&emsp;';
        case 'line-break':
          return '<br>';
        case 'note':
          return `<sup><a href="#note-${inline.note + 1}" id="reference-${inline.note + 1}">${inline.note + 1}</a></sup>`;
        case 'picture':
          return pictureHtml(inline.picture);
        default:
          return '';
      }
    })
    .join('');
}

function runHtml({ text, style, link }: TextRun, isHeading: boolean): string {
  const tags = tagsOf(style, isHeading, link !== undefined);
  const look = [
    style.colour && link === undefined && (style.shading || !isLight(style.colour)) ? `color:${style.colour}` : '',
    style.shading ? `background:${style.shading}` : '',
  ].filter((part) => part !== '');
  const colour = look.length > 0 ? `<span style="${look.join(';')}">` : '';
  const inner = tags.reduceRight((html, tag) => `<${tag}>${html}</${tag}>`, escapeHtml(text));
  const coloured = colour ? `${colour}${inner}</span>` : inner;
  return link === undefined ? coloured : `<a href="${escapeHtml(link)}">${coloured}</a>`;
}

function tagsOf(style: TextStyle, isHeading: boolean, isLink: boolean): readonly string[] {
  return [
    ...(style.bold && !isHeading ? ['strong'] : []),
    ...(style.italic ? ['em'] : []),
    ...(style.underline && !isLink ? ['u'] : []),
    ...(style.strike ? ['s'] : []),
    ...(style.highlight ? ['mark'] : []),
    ...(style.position === 'super' ? ['sup'] : style.position === 'sub' ? ['sub'] : []),
  ];
}

function pictureHtml({ bytes, mediaType, width, height, description }: Picture): string {
  const pixels = (points: number): number => Math.round((points * 4) / 3);
  return `<img src="data:${mediaType};base64,${encodeBase64(bytes)}" width="${pixels(width)}" height="${pixels(height)}" alt="${escapeHtml(description ?? '')}">`;
}

function tableHtml({ rows }: Table): string {
  const body = rows.map(({ cells, isHeader }) => {
    const tag = isHeader ? 'th' : 'td';
    const inside = cells.map((cell) => {
      const spans = `${cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : ''}${cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : ''}`;
      const shading = cell.shading ? ` style="background:${cell.shading}${lightColour(cell)}"` : '';
      const [only] = cell.paragraphs;
      const content =
        cell.blocks === undefined && cell.paragraphs.length === 1 && only && only.alignment === 'start'
          ? inlinesHtml(only.content)
          : (cell.blocks ?? cell.paragraphs).map(cellBlockHtml).join('');
      return `<${tag}${spans}${shading}>${content}</${tag}>`;
    });
    return `<tr>${inside.join('')}</tr>\n`;
  });
  return `<table>\n${body.join('')}</table>\n`;
}

/** Light text of a shaded cell keeps its colour, which is dropped on white. */
function lightColour({ paragraphs }: TableCell): string {
  const runs = paragraphs.flatMap(({ content }) => content.filter((inline) => inline.kind === 'text'));
  const colour = runs.find(({ text }) => text.trim() !== '')?.style.colour;
  return colour !== undefined && isLight(colour) ? `;color:${colour}` : '';
}

function cellBlockHtml(block: Block): string {
  if (block.kind === 'table') return tableHtml(block);
  return paragraphsWithin([block]).map(paragraphHtml).join('');
}

function notesHtml({ notes }: DocumentModel): string {
  if (notes.length === 0) return '';
  const items = notes.map(
    (paragraphs, index) =>
      `<li id="note-${index + 1}">${paragraphs.map(({ content }) => inlinesHtml(content)).join('<br>')}</li>\n`,
  );
  return `<hr>\n<ol>\n${items.join('')}</ol>\n`;
}
