import { type Bytes, startsWith } from '@bakkum/bytes/bytes';
import { type EpubInput, pathOfLink } from '@bakkum/document-epub/read';
import { escapeHtml } from '@bakkum/markup/escape';
import { type BookElement, type BookNode, readNodes } from './xhtml.ts';

/** Mobipocket text of a book, and the images it refers to. */
export type KindleText = {
  readonly text: Bytes;
  readonly pictures: readonly Bytes[];
  /** Index of the cover among the images. */
  readonly cover: number | undefined;
  /** Number of images in formats the readers do not show. */
  readonly lostPictures: number;
};

const BREAK = '<mbp:pagebreak/>';
/** Digits of a position: links are written before their target is known. */
const DIGITS = 10;
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr']);
/** Names of elements in older HTML. */
const OLDER: Readonly<Record<string, string>> = {
  article: 'div',
  aside: 'div',
  bdi: 'span',
  figcaption: 'p',
  figure: 'div',
  footer: 'div',
  header: 'div',
  main: 'div',
  mark: 'span',
  section: 'div',
  wbr: 'span',
};
const CONTENTS = 'contents';

/** Concatenates pages with breaks; links and contents are byte offsets (MOBI 6). */
export function kindleText(book: EpubInput): KindleText {
  const pictures = createPictures(book);
  const cover = book.cover === undefined ? undefined : pictures.numberOf(book.cover);
  const writing = createWriting();
  writing.add('<html><head><guide>');
  if (book.contents.length > 0)
    writing
      .add(`<reference type="toc" title="${escapeHtml(book.title)}" `)
      .link(CONTENTS)
      .add('/>');
  writing.add('</guide></head><body>');
  for (const [index, { path, markup }] of book.pages.entries()) {
    if (index > 0) writing.add(BREAK);
    writing.mark(path);
    writeNodes(readNodes(bodyOf(markup)), { writing, path, pictures });
  }
  writeContents(book, writing);
  writing.add('</body></html>');
  return {
    text: writing.bytes(),
    pictures: pictures.all(),
    cover: cover === undefined ? undefined : cover - 1,
    lostPictures: pictures.lost(),
  };
}

function bodyOf(markup: string): string {
  return /<body\b[^>]*>([\s\S]*?)(?:<\/body\s*>|$)/i.exec(markup)?.[1] ?? markup;
}

function writeContents({ contents, title }: EpubInput, writing: Writing): void {
  if (contents.length === 0) return;
  writing
    .add(BREAK)
    .mark(CONTENTS)
    .add(`<h2>${escapeHtml(title)}</h2>`);
  for (const { title: words, target, level } of contents)
    writing
      .add(`<p width="${level * 2}em"><a `)
      .link(target)
      .add(`>${escapeHtml(words)}</a></p>`);
}

type Scene = { readonly writing: Writing; readonly path: string; readonly pictures: KindlePictures };

function writeNodes(nodes: readonly BookNode[], scene: Scene): void {
  for (const node of nodes) {
    if (typeof node === 'string') scene.writing.add(escapeHtml(node));
    else writeElement(node, scene);
  }
}

function writeElement(element: BookElement, scene: Scene): void {
  const { writing, path, pictures } = scene;
  const { attributes, children } = element;
  const name = OLDER[element.name] ?? element.name;
  const id = attributes.get('id');
  if (id !== undefined) writing.mark(`${path}#${id}`);
  if (name === 'img') {
    const number = pictures.numberOf(pathOfLink(path, attributes.get('src') ?? ''));
    const words = escapeHtml(attributes.get('alt') ?? '');
    writing.add(number === undefined ? words : `<img recindex="${String(number).padStart(5, '0')}" alt="${words}"/>`);
    return;
  }
  const alignment = /text-align: (\w+)/.exec(attributes.get('style') ?? '')?.[1];
  const spans = ['colspan', 'rowspan', 'start'].flatMap((key) => {
    const value = attributes.get(key);
    return value === undefined ? [] : [` ${key}="${escapeHtml(value)}"`];
  });
  writing.add(`<${name}${alignment === undefined ? '' : ` align="${alignment}"`}${spans.join('')}`);
  const address = name === 'a' ? attributes.get('href') : undefined;
  if (address !== undefined && /^[a-z][a-z0-9+.-]*:/i.test(address)) writing.add(` href="${escapeHtml(address)}"`);
  else if (address !== undefined) writing.add(' ').link(pathOfLink(path, address));
  if (EMPTY.has(name)) {
    writing.add('/>');
    return;
  }
  writing.add('>');
  writeNodes(children, scene);
  writing.add(`</${name}>`);
}

/** Text with named positions that are resolved once all of it is written. */
type Writing = {
  add(text: string): Writing;
  /** Marks the current position as a link target; the first of several counts. */
  mark(name: string): Writing;
  link(name: string): Writing;
  bytes(): Bytes;
};

function createWriting(): Writing {
  const encoder = new TextEncoder();
  const parts: (Bytes | { readonly to: string })[] = [];
  const places = new Map<string, number>();
  let length = 0;
  const attribute = (place: number): string => `filepos="${String(place).padStart(DIGITS, '0')}"`;
  const linkLength = attribute(0).length;
  const writing: Writing = {
    add(text) {
      const bytes = encoder.encode(text);
      parts.push(bytes);
      length += bytes.length;
      return writing;
    },
    mark(name) {
      if (!places.has(name)) places.set(name, length);
      return writing;
    },
    link(to) {
      parts.push({ to });
      length += linkLength;
      return writing;
    },
    bytes() {
      const all = new Uint8Array(length);
      let end = 0;
      for (const part of parts) {
        const bytes = part instanceof Uint8Array ? part : encoder.encode(attribute(placeOf(places, part.to)));
        all.set(bytes, end);
        end += bytes.length;
      }
      return all;
    },
  };
  return writing;
}

/** An unmarked target resolves to the start of its page, a missing page to the start of the book. */
function placeOf(places: ReadonlyMap<string, number>, name: string): number {
  return places.get(name) ?? places.get(name.split('#')[0] ?? '') ?? 0;
}

type KindlePictures = {
  /** Number from 1; `undefined` for unsupported images. */
  numberOf(path: string): number | undefined;
  all(): readonly Bytes[];
  lost(): number;
};

/** JPEG, PNG, GIF, BMP. */
const SHOWN: readonly (readonly number[])[] = [
  [0xff, 0xd8],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
  [0x42, 0x4d],
];

function createPictures(book: EpubInput): KindlePictures {
  const numbers = new Map<string, number | undefined>();
  const files: Bytes[] = [];
  return {
    numberOf(path) {
      if (numbers.has(path)) return numbers.get(path);
      const bytes = book.file(path);
      const isShown = bytes && SHOWN.some((beginning) => startsWith(bytes, beginning));
      if (bytes && isShown) files.push(bytes);
      numbers.set(path, isShown ? files.length : undefined);
      return numbers.get(path);
    },
    all: () => files,
    lost: () => [...numbers.values()].filter((number) => number === undefined).length,
  };
}
