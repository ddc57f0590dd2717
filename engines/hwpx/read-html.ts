import type { Block, DocumentModel, Paragraph } from '@bakkum/document-model/model';
import { isNotesList, type Reading, readBlocks, START } from './html-blocks.ts';
import { readHtmlTable } from './html-table.ts';
import { documentOf } from './page.ts';
import { allElements, findElement, type HtmlElement, parsePage, textOf } from './tree.ts';

/** Converts a web page to a document and returns the number of images that were dropped. */
export function readHtml(text: string): { readonly document: DocumentModel; readonly lostPictures: number } {
  const root = parsePage(text);
  const head = findElement(root, 'head');
  const body = findElement(root, 'body') ?? root;
  const title = head && findElement(head, 'title');
  const notes = notesIn(body);
  const reading: Reading = { noteOf: (id) => notes.places.get(id), lostPictures: 0, lists: 0, readTable: readHtmlTable };
  const read = notes.elements.map((element): readonly Paragraph[] => paragraphsOf(readBlocks(element, START, reading)));
  const blocks = readBlocks(body, START, reading);
  const document = documentOf(blocks, { title: title ? textOf(title).trim() : '', notes: read });
  return { document, lostPictures: reading.lostPictures };
}

/** Collects notes marked up with DPUB-ARIA: a list at the end whose items are linked from the text. */
function notesIn(body: HtmlElement): { readonly elements: readonly HtmlElement[]; readonly places: ReadonlyMap<string, number> } {
  const lists = [...allElements(body)].filter(isNotesList);
  const items = lists.flatMap((list) =>
    [...allElements(list)].filter(({ name, attributes }) => name === 'li' && attributes.has('id')),
  );
  return { elements: items, places: new Map(items.map(({ attributes }, index) => [attributes.get('id') ?? '', index])) };
}

function paragraphsOf(blocks: readonly Block[]): readonly Paragraph[] {
  return blocks.filter((block) => block.kind === 'paragraph');
}
