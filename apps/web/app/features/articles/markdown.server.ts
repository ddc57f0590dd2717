import { type Locale, localePath } from '@bakkum/i18n/locale';
import { Marked, type Tokens } from 'marked';

/** A section of a text, for the list of its contents. */
export type Heading = { readonly id: string; readonly text: string };

export type Rendered = { readonly html: string; readonly headings: readonly Heading[] };

/**
 * Our own texts as HTML: headings get ids, tables scroll sideways on phones, and links to our pages lead to those in the
 * reader's language. Not for texts of visitors: what is HTML in it stays HTML.
 */
export function renderMarkdown(text: string, locale: Locale): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = slugOf(plain, headings.length + 1);
        if (depth === 2) headings.push({ id, text: plain });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const words = this.parser.parseInline(tokens);
        return `<a href="${escapeAttribute(href.startsWith('/') ? localePath(locale, href) : href)}">${words}</a>`;
      },
      table({ header, rows }: Tokens.Table): string {
        const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td'): string =>
          row
            .map(({ tokens }) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`)
            .join('');
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        const name = header.map(({ text }) => text).join(', ');
        return `<div class="article-table" tabindex="0" role="group" aria-label="${escapeAttribute(name)}"><table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  return { html, headings };
}

/** A question with its answer, out of a list written as headings and paragraphs. */
export type Question = {
  readonly id: string;
  readonly category: string;
  readonly question: string;
  readonly html: string;
  /** The answer without markup, for search and for machines. */
  readonly plain: string;
};

/** Reads `## [Category] Question? {#id}` and what follows it up to the next one. */
export function readQuestions(text: string, locale: Locale): readonly Question[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [first = '', ...rest] = part.split('\n');
      const found = /^\[(?<category>[^\]]+)\] (?<question>.+?) \{#(?<id>[a-z0-9-]+)\}$/.exec(first.trim())?.groups;
      if (!found) throw new Error(`a question without category or id: ${first}`);
      const answer = rest.join('\n').trim();
      const { html } = renderMarkdown(answer, locale);
      const { category = '', question = '', id = '' } = found;
      return { id, category, question, html, plain: plainOf(html) };
    });
}

/** Text of HTML that `renderMarkdown` made. */
export function plainOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Letters and digits of any script, with hyphens between; a number where there are none. */
function slugOf(text: string, number: number): string {
  const slug = text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return slug || `part-${number}`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
