import { ConversionError } from '@bakkum/conversion/errors';
import { escapeHtml } from '@bakkum/markup/escape';
import { type Feed, type Item, isoTime } from './feed.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const listIn = (fields: Fields, key: string): readonly unknown[] => {
  const value = fields[key];
  return Array.isArray(value) ? value : [];
};
const textIn = (fields: Fields, key: string): string => {
  const value = fields[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** JSON Feed 1.0 and 1.1 (jsonfeed.org). Errors: `corrupt`. */
export function readJsonFeed(text: string): Feed {
  const feed = parsed(text);
  return {
    title: textIn(feed, 'title'),
    link: textIn(feed, 'home_page_url'),
    self: textIn(feed, 'feed_url'),
    description: textIn(feed, 'description'),
    language: textIn(feed, 'language'),
    author: authorsOf(feed),
    updated: '',
    items: listIn(feed, 'items').filter(isFields).map(itemOf),
  };
}

function parsed(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch (cause) {
    throw new ConversionError('corrupt', 'no JSON', { cause });
  }
  throw new ConversionError('corrupt', 'no feed');
}

function authorsOf(fields: Fields): string {
  const one = fields['author'];
  const all = [...listIn(fields, 'authors'), ...(one === undefined ? [] : [one])].filter(isFields);
  return all
    .map((author) => textIn(author, 'name'))
    .filter((name) => name !== '')
    .join(', ');
}

function itemOf(item: Fields): Item {
  const text = textIn(item, 'content_text');
  return {
    id: textIn(item, 'id'),
    title: textIn(item, 'title'),
    link: textIn(item, 'url') || textIn(item, 'external_url'),
    author: authorsOf(item),
    published: isoTime(textIn(item, 'date_published')),
    updated: isoTime(textIn(item, 'date_modified')),
    categories: listIn(item, 'tags').filter((tag) => typeof tag === 'string'),
    summary: textIn(item, 'summary'),
    content: textIn(item, 'content_html') || (text === '' ? '' : `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`),
    enclosures: listIn(item, 'attachments')
      .filter(isFields)
      .map((each) => {
        const bytes = Number(each['size_in_bytes']);
        return { url: textIn(each, 'url'), type: textIn(each, 'mime_type'), bytes: bytes > 0 ? bytes : undefined };
      }),
  };
}

const present = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );

export function writeJsonFeed(feed: Feed): string {
  const items = feed.items.map((item, index) => ({
    id: item.id || item.link || String(index + 1),
    ...present({
      url: item.link,
      title: item.title,
      summary: item.summary,
      date_published: item.published,
      date_modified: item.updated,
      authors: item.author === '' ? [] : [{ name: item.author }],
      tags: item.categories,
      attachments: item.enclosures.map(({ url, type, bytes }) =>
        present({ url, mime_type: type || 'application/octet-stream', size_in_bytes: bytes }),
      ),
    }),
    content_html: item.content,
  }));
  const head = present({
    home_page_url: feed.link,
    feed_url: feed.self,
    description: feed.description,
    language: feed.language,
    authors: feed.author === '' ? [] : [{ name: feed.author }],
  });
  return `${JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: feed.title, ...head, items }, undefined, 2)}\n`;
}
