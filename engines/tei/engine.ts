import { type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { readXml } from '@bakkum/document-input/xml-file';
import { escapeHtml } from '@bakkum/markup/escape';
import { htmlPage } from '@bakkum/markup/html-page';
import { childOf, descendantsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { bodyHtml } from './body.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** Converts humanities texts (TEI P4 and P5) to a page. */
export const engine: Engine = {
  async convert({ inputs }, context) {
    context.signal.throwIfAborted();
    const root = readXml(await readInput(inputs[0], MAX_BYTES));
    const text = root.name === 'teiCorpus' ? childOf(root, 'TEI') : root;
    const body = text ? bodyHtml(text) : '';
    context.onProgress(0.5);
    context.signal.throwIfAborted();
    if (!text || body.trim() === '') throw new ConversionError('empty', 'no text in it');
    const content = pageOf(factsOf(text), body);
    const hasPictures = !descendantsOf(text, 'graphic').next().done;
    return { outputs: [{ content }], warnings: hasPictures ? [{ code: 'pictures-dropped' }] : [] };
  },
};

type Facts = { readonly title: string; readonly authors: readonly string[]; readonly date: string };

/** Reads title, author and other basic metadata from the header. */
function factsOf(root: XmlElement): Facts {
  const header = childOf(root, 'teiHeader');
  const description = header && childOf(header, 'fileDesc');
  const all = (part: string, name: string): readonly string[] => {
    const found = description && childOf(description, part);
    return found ? [...descendantsOf(found, name)].map((each) => textOf(each).replaceAll(/\s+/g, ' ').trim()) : [];
  };
  return {
    title: all('titleStmt', 'title')[0] ?? '',
    authors: all('titleStmt', 'author').filter((name) => name !== ''),
    date: all('publicationStmt', 'date')[0] ?? '',
  };
}

function pageOf({ title, authors, date }: Facts, body: string): Blob {
  const meta = authors.map((name) => ['author', name] as const);
  const byline = [...authors, date].filter((part) => part !== '').map(escapeHtml);
  const intro = `<h1>${escapeHtml(title)}</h1>\n${byline.length > 0 ? `<p>${byline.join(' · ')}</p>\n` : ''}`;
  return new Blob([htmlPage({ title, body: `${intro}${body}`, meta })], { type: 'text/html' });
}
