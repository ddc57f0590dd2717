import { DEFAULT_LOCALE, LOCALES, type Locale, localePath } from '@bakkum/i18n/locale';
import type { Site } from '@bakkum/site/brand';
import { pageAt } from '@bakkum/site/pages';
import { staticCopy } from '@bakkum/site/static-copy';
import type { MetaDescriptor } from 'react-router';
import type { PageData } from './page-data.server.ts';

/** The data of the root loader that the head of a page needs. */
type RootData = { readonly site: Site; readonly locale: Locale };

type MetaArguments = {
  readonly loaderData?: PageData | undefined;
  readonly matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[];
};

const OPEN_GRAPH_LOCALES: Readonly<Record<Locale, string>> = { en: 'en_US', ko: 'ko_KR' };

/** Returns the head of a page: title, description, canonical URL, translations and social preview. */
export function pageMeta({ loaderData, matches }: MetaArguments): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
  if (!root || !loaderData) return [];
  const { site, locale } = root;
  const { title, description, path, listed, image, fonts, structured } = loaderData;
  const fullTitle = `${title} · ${site.brand}`;
  const common: MetaDescriptor[] = [{ title: fullTitle }, { name: 'description', content: description }];
  if (path === undefined) return [...common, { name: 'robots', content: 'noindex' }];
  if (site.unaddressed) return [...common, ...preloads(fonts)];
  const address = (language: Locale): string => new URL(localePath(language, path), site.origin).href;
  const known = pageAt(path);
  const picture = staticCopy ? undefined : (image ?? (known?.listed ? `/og/${locale}/page-${known.id}.png` : undefined));
  return [
    ...common,
    ...preloads(fonts),
    ...(known?.listed === false ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(listed === false ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    ...(structured ?? []).map((data): MetaDescriptor => ({ 'script:ld+json': { ...data } })),
    { tagName: 'link', rel: 'canonical', href: address(locale) },
    ...LOCALES.map((language) => ({ tagName: 'link', rel: 'alternate', hrefLang: language, href: address(language) })),
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: address(DEFAULT_LOCALE) },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.brand },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address(locale) },
    { property: 'og:locale', content: OPEN_GRAPH_LOCALES[locale] },
    ...LOCALES.filter((other) => other !== locale).map((other) => ({
      property: 'og:locale:alternate',
      content: OPEN_GRAPH_LOCALES[other],
    })),
    { property: 'og:image', content: new URL(picture ?? '/og.png', site.origin).href },
    { property: 'og:image:alt', content: title },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

function preloads(fonts: PageData['fonts'] = []): readonly MetaDescriptor[] {
  return fonts.map((href) => ({
    tagName: 'link',
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous',
  }));
}
