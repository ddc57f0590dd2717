import type { Bytes } from '@bakkum/bytes/bytes';
import type { FormatId } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type EpubInput, pathOfLink, readEpub } from '@bakkum/document-epub/read';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { pageFile } from './page-files.ts';
import { type Surroundings, safePage } from './safe-page.ts';
import { savedPage } from './saved-page.ts';
import { WEB_ADDRESS, type WebDocument } from './web-document.ts';

/** Documents in reading order, made one at a time, and what is known about all of them. */
export type Source = {
  readonly title: string;
  readonly language: string | undefined;
  readonly count: number;
  document(index: number): WebDocument;
  /** Entries of the table of contents of a book; `target` is `name#id`. */
  readonly contents: EpubInput['contents'];
};

/** Markup beyond this takes other ways, which need no layout in one piece. */
const MAX_BYTES = 50_000_000;

/** Errors: `empty`, `corrupt`, `copy-protected`, `too-large`. */
export function readSource(bytes: Bytes, from: FormatId): Source {
  if (from === 'epub') return bookSource(readEpub(bytes));
  if (bytes.length > MAX_BYTES) throw new ConversionError('too-large', `${bytes.length} bytes of markup`);
  if (from === 'mhtml') return alone(savedPage(bytes));
  const text = decodeText(bytes);
  if (text.trim() === '') throw new ConversionError('empty', 'white space only');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a file of another kind from text
  if (/[\0-\x06\x0e-\x19\x1c-\x1f]/.test(text)) throw new ConversionError('corrupt', 'control characters in a page');
  const isXml = from === 'xhtml' || text.trimStart().startsWith('<?xml');
  return alone(safePage(isXml ? withEndTags(withoutPrefixes(text)) : text, ALONE));
}

function alone(page: WebDocument): Source {
  return { title: page.title, language: page.language, count: 1, document: () => page, contents: [] };
}

/** A single file has no others beside it. */
const ALONE: Surroundings = {
  name: '',
  file: () => undefined,
  link: (address) => (WEB_ADDRESS.test(address) || address.startsWith('#') ? address : undefined),
};

/** Formulas whose elements have a prefix, which web pages do not know. */
function withoutPrefixes(xml: string): string {
  const [, prefix] = /\sxmlns:([A-Za-z]\w{0,20})\s*=\s*["']http:\/\/www\.w3\.org\/1998\/Math\/MathML["']/.exec(xml) ?? [];
  return prefix === undefined ? xml : xml.replaceAll(new RegExp(`(</?)${prefix}:(?=[A-Za-z])`, 'g'), '$1');
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** Elements that XML closes at once; a web page would leave them open. */
function withEndTags(xml: string): string {
  return xml.replaceAll(
    /<([A-Za-z][\w:-]*)((?:\s+[^\s<>"'=/]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'))?)*)\s*\/>/g,
    (tag, name: string, rest: string) => (VOID.test(name) ? tag : `<${name}${rest}></${name}>`),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  css: 'text/css',
};

function bookSource(book: EpubInput): Source {
  const files = new Map<string, Blob>();
  const fileOf = (path: string): Blob | undefined => {
    const known = files.get(path);
    const type = TYPES[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
    const bytes = known || type === undefined ? undefined : book.file(path);
    if (!bytes) return known;
    const blob = pageFile(bytes, type ?? '');
    files.set(path, blob);
    return blob;
  };
  const cover = coverPage(book);
  const pages = cover ? [cover, ...book.pages] : book.pages;
  const paths = new Set(pages.map(({ path }) => path));
  return {
    title: book.title,
    language: book.language || undefined,
    count: pages.length,
    contents: book.contents,
    document(index) {
      const { path, markup } = pages[index] ?? { path: '', markup: '' };
      return safePage(withEndTags(withoutPrefixes(markup)), {
        name: path,
        file(address, from) {
          const name = pathOfLink(from, address);
          const blob = fileOf(name);
          return blob && { name, blob };
        },
        link(address) {
          if (WEB_ADDRESS.test(address)) return address;
          const target = pathOfLink(path, address);
          return paths.has(target.split('#')[0] ?? '') ? target : undefined;
        },
      });
    },
  };
}

/** Books often declare a cover that no page shows. */
function coverPage({ cover, pages }: EpubInput): EpubInput['pages'][number] | undefined {
  const name = cover?.split('/').at(-1) ?? '';
  if (cover === undefined || pages.slice(0, 2).some(({ markup }) => markup.includes(name))) return undefined;
  const address = cover.split('/').map(encodeURIComponent).join('/');
  const style = 'display:block;margin:0 auto;max-width:100%;max-height:99vh';
  return { path: ' cover', markup: `<body style="margin:0"><img src="${address}" style="${style}"></body>` };
}
