import type { CleanEvent } from '@bakkum/analytics/analytics';
import type { SentEvent } from '@bakkum/api-contract/analytics';
import { CONVERSION_ERROR_CODES } from '@bakkum/conversion/errors';
import { splitLocale } from '@bakkum/i18n/locale';
import { isArticle } from '@bakkum/registry/articles';
import { formatOfSlug, pairOfSlug, pairPath, slugOf } from '@bakkum/registry/offered-pairs';
import { pageAt } from '@bakkum/site/pages';

/** Replaces values that the site does not know. */
const OTHER = 'other';
const MAX_DURATION_MS = 86_400_000;
const MAX_COUNT = 100_000;

type Words = Pick<CleanEvent, 'category' | 'label'>;

/**
 * Reduces an event to known pairs, pages, articles and codes. Other values, sent by modified pages or programs, are dropped.
 */
export function sanitizeEvent({
  event,
  category,
  label,
  value,
  stats,
  session_id: session,
  page_url: address,
}: SentEvent): CleanEvent {
  const { locale, path } = splitLocale(pathOf(address));
  const isEnd = event === 'session_end';
  return {
    session,
    event,
    locale,
    ...wordsOf({ event, category, label }, path),
    ...(value !== undefined && {
      value: Math.min(Math.max(0, value), event.startsWith('conversion') ? MAX_DURATION_MS : MAX_COUNT),
    }),
    ...(isEnd && stats && { stats }),
  };
}

/** Path of the known page an event happened on, in the default language; `/` for others. */
export function knownPage({ page_url: address }: SentEvent): string {
  const page = pageOf(splitLocale(pathOf(address)).path);
  return page === OTHER ? '/' : page;
}

function wordsOf({ event, category, label }: Pick<SentEvent, 'event' | 'category' | 'label'>, path: string): Words {
  switch (event) {
    case 'page_view':
      return { category: '', label: pageOf(path) };
    case 'conversion_started':
    case 'conversion_completed':
      return { category: '', label: pairOf(label) };
    case 'conversion_failed':
      return { category: CONVERSION_ERROR_CODES.find((code) => code === category) ?? OTHER, label: pairOf(label) };
    case 'footer_link_click':
      return { category: '', label: pageOf(splitLocale(label).path) };
    case 'resource_view':
      return { category: '', label: isArticle(label) ? label : OTHER };
    case 'search':
      return { category: pageOf(path), label: '' };
    default:
      return { category: '', label: '' };
  }
}

function pathOf(address: string): string {
  return URL.canParse(address, 'https://page') ? new URL(address, 'https://page').pathname : '/';
}

function pairOf(label: string): string {
  const pair = pairOfSlug(label);
  return pair ? `${pair.from}-to-${pair.to}` : OTHER;
}

/** Path of an existing page in the default language. */
function pageOf(path: string): string {
  if (pageAt(path)) return path;
  const [, kind, name = ''] = /^\/(convert|formats|articles)\/([\w-]{1,60})$/.exec(path) ?? [];
  if (kind === 'convert') {
    const pair = pairOfSlug(name);
    return pair ? pairPath(pair) : OTHER;
  }
  if (kind === 'formats') {
    const format = formatOfSlug(name);
    return format ? `/formats/${slugOf(format)}` : OTHER;
  }
  return kind === 'articles' && isArticle(name) ? path : OTHER;
}
