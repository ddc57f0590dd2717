import { type ConvertResult, type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { DATA, dataTree } from '@bakkum/data-tree/tree';
import { Moment, type Table, type Value } from '@bakkum/data-tree/value';
import { wordsOfHtml } from '@bakkum/document-input/clean-page';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { readXml } from '@bakkum/document-input/xml-file';
import type { Feed, Item } from './feed.ts';
import { readJsonFeed, writeJsonFeed } from './json-feed.ts';
import { pageOf } from './page.ts';
import { readAtom } from './read-atom.ts';
import { readRss } from './read-rss.ts';
import { writeAtom, writeRss } from './write-xml.ts';

const MAX_BYTES = 128 * 1024 * 1024;

/** Converts news feeds to each other, to a readable page, and to a list of items. Fetches nothing. */
export const engine: Engine = {
  async convert({ inputs, from, to }, context) {
    context.signal.throwIfAborted();
    const feed = read(await readInput(inputs[0], MAX_BYTES), from);
    if (feed.items.length === 0 && feed.title === '') throw new ConversionError('corrupt', 'no feed in it');
    context.onProgress(0.5);
    context.signal.throwIfAborted();
    return written(feed, to);
  },
};

function read(bytes: Uint8Array<ArrayBuffer>, from: string): Feed {
  if (from === 'jsonfeed') return readJsonFeed(decodeText(bytes));
  const root = readXml(bytes);
  return from === 'atom' ? readAtom(root) : readRss(root);
}

function written(feed: Feed, to: string): ConvertResult {
  switch (to) {
    case 'rss':
      return only(writeRss(feed), 'application/rss+xml');
    case 'atom':
      return only(writeAtom(feed), 'application/atom+xml');
    case 'jsonfeed':
      return only(writeJsonFeed(feed), 'application/feed+json');
    case 'json':
      return only(`${JSON.stringify(feed, undefined, 2)}\n`, 'application/json');
    case DATA:
      return { outputs: [{ content: dataTree(feed.items.map(recordOf)) }], warnings: [] };
    default: {
      const { page, dropped } = pageOf(feed);
      return { ...only(page, 'text/html'), warnings: dropped > 0 ? [{ code: 'pictures-dropped' }] : [] };
    }
  }
}

const only = (text: string, type: string): ConvertResult => ({
  outputs: [{ content: new Blob([text], { type }) }],
  warnings: [],
});

function recordOf(item: Item): Table {
  const time = (iso: string): Value => (iso === '' ? null : new Moment(iso, 'instant'));
  return new Map<string, Value>([
    ['title', item.title],
    ['link', item.link],
    ['published', time(item.published)],
    ['updated', time(item.updated)],
    ['author', item.author],
    ['categories', item.categories.join(', ')],
    ['summary', item.summary],
    ['text', wordsOfHtml(item.content)],
    ['enclosure', item.enclosures[0]?.url ?? ''],
    ['id', item.id],
  ]);
}
