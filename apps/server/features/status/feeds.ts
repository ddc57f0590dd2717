import type { Incident, IncidentState, StatusBoard } from '@bakkum/api-contract/status';
import { wordsOf } from '@bakkum/i18n/catalogue';
import { incidentText } from '@bakkum/i18n/incident-text';
import { LOCALES, type Locale, localePath } from '@bakkum/i18n/locale';
import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import type { Site } from '@bakkum/site/brand';
import type { Live } from '@bakkum/site/live';
import { pathOf } from '@bakkum/site/pages';
import { Hono } from 'hono';

const HEADERS = { 'Cache-Control': 'public, max-age=60' };
const MAX_ENTRIES = 50;

/** `/status/feed.atom`, `/status/feed.json` in every language; `/status/board.json` updates an open status page. */
export function statusFeeds(site: Site, live: () => Live): Hono {
  const routes = new Hono();
  routes.get('/status/board.json', (context) => context.json(live().status(), 200, { 'Cache-Control': 'no-store' }));
  for (const locale of LOCALES) {
    const at = (name: string): string => localePath(locale, `/status/${name}`);
    routes.get(at('feed.atom'), (context) =>
      context.body(atomFeed(live().status(), site, locale), 200, {
        ...HEADERS,
        'Content-Type': 'application/atom+xml; charset=utf-8',
      }),
    );
    routes.get(at('feed.json'), (context) =>
      context.body(jsonFeed(live().status(), site, locale), 200, {
        ...HEADERS,
        'Content-Type': 'application/feed+json; charset=utf-8',
      }),
    );
  }
  return routes;
}

type Entry = {
  readonly title: string;
  readonly state: IncidentState;
  readonly lines: readonly string[];
  readonly id: string;
  readonly url: string;
  readonly published: string;
  readonly updated: string;
};

function entriesOf({ incidents, at }: StatusBoard, site: Site, locale: Locale): readonly Entry[] {
  const page = new URL(localePath(locale, pathOf('status')), site.origin).href;
  const t = wordsOf(locale, 'status');
  const now = new Date(at);
  return incidents.slice(0, MAX_ENTRIES).map((incident) => {
    const { title, state, lines, affected } = incidentText(incident, locale, t, now);
    return {
      title,
      state,
      lines: affected === undefined ? lines : [...lines, affected],
      id: `urn:uuid:${incident.id}`,
      url: `${page}#${incident.id}`,
      published: incident.openedAt,
      updated: changedAt(incident, now),
    };
  });
}

/** Time of the latest change. A planned end in the future does not count. */
function changedAt({ openedAt, closedAt, updates }: Incident, now: Date): string {
  const moments = [openedAt, ...updates.map(({ at }) => at), ...(closedAt ? [closedAt] : [])];
  const past = moments.filter((moment) => new Date(moment) <= now);
  return past.toSorted().at(-1) ?? openedAt;
}

/** Atom feed (RFC 4287). */
function atomFeed(board: StatusBoard, site: Site, locale: Locale): string {
  const own = new URL(localePath(locale, '/status/feed.atom'), site.origin).href;
  const page = new URL(localePath(locale, pathOf('status')), site.origin).href;
  const entries = entriesOf(board, site, locale);
  const updated =
    entries
      .map((entry) => entry.updated)
      .toSorted()
      .at(-1) ??
    board.checkedAt ??
    board.at;
  const body = entries.map(
    (entry) =>
      `<entry><id>${entry.id}</id><title>${escapeXmlText(entry.title)}</title><link href="${escapeXmlAttribute(entry.url)}"/>` +
      `<published>${entry.published}</published><updated>${entry.updated}</updated>` +
      `<category term="${entry.state}"/><content type="text">${escapeXmlText(entry.lines.join('\n'))}</content></entry>`,
  );
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">` +
    `<id>${escapeXmlText(own)}</id><title>${escapeXmlText(titleOf(site, locale))}</title><updated>${updated}</updated>` +
    `<author><name>${escapeXmlText(site.brand)}</name></author><link rel="self" href="${escapeXmlAttribute(own)}"/><link href="${escapeXmlAttribute(page)}"/>` +
    `${body.join('')}</feed>\n`
  );
}

/** JSON Feed (jsonfeed.org), version 1.1. */
function jsonFeed(board: StatusBoard, site: Site, locale: Locale): string {
  const items = entriesOf(board, site, locale).map(({ id, url, title, lines, published, updated, state }) => ({
    id,
    url,
    title,
    content_text: lines.join('\n'),
    date_published: published,
    date_modified: updated,
    tags: [state],
  }));
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(site, locale),
    language: locale,
    home_page_url: new URL(localePath(locale, pathOf('status')), site.origin).href,
    feed_url: new URL(localePath(locale, '/status/feed.json'), site.origin).href,
    items,
  });
}

function titleOf({ brand }: Site, locale: Locale): string {
  return wordsOf(locale, 'status')('feedTitle', { brand });
}
