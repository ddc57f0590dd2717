import { randomId } from '@bakkum/bytes/random-id';
import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { strToU8, type Zippable, zipSync } from 'fflate';

/** An EPUB book: XHTML pages in reading order, and the files they use. */
export type EpubBook = {
  readonly title: string;
  readonly author?: string;
  readonly publisher?: string;
  readonly description?: string;
  /** BCP 47. */
  readonly language: string;
  /** Name of the cover image in `files`. */
  readonly cover?: string;
  readonly pages: readonly EpubPage[];
  /** Files by the name that pages use. */
  readonly files: readonly EpubFile[];
  /** The table of contents; levels start at 0. */
  readonly contents: readonly EpubEntry[];
  readonly style: string;
  /** Fixed layout: every page is an image with its own size. */
  readonly isFixed?: boolean;
  readonly isRightToLeft?: boolean;
};

export type EpubPage = {
  /** `page-1.xhtml`. */
  readonly name: string;
  readonly title: string;
  /** Well-formed content of `body`. */
  readonly body: string;
  /** Size in pixels of a fixed-layout page. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Whether it contains SVG elements. */
  readonly hasSvg?: boolean;
};

export type EpubFile = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array };

/** `target` is a page's name, with an optional fragment after `#`. */
export type EpubEntry = { readonly title: string; readonly target: string; readonly level: number };

const EPUB = 'application/epub+zip';
const XML = '<?xml version="1.0" encoding="utf-8"?>\n';
const CONTAINER =
  `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>` +
  '<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

/** Writes EPUB 3.3, with an EPUB 2 table of contents for older readers. */
export function writeEpub(book: EpubBook): Blob {
  const identifier = `urn:uuid:${randomId()}`;
  const entries = book.contents.length > 0 ? book.contents : firstOf(book);
  const files: Zippable = {
    // First and uncompressed, so that the file type is detectable from the first bytes.
    mimetype: [strToU8(EPUB), { level: 0 }],
    'META-INF/container.xml': strToU8(CONTAINER),
    'EPUB/package.opf': strToU8(packageXml(book, identifier)),
    'EPUB/nav.xhtml': strToU8(navigationXml(book, entries)),
    'EPUB/toc.ncx': strToU8(controlXml(book, entries, identifier)),
    'EPUB/style.css': strToU8(book.style),
  };
  for (const page of book.pages) files[`EPUB/${page.name}`] = strToU8(pageXml(page, book.language));
  // Images are already compressed.
  for (const { name, bytes } of book.files) files[`EPUB/${name}`] = [bytes, { level: 0 }];
  return new Blob([new Uint8Array(zipSync(files, { level: 6 }))], { type: EPUB });
}

function firstOf({ pages, title }: EpubBook): readonly EpubEntry[] {
  return pages.slice(0, 1).map(({ name }) => ({ title, target: name, level: 0 }));
}

function pageXml({ title, body, size }: EpubPage, language: string): string {
  const viewport = size ? `<meta name="viewport" content="width=${size.width}, height=${size.height}"/>` : '';
  return (
    `${XML}<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}">` +
    `<head><title>${escapeXmlText(title)}</title>${viewport}<link rel="stylesheet" type="text/css" href="style.css"/></head><body>${body}</body></html>\n`
  );
}

function packageXml(book: EpubBook, identifier: string): string {
  const { title, author, publisher, description, language, cover, isFixed, isRightToLeft } = book;
  const modified = `${new Date().toISOString().slice(0, 19)}Z`;
  const element = (name: string, text: string | undefined): string =>
    text === undefined || text.trim() === '' ? '' : `<dc:${name}>${escapeXmlText(text.trim())}</dc:${name}>`;
  const coverPlace = book.files.findIndex(({ name }) => name === cover);
  const metadata =
    `<dc:identifier id="id">${identifier}</dc:identifier><dc:title>${escapeXmlText(title)}</dc:title><dc:language>${language}</dc:language>` +
    element('creator', author) +
    element('publisher', publisher) +
    element('description', description) +
    `<meta property="dcterms:modified">${modified}</meta>` +
    (isFixed ? '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">auto</meta>' : '') +
    (coverPlace >= 0 ? `<meta name="cover" content="file-${coverPlace + 1}"/>` : '');
  const items = [
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="style" href="style.css" media-type="text/css"/>',
    ...book.pages.map(
      ({ name, hasSvg }, index) =>
        `<item id="page-${index + 1}" href="${name}" media-type="application/xhtml+xml"${hasSvg ? ' properties="svg"' : ''}/>`,
    ),
    ...book.files.map(
      ({ name, mediaType }, index) =>
        `<item id="file-${index + 1}" href="${name}" media-type="${mediaType}"${index === coverPlace ? ' properties="cover-image"' : ''}/>`,
    ),
  ];
  const spine = book.pages.map((_, index) => `<itemref idref="page-${index + 1}"/>`).join('');
  const direction = isRightToLeft ? ' page-progression-direction="rtl"' : '';
  return (
    `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">` +
    `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata>` +
    `<manifest>${items.join('')}</manifest><spine toc="ncx"${direction}>${spine}</spine></package>\n`
  );
}

type Branch = { readonly entry: EpubEntry; readonly inside: Branch[] };

/** Nests each entry in the closest entry above it with a lower level. */
function nested(entries: readonly EpubEntry[]): readonly Branch[] {
  const roots: Branch[] = [];
  const open: Branch[] = [];
  for (const entry of entries) {
    while (open.length > 0 && (open.at(-1)?.entry.level ?? 0) >= entry.level) open.pop();
    const branch = { entry, inside: [] };
    (open.at(-1)?.inside ?? roots).push(branch);
    open.push(branch);
  }
  return roots;
}

function navigationXml({ title, language }: EpubBook, entries: readonly EpubEntry[]): string {
  const list = (branches: readonly Branch[]): string =>
    branches.length === 0
      ? ''
      : `<ol>${branches.map(({ entry, inside }) => `<li><a href="${escapeXmlAttribute(entry.target)}">${escapeXmlText(entry.title)}</a>${list(inside)}</li>`).join('')}</ol>`;
  const body = `<nav epub:type="toc" id="toc"><h1>${escapeXmlText(title)}</h1>${list(nested(entries))}</nav>`;
  return pageXml({ name: 'nav.xhtml', title, body }, language);
}

function controlXml({ title }: EpubBook, entries: readonly EpubEntry[], identifier: string): string {
  let order = 0;
  const points = (branches: readonly Branch[]): string =>
    branches
      .map(({ entry, inside }) => {
        order += 1;
        return (
          `<navPoint id="point-${order}" playOrder="${order}"><navLabel><text>${escapeXmlText(entry.title)}</text></navLabel>` +
          `<content src="${escapeXmlAttribute(entry.target)}"/>${points(inside)}</navPoint>`
        );
      })
      .join('');
  return (
    `${XML}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="${identifier}"/></head>` +
    `<docTitle><text>${escapeXmlText(title)}</text></docTitle><navMap>${points(nested(entries))}</navMap></ncx>\n`
  );
}
