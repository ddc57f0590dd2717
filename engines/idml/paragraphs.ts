import { escapeHtml } from '@bakkum/markup/escape';
import { descendantsOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';

/** Converts a story to HTML: paragraphs by style, tables, and notes at their references. */
export function storyHtml(story: XmlElement): string {
  const writer = new StoryWriter();
  writer.range(story, '', '');
  return writer.finish();
}

/** Returns the display name of a style, such as `ParagraphStyle/Headings%3aHeading 1`. */
function styleName(reference: string): string {
  const last = reference.slice(reference.lastIndexOf('/') + 1).replaceAll('$ID/', '');
  const name = last.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return name.slice(name.lastIndexOf(':') + 1); // styles in groups are named by their path
}

const HEADING = /(?:heading|headline|überschrift|titre|제목|見出し|标题)\D{0,8}(\d)?/i;

/** Returns the HTML element for a paragraph style. */
function elementFor(style: string): string {
  const name = styleName(style);
  if (/subtitle|subhead|소제목/i.test(name)) return 'h2';
  if (/^\W*title\b/i.test(name)) return 'h1';
  const heading = HEADING.exec(name);
  return heading ? `h${Math.min(6, Math.max(1, Number(heading[1] ?? 1)))}` : 'p';
}

const CONTAINERS: ReadonlySet<string> = new Set([
  'ParagraphStyleRange',
  'XMLElement',
  'HyperlinkTextSource',
  'CrossReferenceSource',
  'Story',
  'Cell',
  'Footnote',
  'Change',
]);

/** Special characters InDesign stores as instructions: forced breaks, tabs and spaces of several widths. */
const BREAKS = /[\u2028\u2029]/g;

class StoryWriter {
  readonly #blocks: string[] = [];
  #line = '';
  #style = '';

  /** Ends the paragraph. Empty paragraphs only add space and are dropped. */
  #end(): void {
    const text = this.#line.trim();
    const name = elementFor(this.#style);
    if (text !== '') this.#blocks.push(`<${name}>${text}</${name}>`);
    this.#line = '';
  }

  range(parent: XmlElement, style: string, wrapper: string): void {
    for (const child of elementsOf(parent)) this.#child(child, style, wrapper);
  }

  #child(child: XmlElement, style: string, wrapper: string): void {
    switch (child.name) {
      case 'Content':
        return this.#text(child, style, wrapper);
      case 'Br':
        this.#style = style;
        return this.#end();
      case 'CharacterStyleRange':
        return this.range(child, style, wrapperOf(child));
      case 'Table':
        this.#end();
        this.#blocks.push(tableHtml(child));
        return undefined;
      case 'Footnote':
        this.#line += ` (${noteText(child)})`;
        return undefined;
      case 'Change':
        if (child.attributes['ChangeType'] === 'DeletedText') return undefined;
        return this.range(child, style, wrapper);
      default:
        if (CONTAINERS.has(child.name)) this.range(child, child.attributes['AppliedParagraphStyle'] ?? style, wrapper);
        return undefined;
    }
  }

  #text(content: XmlElement, style: string, wrapper: string): void {
    const text = content.children.filter((child) => typeof child === 'string').join('');
    if (text.trim() !== '') this.#style = style;
    const html = escapeHtml(text.replaceAll('\ufeff', '')).replaceAll(BREAKS, '<br>');
    this.#line += wrapper === '' || text.trim() === '' ? html : `<${wrapper}>${html}</${wrapper}>`;
  }

  finish(): string {
    this.#end();
    return this.#blocks.join('\n');
  }
}

function wrapperOf({ attributes }: XmlElement): string {
  const look = `${attributes['FontStyle'] ?? ''} ${styleName(attributes['AppliedCharacterStyle'] ?? '')}`;
  if (/superscript/i.test(attributes['Position'] ?? '')) return 'sup';
  if (/subscript/i.test(attributes['Position'] ?? '')) return 'sub';
  if (/\b(?:bold|black|heavy|strong)\b/i.test(look)) return 'strong';
  return /\b(?:italic|oblique|emphasis)\b/i.test(look) ? 'em' : '';
}

function noteText(note: XmlElement): string {
  return [...descendantsOf(note, 'Content')]
    .map(({ children }) => escapeHtml(children.filter((child) => typeof child === 'string').join('')))
    .join('')
    .replaceAll('\u0004', '')
    .trim();
}

/** Cell names are `column:row`; spanning cells state their span. */
function tableHtml(table: XmlElement): string {
  const cells = elementsOf(table).filter(({ name }) => name === 'Cell');
  const rows = Map.groupBy(cells, ({ attributes }) => Number((attributes['Name'] ?? '0:0').split(':')[1]));
  const lines = [...rows].sort(([a], [b]) => a - b).map(([, row]) => `<tr>${row.map(cellHtml).join('')}</tr>`);
  return `<table>\n${lines.join('\n')}\n</table>`;
}

function cellHtml(cell: XmlElement): string {
  const span = (key: string, name: string): string => {
    const count = Number(cell.attributes[key] ?? 1);
    return count > 1 && count < 1000 ? ` ${name}="${count}"` : '';
  };
  const writer = new StoryWriter();
  writer.range(cell, '', '');
  const text = writer.finish().replace(/^<p>([^]*)<\/p>$/, (whole, inner: string) => (inner.includes('<p>') ? whole : inner));
  return `<td${span('ColumnSpan', 'colspan')}${span('RowSpan', 'rowspan')}>${text}</td>`;
}
