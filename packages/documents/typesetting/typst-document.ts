import type { Content, FormatId, Interchange } from '@bakkum/conversion/engine';

/** Interchange format of documents that are to be typeset. */
export const TYPST_DOCUMENT: FormatId = 'typst-document';

/**
 * A document as Typst markup without page and typeface settings, which the typesetting engine adds. `pictures` are the files used
 * in the markup, by path.
 */
export type TypstDocument = Interchange & {
  readonly interchange: typeof TYPST_DOCUMENT;
  readonly markup: string;
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
};

export function typstDocument(markup: string, pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): TypstDocument {
  return { interchange: TYPST_DOCUMENT, markup, pictures, release: () => undefined };
}

/** Returns the content as a Typst document, for engines that take only those. */
export function typstDocumentOf(content: Content): TypstDocument {
  if (!(content instanceof Blob) && isTypstDocument(content)) return content;
  throw new TypeError('expected a document to set');
}

function isTypstDocument(content: Interchange): content is TypstDocument {
  return content.interchange === TYPST_DOCUMENT && 'markup' in content && 'pictures' in content;
}
