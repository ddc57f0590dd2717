import { wordsOfHtml } from '@bakkum/document-input/clean-page';
import { escapeHtml } from '@bakkum/markup/escape';
import { childOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { type Feed, type Item, isoTime } from './feed.ts';

/** Reads Atom 1.0 (RFC 4287) and 0.3. */
export function readAtom(root: XmlElement): Feed {
  return {
    title: wordsIn(childOf(root, 'title')),
    link: linkOf(root, 'alternate'),
    self: linkOf(root, 'self'),
    description: wordsIn(childOf(root, 'subtitle') ?? childOf(root, 'tagline')),
    language: root.attributes['xml:lang'] ?? '',
    author: authorOf(root),
    updated: isoTime(wordsIn(childOf(root, 'updated') ?? childOf(root, 'modified'))),
    items: elementsOf(root)
      .filter(({ name }) => name === 'entry')
      .map(entryOf),
  };
}

const linksIn = (parent: XmlElement): readonly XmlElement[] => elementsOf(parent).filter(({ name }) => name === 'link');

const linkOf = (parent: XmlElement, kind: string): string =>
  linksIn(parent).find(({ attributes }) => (attributes['rel'] ?? 'alternate') === kind)?.attributes['href'] ?? '';

function authorOf(parent: XmlElement): string {
  return elementsOf(parent)
    .filter(({ name }) => name === 'author')
    .map((author) => wordsIn(childOf(author, 'name')) || wordsIn(childOf(author, 'email')))
    .filter((name) => name !== '')
    .join(', ');
}

function entryOf(entry: XmlElement): Item {
  const content = htmlIn(childOf(entry, 'content'));
  const summary = childOf(entry, 'summary');
  return {
    id: wordsIn(childOf(entry, 'id')),
    title: wordsIn(childOf(entry, 'title')),
    link: linkOf(entry, 'alternate'),
    author: authorOf(entry),
    published: isoTime(wordsIn(childOf(entry, 'published') ?? childOf(entry, 'issued'))),
    updated: isoTime(wordsIn(childOf(entry, 'updated') ?? childOf(entry, 'modified'))),
    categories: elementsOf(entry)
      .filter(({ name }) => name === 'category')
      .map(({ attributes }) => attributes['label'] ?? attributes['term'] ?? ''),
    summary: content === '' ? '' : wordsIn(summary),
    content: content === '' ? htmlIn(summary) : content,
    enclosures: linksIn(entry)
      .filter(({ attributes }) => attributes['rel'] === 'enclosure' && attributes['href'] !== undefined)
      .map(({ attributes }) => ({
        url: attributes['href'] ?? '',
        type: attributes['type'] ?? '',
        bytes: Number(attributes['length']) > 0 ? Number(attributes['length']) : undefined,
      })),
  };
}

/** Returns the plain text of a text construct of any type. */
function wordsIn(element: XmlElement | undefined): string {
  if (!element) return '';
  const text = textOf(element).trim();
  return element.attributes['type'] === 'html' ? wordsOfHtml(text) : text;
}

function htmlIn(element: XmlElement | undefined): string {
  if (!element) return '';
  const type = element.attributes['type'] ?? 'text';
  if (type === 'xhtml' || elementsOf(element).length > 0) return element.children.map(markupOf).join('');
  const text = textOf(element).trim();
  return /html/.test(type) || text === '' ? text : `<p>${escapeHtml(text)}</p>`;
}

function markupOf(node: XmlElement | string): string {
  if (typeof node === 'string') return escapeHtml(node);
  const attributes = Object.entries(node.attributes).filter(([name]) => !name.startsWith('xmlns'));
  const start = `${node.name}${attributes.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')}`;
  return node.children.length === 0 ? `<${start} />` : `<${start}>${node.children.map(markupOf).join('')}</${node.name}>`;
}
