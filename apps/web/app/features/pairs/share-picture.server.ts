import type { Locale } from '@bakkum/i18n/locale';
import { formatOfSlug, isOffered, pairOfSlug, spokenName } from '@bakkum/registry/offered-pairs';
import { shareDrawing } from '../../document/sharing/share-drawing.server.ts';
import { formatPage } from './format-view.server.ts';
import { pairTitle } from './pair-view.server.ts';
import { messagesIn, type Say } from './say.server.ts';

/** Returns the path of the preview image of a pair, `heic-to-jpg`, or of a format. */
export function sharePath(slug: string, locale: Locale): string {
  return `/og/${locale}/${slug}.png`;
}

/** Returns the preview image of a pair or a format as SVG, which assumes our typeface; `undefined` if there is no such page. */
export function sharePicture(slug: string, locale: Locale, brand: string): string | undefined {
  const pair = pairOfSlug(slug);
  if (pair) {
    if (!isOffered(pair)) return undefined;
    const names = { from: spokenName(pair.from), to: spokenName(pair.to) };
    const say = messagesIn(locale, names);
    return shareDrawing({ brand, title: pairTitle(pair, say), line: say('shareLine'), sheets: [names.from, names.to] });
  }
  const id = formatOfSlug(slug);
  const page = id === undefined ? undefined : formatPage(id, locale);
  if (!page) return undefined;
  const say: Say = messagesIn(locale, { format: page.view.name });
  return shareDrawing({ brand, title: page.view.title, line: say('shareFormatLine'), sheets: [page.view.name] });
}
