import { type EpubEntry, type EpubFile, type EpubPage, writeEpub } from '@bakkum/document-epub/write';
import type { Book } from './book.ts';
import { markedText, placeName } from './marked-text.ts';
import { type BookPicture, createPictures, withPictures } from './pictures.ts';
import { type BookElement, type BookNode, elementsIn, isBlock, readNodes, wordsOf, xhtmlOf } from './xhtml.ts';

const STYLE =
  'body{margin:1em;line-height:1.6}img{max-width:100%;height:auto}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .5em}.cover{text-align:center;margin:0}\n';
const MAX_TITLE_LENGTH = 120;
const COVER_PAGE = 'cover.xhtml';

/** Writes a book as EPUB with pages split at its breaks, contents, cover, images and working links. */
export function epubOf(book: Book): { readonly file: Blob; readonly lostPictures: number } {
  const pictures = createPictures(book);
  const files = new Map<number, EpubFile>();
  const nameOf = (picture: BookPicture): string => {
    const name = `picture-${picture.number}.${picture.extension}`;
    files.set(picture.number, { name, mediaType: picture.mediaType, bytes: picture.bytes });
    return name;
  };
  const html = withPictures(markedText(book), pictures, (picture, alt) => `<img src="${nameOf(picture)}" alt="${alt}">`);
  const pages = pagesOf(readNodes(html));
  const places = placesIn(pages);
  const language = book.language || 'ko';
  const contents = contentsOf(book, pages, places);
  const cover = book.cover === undefined ? undefined : pictures.get(book.cover);
  const coverName = cover && nameOf(cover);
  const firstShowsCover = coverName !== undefined && xhtmlOf(pages[0] ?? [], () => undefined).includes(`"${coverName}"`);
  const written = pages.map(
    (nodes, index): EpubPage => ({
      name: pageName(index),
      title: titleOf(nodes) || book.title,
      body: xhtmlOf(flowing(nodes), (address) => leadTo(address, places)),
    }),
  );
  const coverPages = coverName === undefined || firstShowsCover ? [] : [coverPage(book.title, coverName)];
  const file = writeEpub({
    title: book.title || 'Untitled',
    author: book.author,
    publisher: book.publisher,
    description: book.description,
    language,
    ...(coverName !== undefined && { cover: coverName }),
    pages: [...coverPages, ...written],
    files: [...files.values()],
    contents,
    style: STYLE,
  });
  return { file, lostPictures: pictures.lost() };
}

function coverPage(title: string, picture: string): EpubPage {
  return { name: COVER_PAGE, title, body: `<p class="cover"><img src="${picture}" alt=""/></p>` };
}

const pageName = (index: number): string => `page-${index + 1}.xhtml`;

/**
 * Splits at page breaks or, without any, at the top-level headings. Empty pages are dropped and their anchors move to the next
 * page.
 */
function pagesOf(nodes: readonly BookNode[]): readonly (readonly BookNode[])[] {
  const isBreak = (node: BookNode): boolean => typeof node !== 'string' && node.attributes.get('class') === 'page-break';
  const flat = nodes.some(isBreak) ? nodes : nodes.flatMap(unwrapped);
  const top = ['h1', 'h2'].find((name) => flat.filter((node) => typeof node !== 'string' && node.name === name).length > 1);
  const begins = (node: BookNode): boolean =>
    flat.some(isBreak) ? isBreak(node) : typeof node !== 'string' && node.name === top;
  const pages: BookNode[][] = [[]];
  for (const node of flat) {
    if (begins(node) && isFilled(pages.at(-1) ?? [])) pages.push([]);
    if (!isBreak(node)) pages.at(-1)?.push(node);
  }
  const [first = [], ...others] = pages;
  return isFilled(pages.at(-1) ?? []) || others.length === 0 ? [first, ...others] : [first, ...others.slice(0, -1)];
}

/** Some books wrap everything in one `div`. */
function unwrapped(node: BookNode): readonly BookNode[] {
  const isWrap = typeof node !== 'string' && node.name === 'div' && node.children.some(isBlock);
  return isWrap ? node.children.flatMap(unwrapped) : [node];
}

