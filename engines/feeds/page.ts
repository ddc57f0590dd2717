import { cleanPage } from '@bakkum/document-input/clean-page';
import { escapeHtml } from '@bakkum/markup/escape';
import { htmlPage } from '@bakkum/markup/html-page';
import type { Feed, Item } from './feed.ts';

/** Writes a feed as a readable page that loads nothing; external images are dropped and counted. */
export function pageOf(feed: Feed): { readonly page: string; readonly dropped: number } {
  let dropped = 0;
  const articles = feed.items.map((item) => {
    const cleaned = cleanPage(item.content, () => undefined);
    dropped += cleaned.dropped;
    return `<article>\n<h2>${linked(item.title || item.link, item.link)}</h2>\n${byline(item)}${cleaned.html}\n${enclosures(item)}</article>\n`;
  });
  const intro = feed.description === '' ? '' : `<p>${escapeHtml(feed.description)}</p>\n`;
  const body = `<h1>${linked(feed.title, feed.link)}</h1>\n${intro}${articles.join('')}`.trimEnd();
  return { page: htmlPage({ title: feed.title, body, language: feed.language }), dropped };
}

function linked(text: string, address: string): string {
  return /^https?:/i.test(address) ? `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>` : escapeHtml(text);
}

function byline({ author, published, updated }: Item): string {
  const parts = [author, (published || updated).slice(0, 10)].filter((part) => part !== '');
  return parts.length === 0 ? '' : `<p><small>${escapeHtml(parts.join(' · '))}</small></p>\n`;
}

function enclosures(item: Item): string {
  if (item.enclosures.length === 0) return '';
  return `<ul>${item.enclosures.map(({ url }) => `<li>${linked(url, url)}</li>`).join('')}</ul>\n`;
}
