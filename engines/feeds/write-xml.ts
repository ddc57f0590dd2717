import { type Enclosure, type Feed, type Item, latestTime } from './feed.ts';
import { element, escapeXml } from './markup.ts';

const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes RSS 2.0 (rssboard.org). The channel's title, link and description are written even if the source has none. */
export function writeRss(feed: Feed): string {
  const head = [
    `<title>${escapeXml(feed.title)}</title>\n`,
    `<link>${escapeXml(feed.link)}</link>\n`,
    `<description>${escapeXml(feed.description || feed.title)}</description>\n`,
    feed.self === '' ? '' : `<atom:link rel="self" href="${escapeXml(feed.self)}" />\n`,
    element('language', feed.language),
    element('lastBuildDate', mailTime(feed.updated)),
  ];
  const spaces =
    'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"';
  return `${PROLOGUE}<rss version="2.0" ${spaces}>\n<channel>\n${head.join('')}${feed.items.map(rssItem).join('')}</channel>\n</rss>\n`;
}

/** Formats a time as RFC 822. */
const mailTime = (iso: string): string => (iso === '' ? '' : new Date(iso).toUTCString().replace('GMT', '+0000'));

function rssItem(item: Item): string {
  const [first] = item.enclosures;
  const isAddress = /^https?:/.test(item.id) && item.id === item.link;
  const parts = [
    `<title>${escapeXml(item.title || 'Untitled')}</title>\n`,
    element('link', item.link),
    item.id === '' ? '' : `<guid isPermaLink="${isAddress}">${escapeXml(item.id)}</guid>\n`,
    element('pubDate', mailTime(item.published || item.updated)),
    element('dc:creator', item.author),
    ...item.categories.map((category) => element('category', category)),
    element('description', item.summary || item.content),
    item.summary === '' ? '' : element('content:encoded', item.content),
    first ? `<enclosure url="${escapeXml(first.url)}" length="${first.bytes ?? 0}" type="${escapeXml(typeOf(first))}" />\n` : '',
  ];
  return `<item>\n${parts.join('')}</item>\n`;
}

const typeOf = ({ type }: Enclosure): string => type || 'application/octet-stream';

/** Writes Atom 1.0 (RFC 4287). An entry without id or time gets them from its link and from the feed. */
export function writeAtom(feed: Feed): string {
  const time = latestTime(feed);
  const language = feed.language === '' ? '' : ` xml:lang="${escapeXml(feed.language)}"`;
  const head = [
    `<id>${escapeXml(feed.self || feed.link || nameOf(feed.title))}</id>\n`,
    `<title>${escapeXml(feed.title)}</title>\n`,
    element('subtitle', feed.description),
    `<updated>${feed.updated || time}</updated>\n`,
    `<author><name>${escapeXml(feed.author || feed.title || 'Unknown')}</name></author>\n`,
    feed.link === '' ? '' : `<link href="${escapeXml(feed.link)}" />\n`,
    feed.self === '' ? '' : `<link rel="self" href="${escapeXml(feed.self)}" />\n`,
  ];
  const entries = feed.items.map((item, index) => atomEntry(item, index, feed.updated || time));
  return `${PROLOGUE}<feed xmlns="http://www.w3.org/2005/Atom"${language}>\n${head.join('')}${entries.join('')}</feed>\n`;
}

const nameOf = (title: string): string => `tag:,1970:${encodeURIComponent(title || 'feed')}`;

function atomEntry(item: Item, index: number, time: string): string {
  const parts = [
    `<id>${escapeXml(item.id || item.link || nameOf(`${item.title}-${index + 1}`))}</id>\n`,
    `<title>${escapeXml(item.title)}</title>\n`,
    `<updated>${item.updated || item.published || time}</updated>\n`,
    item.published === '' ? '' : `<published>${item.published}</published>\n`,
    item.author === '' ? '' : `<author><name>${escapeXml(item.author)}</name></author>\n`,
    item.link === '' ? '' : `<link href="${escapeXml(item.link)}" />\n`,
    ...item.categories.map((category) => `<category term="${escapeXml(category)}" />\n`),
    element('summary', item.summary),
    item.content === '' ? '' : `<content type="html">${escapeXml(item.content)}</content>\n`,
    ...item.enclosures.map(enclosureLink),
  ];
  return `<entry>\n${parts.join('')}</entry>\n`;
}

function enclosureLink(enclosure: Enclosure): string {
  const length = enclosure.bytes === undefined ? '' : ` length="${enclosure.bytes}"`;
  return `<link rel="enclosure" href="${escapeXml(enclosure.url)}" type="${escapeXml(typeOf(enclosure))}"${length} />\n`;
}
