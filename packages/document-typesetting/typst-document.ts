import type { Content, FormatId, Interchange } from '@bakkum/conversion/engine';

/** The interchange format of documents on their way to being set in pages. */
export const TYPST_DOCUMENT: FormatId = 'typst-document';

/**
 * A document as Typst markup without a look: no page, no typeface. Whoever sets it adds those. `pictures` are the files the markup
 * names, by the path it names them with.
 */
export type TypstDocument = Interchange & {
  readonly interchange: typeof TYPST_DOCUMENT;
  readonly markup: string;
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
};

export function typstDocument(markup: string, pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): TypstDocument {
  return { interchange: TYPST_DOCUMENT, markup, pictures, release: () => undefined };
}

/** Guard for engines that take such documents. */
export function typstDocumentOf(content: Content): TypstDocument {
  if (!(content instanceof Blob) && isTypstDocument(content)) return content;
  throw new TypeError('expected a document to set');
}

function isTypstDocument(content: Interchange): content is TypstDocument {
  return content.interchange === TYPST_DOCUMENT && 'markup' in content && 'pictures' in content;
}
