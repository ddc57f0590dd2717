import type { FormatId } from '@bakkum/conversion/engine';
import { TYPST_TEMPLATE } from './typst-template.ts';

/** How a source is validated: as `zip` with a characteristic member, or as text that is decoded here from any encoding. */
export type Reader = {
  /** The pandoc format name with the extensions real files need. */
  readonly reader: string;
  readonly content: 'zip' | 'rtf' | 'html' | 'xml' | 'json' | 'text' | 'texinfo';
  /** A member the zip must contain. */
  readonly member?: string;
};

export const READERS: Readonly<Record<FormatId, Reader>> = {
  docx: { reader: 'docx', content: 'zip', member: '[content_types].xml' },
  odt: { reader: 'odt', content: 'zip', member: 'content.xml' },
  epub: { reader: 'epub', content: 'zip', member: 'meta-inf/container.xml' },
  rtf: { reader: 'rtf', content: 'rtf' },
  html: { reader: 'html', content: 'html' },
  xhtml: { reader: 'html', content: 'html' },
  fb2: { reader: 'fb2', content: 'xml' },
  docbook: { reader: 'docbook', content: 'xml' },
  jats: { reader: 'jats', content: 'xml' },
  opml: { reader: 'opml', content: 'xml' },
  // Or another dialect, see `markdownReader`.
  md: { reader: 'gfm', content: 'text' },
  rst: { reader: 'rst', content: 'text' },
  tex: { reader: 'latex', content: 'text' },
  typ: { reader: 'typst', content: 'text' },
  adoc: { reader: 'asciidoc', content: 'text' },
  org: { reader: 'org', content: 'text' },
  textile: { reader: 'textile', content: 'text' },
  mediawiki: { reader: 'mediawiki', content: 'text' },
  dokuwiki: { reader: 'dokuwiki', content: 'text' },
  man: { reader: 'man', content: 'text' },
  // Pandoc writes this format but does not read it, so our own reader supplies a web page.
  texinfo: { reader: 'html', content: 'texinfo' },
  ipynb: { reader: 'ipynb', content: 'json' },
  bibtex: { reader: 'bibtex', content: 'text' },
  ris: { reader: 'ris', content: 'text' },
  endnote: { reader: 'endnotexml', content: 'xml' },
  'csl-json': { reader: 'csljson', content: 'json' },
};

/** Bibliographies: in a document they are formatted as a list of references. */
export const REFERENCES = ['bibtex', 'ris', 'endnote', 'csl-json'] as const;

/** Handling of a document's images: packed into the file, embedded as `data:` URLs, returned next to it, or dropped. */
export type Pictures = 'packed' | 'inline' | 'beside' | 'dropped';

export type Writer = {
  readonly writer: string;
  readonly mediaType: string;
  readonly pictures: Pictures;
  /** Replaces pandoc's template for a standalone document. */
  readonly template?: string;
};

export const WRITERS: Readonly<Record<FormatId, Writer>> = {
  docx: {
    writer: 'docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    pictures: 'packed',
  },
  odt: { writer: 'odt', mediaType: 'application/vnd.oasis.opendocument.text', pictures: 'packed' },
  pptx: {
    writer: 'pptx',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    pictures: 'packed',
  },
  rtf: { writer: 'rtf', mediaType: 'application/rtf', pictures: 'packed' },
  epub: { writer: 'epub', mediaType: 'application/epub+zip', pictures: 'packed' },
  fb2: { writer: 'fb2', mediaType: 'application/x-fictionbook+xml', pictures: 'packed' },
  ipynb: { writer: 'ipynb', mediaType: 'application/x-ipynb+json', pictures: 'packed' },
  html: { writer: 'html', mediaType: 'text/html', pictures: 'inline' },
  md: { writer: 'gfm', mediaType: 'text/markdown', pictures: 'inline' },
  adoc: { writer: 'asciidoc', mediaType: 'text/asciidoc', pictures: 'inline' },
  rst: { writer: 'rst', mediaType: 'text/x-rst', pictures: 'dropped' },
  tex: { writer: 'latex', mediaType: 'application/x-tex', pictures: 'dropped' },
  typ: { writer: 'typst', mediaType: 'text/x-typst', pictures: 'dropped' },
  org: { writer: 'org', mediaType: 'text/org', pictures: 'dropped' },
  textile: { writer: 'textile', mediaType: 'text/x-textile', pictures: 'dropped' },
  mediawiki: { writer: 'mediawiki', mediaType: 'text/x-wiki', pictures: 'dropped' },
  dokuwiki: { writer: 'dokuwiki', mediaType: 'text/x-dokuwiki', pictures: 'dropped' },
  docbook: { writer: 'docbook5', mediaType: 'application/docbook+xml', pictures: 'dropped' },
  jats: { writer: 'jats', mediaType: 'application/jats+xml', pictures: 'dropped' },
  tei: { writer: 'tei', mediaType: 'application/tei+xml', pictures: 'dropped' },
  opml: { writer: 'opml', mediaType: 'text/x-opml', pictures: 'dropped' },
  man: { writer: 'man', mediaType: 'text/troff', pictures: 'dropped' },
  texinfo: { writer: 'texinfo', mediaType: 'application/x-texinfo', pictures: 'dropped' },
  'typst-document': { writer: 'typst', mediaType: '', pictures: 'beside', template: TYPST_TEMPLATE },
  bibtex: { writer: 'bibtex', mediaType: 'application/x-bibtex', pictures: 'dropped' },
  'csl-json': { writer: 'csljson', mediaType: 'application/vnd.citationstyles.csl+json', pictures: 'dropped' },
  txt: { writer: 'plain', mediaType: 'text/plain', pictures: 'dropped' },
};