function isFilled(nodes: readonly BookNode[]): boolean {
  if (wordsOf(nodes).trim() !== '') return true;
  return [...elementsIn(nodes)].some(({ name }) => name === 'img');
}

/** Wraps text between blocks in paragraphs. */
function flowing(nodes: readonly BookNode[]): readonly BookNode[] {
  const blocks: BookNode[] = [];
  let line: BookNode[] = [];
  const flush = (): void => {
    const isBlank =
      wordsOf(line).trim() === '' &&
      ![...elementsIn(line)].some(({ name, attributes }) => name === 'img' || attributes.has('id'));
    if (!isBlank) blocks.push({ name: 'p', attributes: new Map(), children: line });
    line = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) {
      line.push(node);
      continue;
    }
    flush();
    blocks.push(node);
  }
  flush();
  return blocks.length === 0 ? [{ name: 'p', attributes: new Map(), children: [] }] : blocks;
}

/** Maps each anchor to its page. */
function placesIn(pages: readonly (readonly BookNode[])[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  pages.forEach((nodes, index) => {
    for (const { attributes } of elementsIn(nodes)) {
      const id = attributes.get('id');
      if (id !== undefined && !places.has(id)) places.set(id, pageName(index));
    }
  });
  return places;
}

/** Resolves internal links to a page and anchor; dead links are dropped. */
function leadTo(address: string, places: ReadonlyMap<string, string>): string | undefined {
  if (/^(https?|mailto):\S+$/i.test(address)) return address.replaceAll(/[\s"<>\\^`{|}]/g, encodeURIComponent);
  if (!address.startsWith('#')) return undefined;
  const page = places.get(address.slice(1));
  return page === undefined ? undefined : `${page}${address}`;
}

function titleOf(nodes: readonly BookNode[]): string {
  const heading = [...elementsIn(nodes)].find(({ name }) => /^h[1-6]$/.test(name));
  return heading ? shortened(wordsOf(heading.children)) : '';
}

function shortened(words: string): string {
  const text = words.replaceAll(/\s+/g, ' ').trim();
  return text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH - 1)}…` : text;
}

/** Uses the contents of the book, otherwise its headings, otherwise its own page of links. */
function contentsOf(
  book: Book,
  pages: readonly (readonly BookNode[])[],
  places: ReadonlyMap<string, string>,
): readonly EpubEntry[] {
  const told = book.contents.flatMap(({ title, place, level }): readonly EpubEntry[] => {
    const name = placeName(place);
    const page = places.get(name);
    return page === undefined ? [] : [{ title: shortened(title), target: `${page}#${name}`, level }];
  });
  const headings = pages.flatMap((nodes, index) =>
    [...elementsIn(nodes)].filter(isTitle).map(({ name, attributes, children }): EpubEntry => {
      const id = attributes.get('id');
      return {
        title: shortened(wordsOf(children)),
        target: `${pageName(index)}${id === undefined ? '' : `#${id}`}`,
        level: Number(name[1]) - 1,
      };
    }),
  );
  // Some books list only a page of notes.
  if (told.length > 1 || (told.length === 1 && headings.length <= 1)) return told;
  return headings.length > 0 ? onePerPlace(headings) : linksIn(pages, places);
}

function isTitle({ name, children }: BookElement): boolean {
  return /^h[1-3]$/.test(name) && wordsOf(children).trim() !== '';
}

/** Of several entries that point to the top of one page, keeps the first. */
function onePerPlace(entries: readonly EpubEntry[]): readonly EpubEntry[] {
  return entries.filter(({ target }, index) => entries.findIndex((other) => other.target === target) === index);
}

const MIN_LINKS = 3;

function linksIn(pages: readonly (readonly BookNode[])[], places: ReadonlyMap<string, string>): readonly EpubEntry[] {
  const entries = [...elementsIn(pages.flat())].flatMap(({ name, attributes, children }): readonly EpubEntry[] => {
    const target = name === 'a' ? leadTo(attributes.get('href') ?? '', places) : undefined;
    const title = shortened(wordsOf(children));
    return target?.startsWith('page-') && /\p{L}/u.test(title) ? [{ title, target, level: 0 }] : [];
  });
  return entries.length >= MIN_LINKS ? onePerPlace(entries) : [];
}
