import { wordsOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import type { Strings } from '@bakkum/i18n/strings.en';
import type { PageId } from '@bakkum/site/pages';
import { shareDrawing } from './share-drawing.server.ts';

/** Distinguishes preview images of pages from those of pairs and formats, which never have this prefix. */
const PREFIX = 'page-';

type Preview = {
  readonly namespace: keyof Strings;
  /** Message keys in the namespace. */
  readonly title: string;
  readonly line: string;
  /** Names of formats, shown as sheets. Without any, the picture shows the logo. */
  readonly sheets: readonly string[];
};

const page = (namespace: keyof Strings, sheets: readonly string[] = []): Preview => ({
  namespace,
  title: 'title',
  line: 'description',
  sheets,
});

const resource = (title: string, line: string, sheets: readonly string[] = []): Preview => ({
  namespace: 'articles',
  title,
  line,
  sheets,
});

/** Listed pages by id. Pairs, formats, tools and articles have pictures of their own. */
const PREVIEWS: Readonly<Partial<Record<PageId, Preview>>> = {
  home: page('home', ['HWP', 'PDF']),
  converter: page('converter', ['DOCX', 'PDF']),
  quick: page('quick', ['HEIC', 'JPG']),
  batch: page('batch', ['PNG', 'WebP']),
  cloud: page('cloud', ['MOV', 'MP4']),
  generator: page('studio'),
  formats: { namespace: 'pairs', title: 'listTitle', line: 'listLead', sheets: ['PDF', 'HEIC', 'MP4'] },
  offline: page('offline'),
  licenses: page('licenses'),
  'how-it-works': page('how'),
  subscription: page('pricing'),
  status: page('status'),
  contact: page('contact'),
  'api-docs': page('apiDocs', ['JSON', 'PDF']),
  resources: resource('resources', 'resourcesDescription'),
  'conversion-tips': resource('tips-title', 'tips-description'),
  'file-types-guide': resource('guides-title', 'guides-description'),
  tutorials: resource('tutorials-title', 'tutorials-description'),
  'help-center': resource('helpTitle', 'helpDescription'),
  faq: resource('faqTitle', 'faqDescription'),
  privacy: resource('privacyTitle', 'privacyDescription'),
  terms: resource('termsTitle', 'termsDescription'),
  refunds: resource('refundsTitle', 'refundsDescription'),
};

/** Returns a page's preview image as SVG, or `undefined` if there is no such page. */
export function pageSharePicture(slug: string, locale: Locale, brand: string): string | undefined {
  if (!slug.startsWith(PREFIX)) return undefined;
  const id = slug.slice(PREFIX.length);
  const preview = Object.entries(PREVIEWS).find(([key]) => key === id)?.[1];
  if (!preview) return undefined;
  const { lookup } = wordsOf(locale, preview.namespace);
  const [title, line] = [lookup(preview.title), lookup(preview.line)];
  if (title === undefined || line === undefined) throw new Error(`page ${id} has no title or description for its picture`);
  return shareDrawing({ brand, title, line, sheets: preview.sheets });
}
