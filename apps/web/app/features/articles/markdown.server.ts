import { type Locale, localePath } from '@bakkum/i18n/locale';
import { escapeHtml } from '@bakkum/markup/escape';
import { unescapeHtml } from '@bakkum/markup/unescape';
import { hasPairPage, pairOfSlug } from '@bakkum/registry/offered-pairs';
import { toolOfSlug } from '@bakkum/registry/tools';
import { linkOf } from '@bakkum/site/pages';
import { staticCopy } from '@bakkum/site/static-copy';
import { Marked, type Tokens } from 'marked';

/** A section of a text, for the table of contents. */
export type Heading = { readonly id: string; readonly text: string };

export type Rendered = { readonly html: string; readonly headings: readonly Heading[] };

/** Trusted SVG drawings of an article, by name. */
export type Drawings = ReadonlyMap<string, string>;

const NO_DRAWINGS: Drawings = new Map();

/**
 * Renders trusted Markdown as HTML: headings get ids, tables scroll sideways on phones, and internal links lead to pages in the
 * reader's language. An image names a drawing, which is inlined so that it takes on the page's colours; its title becomes the
 * caption. Not for user input: embedded HTML is kept.
 */
export function renderMarkdown(text: string, locale: Locale, drawings: Drawings = NO_DRAWINGS): Rendered {
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
        const address = addressOf(href, locale);
        return address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`;
      },
      paragraph({ tokens }: Tokens.Paragraph): string {
        const inner = this.parser.parseInline(tokens);
        return tokens.length === 1 && tokens[0]?.type === 'image' ? inner : `<p>${inner}</p>\n`;
      },
      // Scrollable content must be reachable by keyboard.
      code: ({ text: code }: Tokens.Code): string => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
      image: (image: Tokens.Image): string => figureOf(image, drawings),
      table({ header, rows }: Tokens.Table): string {
        const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td'): string =>
          row
            .map(({ tokens }) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`)
            .join('');
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        const name = header.map(({ text }) => text).join(', ');
        return `<div class="article-table" tabindex="0" role="group" aria-label="${escapeHtml(name)}"><table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  return { html, headings };
}

/** The address a link leads to; undefined for a page that a static copy lacks, of which only the text remains. */
function addressOf(href: string, locale: Locale): string | undefined {
  if (!href.startsWith('/')) return href;
  const link = linkOf(href);
  if (!link || (staticCopy && isLeftOut(href))) return undefined;
  return (link.site ?? '') + localePath(locale, href);
}

/** Whether a static copy has no page about a pair or a tool. */
function isLeftOut(href: string): boolean {
  const [, folder, slug = ''] = /^\/(convert|tools)\/([\w-]+)$/.exec(href) ?? [];
  if (folder === 'tools') return !toolOfSlug(slug);
  const pair = folder === 'convert' ? pairOfSlug(slug) : undefined;
  return pair !== undefined && !hasPairPage(pair);
}

function figureOf({ href, text, title }: Tokens.Image, drawings: Drawings): string {
  const drawing = drawings.get(href);
  if (drawing === undefined) throw new Error(`no drawing ${href}`);
  const named = drawing.trim().replace('<svg ', `<svg role="img" aria-label="${escapeHtml(text)}" `);
  const caption = title ? `<figcaption>${escapeHtml(title)}</figcaption>` : '';
  return `<figure class="article-drawing">${named}${caption}</figure>\n`;
}

/** A question with its answer, from a list written as headings and paragraphs. */
export type Question = {
  readonly id: string;
  readonly category: string;
  readonly question: string;
  readonly html: string;
  /** The answer as plain text, for search and structured data. */
  readonly plain: string;
};

/** Reads `## [Category] Question? {#id}` and the text up to the next question. */
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

/** Returns the plain text of HTML from `renderMarkdown`. */
export function plainOf(html: string): string {
  return unescapeHtml(html.replaceAll(/<[^<>]+>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns a slug of letters and digits of any script, or a number if there are none. */
function slugOf(text: string, number: number): string {
  const slug = text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return slug || `part-${number}`;
}
