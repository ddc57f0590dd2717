import type { Engine } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { wholeFile } from '@bakkum/data-tree/data-reader';
import { DATA, dataTree } from '@bakkum/data-tree/tree';
import type { Table, Value } from '@bakkum/data-tree/value';
import { wordsOfHtml } from '@bakkum/document-input/clean-page';
import { childOf, descendantsOf, textOf, type XmlElement } from '@bakkum/document-input/xml';
import { readXml } from '@bakkum/document-input/xml-file';
import { bodyHtml } from './body.ts';

const MOST_BYTES = 256 * 1024 * 1024;

/** Texts of the humanities (TEI P4 and P5): to read, and what their header says of them. */
export const engine: Engine = {
  async convert({ inputs, to }, context) {
    context.signal.throwIfAborted();
    const root = readXml(await wholeFile(inputs[0], MOST_BYTES));
    const text = root.name === 'teiCorpus' ? childOf(root, 'TEI') : root;
    const body = text ? bodyHtml(text) : '';
    context.onProgress(0.5);
    context.signal.throwIfAborted();
    if (!text || body.trim() === '') throw new ConversionError('empty', 'no text in it');
    const facts = factsOf(text);
    if (to === DATA)
      return { outputs: [{ content: dataTree(new Map<string, Value>([...facts, ['text', wordsOfHtml(body)]])) }], warnings: [] };
    const content = to === 'txt' ? new Blob([`${wordsOfHtml(body)}\n`], { type: 'text/plain' }) : pageOf(facts, body);
    const hasPictures = !descendantsOf(text, 'graphic').next().done;
    return { outputs: [{ content }], warnings: hasPictures ? [{ code: 'pictures-dropped' }] : [] };
  },
};

/** Of the header: title, authors, publisher, date. */
function factsOf(root: XmlElement): Table {
  const header = childOf(root, 'teiHeader');
  const description = header && childOf(header, 'fileDesc');
  const all = (part: string, name: string): readonly string[] => {
    const found = description && childOf(description, part);
    return found ? [...descendantsOf(found, name)].map((each) => textOf(each).replaceAll(/\s+/g, ' ').trim()) : [];
  };
  return new Map<string, Value>([
    ['title', all('titleStmt', 'title')[0] ?? ''],
    ['authors', all('titleStmt', 'author')],
    ['publisher', all('publicationStmt', 'publisher')[0] ?? ''],
    ['date', all('publicationStmt', 'date')[0] ?? ''],
  ]);
}

function pageOf(facts: Table, body: string): Blob {
  const given = facts.get('title');
  const title = (typeof given === 'string' ? given : '').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const head = `<meta charset="utf-8"><title>${title}</title>`;
  return new Blob([`<!DOCTYPE html>\n<html><head>${head}</head><body>\n<h1>${title}</h1>\n${body}\n</body></html>\n`], {
    type: 'text/html',
  });
}
