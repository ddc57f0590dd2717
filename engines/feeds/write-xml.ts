import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { textElement, XML_DECLARATION } from '@bakkum/markup/write-xml';
import { type Enclosure, type Feed, type Item, latestTime } from './feed.ts';

/** Writes RSS 2.0 (rssboard.org). The channel's title, link and description are written even if the source has none. */
export function writeRss(feed: Feed): string {
  const head = [
    `<title>${escapeXmlText(feed.title)}</title>\n`,
    `<link>${escapeXmlText(feed.link)}</link>\n`,
    `<description>${escapeXmlText(feed.description || feed.title)}</description>\n`,
    feed.self === '' ? '' : `<atom:link rel="self" href="${escapeXmlAttribute(feed.self)}" />\n`,
    textElement('language', feed.language),
    textElement('lastBuildDate', mailTime(feed.updated)),
  ];
  const spaces =
    'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"';
  return `${XML_DECLARATION}<rss version="2.0" ${spaces}>\n<channel>\n${head.join('')}${feed.items.map(rssItem).join('')}</channel>\n</rss>\n`;
}

/** Formats a time as RFC 822. */
const mailTime = (iso: string): string => (iso === '' ? '' : new Date(iso).toUTCString().replace('GMT', '+0000'));

function rssItem(item: Item): string {
  const [first] = item.enclosures;
  const isAddress = /^https?:/.test(item.id) && item.id === item.link;
  const parts = [
    `<title>${escapeXmlText(item.title || 'Untitled')}</title>\n`,
    textElement('link', item.link),
    item.id === '' ? '' : `<guid isPermaLink="${isAddress}">${escapeXmlText(item.id)}</guid>\n`,
    textElement('pubDate', mailTime(item.published || item.updated)),
    textElement('dc:creator', item.author),
    ...item.categories.map((category) => textElement('category', category)),
    textElement('description', item.summary || item.content),
    item.summary === '' ? '' : textElement('content:encoded', item.content),
    first
      ? `<enclosure url="${escapeXmlAttribute(first.url)}" length="${first.bytes ?? 0}" type="${escapeXmlAttribute(typeOf(first))}" />\n`
      : '',
  ];
  return `<item>\n${parts.join('')}</item>\n`;
}

const typeOf = ({ type }: Enclosure): string => type || 'application/octet-stream';

/** Writes Atom 1.0 (RFC 4287). An entry without id or time gets them from its link and from the feed. */
export function writeAtom(feed: Feed): string {
  const time = latestTime(feed);
  const language = feed.language === '' ? '' : ` xml:lang="${escapeXmlAttribute(feed.language)}"`;
  const head = [
    `<id>${escapeXmlText(feed.self || feed.link || nameOf(feed.title))}</id>\n`,
    `<title>${escapeXmlText(feed.title)}</title>\n`,
    textElement('subtitle', feed.description),
    `<updated>${feed.updated || time}</updated>\n`,
    `<author><name>${escapeXmlText(feed.author || feed.title || 'Unknown')}</name></author>\n`,
    feed.link === '' ? '' : `<link href="${escapeXmlAttribute(feed.link)}" />\n`,
    feed.self === '' ? '' : `<link rel="self" href="${escapeXmlAttribute(feed.self)}" />\n`,
  ];
  const entries = feed.items.map((item, index) => atomEntry(item, index, feed.updated || time));
  return `${XML_DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom"${language}>\n${head.join('')}${entries.join('')}</feed>\n`;
}

const nameOf = (title: string): string => `tag:,1970:${encodeURIComponent(title || 'feed')}`;

function atomEntry(item: Item, index: number, time: string): string {
  const parts = [
    `<id>${escapeXmlText(item.id || item.link || nameOf(`${item.title}-${index + 1}`))}</id>\n`,
    `<title>${escapeXmlText(item.title)}</title>\n`,
    `<updated>${item.updated || item.published || time}</updated>\n`,
    item.published === '' ? '' : `<published>${item.published}</published>\n`,
    item.author === '' ? '' : `<author><name>${escapeXmlText(item.author)}</name></author>\n`,
    item.link === '' ? '' : `<link href="${escapeXmlAttribute(item.link)}" />\n`,
    ...item.categories.map((category) => `<category term="${escapeXmlAttribute(category)}" />\n`),
    textElement('summary', item.summary),
    item.content === '' ? '' : `<content type="html">${escapeXmlText(item.content)}</content>\n`,
    ...item.enclosures.map(enclosureLink),
  ];
  return `<entry>\n${parts.join('')}</entry>\n`;
}

function enclosureLink(enclosure: Enclosure): string {
  const length = enclosure.bytes === undefined ? '' : ` length="${enclosure.bytes}"`;
  return `<link rel="enclosure" href="${escapeXmlAttribute(enclosure.url)}" type="${escapeXmlAttribute(typeOf(enclosure))}"${length} />\n`;
}
