import type { Locale } from '@bakkum/i18n/locale';
import { spokenName } from '@bakkum/registry/offered-pairs';
import { tools } from '@bakkum/registry/tools';
import { shareDrawing } from '../../document/sharing/share-drawing.server.ts';
import { wordsIn } from './words.server.ts';

/** Distinguishes preview images of tools from those of pairs and formats, which never have this prefix. */
const PREFIX = 'tool-';

/** Returns the path of a tool's preview image. */
export function toolSharePath(slug: string, locale: Locale): string {
  return `/og/${locale}/${PREFIX}${slug}.png`;
}

/** Returns a tool's preview image as SVG, or `undefined` if there is no such tool. */
export function toolSharePicture(slug: string, locale: Locale, brand: string): string | undefined {
  const tool = tools().find((each) => slug === PREFIX + each.slug);
  if (!tool) return undefined;
  const sheets = [...new Set([tool.formats[0], tool.to === 'same' ? tool.formats[0] : tool.to])].map(spokenName);
  return shareDrawing({ brand, title: tool[locale].title, line: wordsIn(locale)('shareToolLine'), sheets });
}
