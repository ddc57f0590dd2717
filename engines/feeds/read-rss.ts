import { wordsOfHtml } from '@bakkum/document-input/clean-page';
import { childOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { type Enclosure, type Feed, type Item, isoTime } from './feed.ts';

/** Reads RSS 0.9x and 2.0, with items in the channel, and 0.9 and 1.0, with items after it as RDF. */
export function readRss(root: XmlElement): Feed {
  const channel = childOf(root, 'channel') ?? root;
  const items = [...namedIn(channel, 'item'), ...(channel === root ? [] : namedIn(root, 'item'))];
  const self = elementsOf(channel).find(({ name, attributes }) => name === 'link' && attributes['rel'] === 'self');
  return {
    title: plain(channel, 'title'),
    link: plain(channel, 'link'),
    self: self?.attributes['href'] ?? '',
    description: plain(channel, 'description'),
    language: plain(channel, 'language'),
    author: plain(channel, 'managingEditor') || plain(channel, 'creator') || plain(channel, 'author'),
    updated: isoTime(plain(channel, 'lastBuildDate') || plain(channel, 'pubDate') || plain(channel, 'date')),
    items: items.map(itemOf),
  };
}

const namedIn = (parent: XmlElement, name: string): readonly XmlElement[] =>
  elementsOf(parent).filter((child) => child.name === name);

/** Text of the first non-empty child with this name: feeds have an empty `atom:link` next to `link`. */
function plain(parent: XmlElement, name: string): string {
  for (const child of namedIn(parent, name)) {
    const text = textOf(child).trim();
    if (text !== '') return text;
  }
  return '';
}

function itemOf(item: XmlElement): Item {
  const html = plain(item, 'encoded');
  const description = plain(item, 'description');
  const guid = childOf(item, 'guid');
  const id = guid ? textOf(guid).trim() : (item.attributes['rdf:about'] ?? '');
  const isAddress = guid !== undefined && guid.attributes['isPermaLink'] !== 'false' && /^https?:/.test(id);
  return {
    id,
    title: wordsOfHtml(plain(item, 'title')),
    link: plain(item, 'link') || (isAddress ? id : ''),
    author: plain(item, 'creator') || plain(item, 'author'),
    published: isoTime(plain(item, 'pubDate') || plain(item, 'date')),
    updated: isoTime(plain(item, 'modified')),
    categories: [...namedIn(item, 'category'), ...namedIn(item, 'subject')].map((each) => textOf(each).trim()).filter(Boolean),
    summary: html === '' ? '' : wordsOfHtml(description),
    content: html === '' ? description : html,
    enclosures: [...namedIn(item, 'enclosure'), ...mediaIn(item)].flatMap(enclosureOf),
  };
}

/** Reads Media RSS, standalone or grouped. */
function mediaIn(item: XmlElement): readonly XmlElement[] {
  const groups = namedIn(item, 'group').flatMap((group) => namedIn(group, 'content'));
  return [...namedIn(item, 'content'), ...groups].filter(({ attributes }) => attributes['url'] !== undefined);
}

function enclosureOf({ attributes }: XmlElement): readonly Enclosure[] {
  const url = attributes['url'] ?? '';
  const bytes = Number(attributes['length'] ?? attributes['fileSize'] ?? '');
  return url === '' ? [] : [{ url, type: attributes['type'] ?? '', bytes: bytes > 0 ? bytes : undefined }];
}
