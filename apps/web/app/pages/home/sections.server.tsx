import { messagesOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import { WordsProvider } from '@bakkum/i18n/react';
import { popularPairs } from '@bakkum/registry/offered-pairs';
import type { Site } from '@bakkum/site/brand';
import { isReachable } from '@bakkum/site/pages';
import { staticCopy } from '@bakkum/site/static-copy';
import { renderToStaticMarkup } from 'react-dom/server';
import { Features } from '../../features/home/features.tsx';
import { FormatFamilies, PopularConversions, PopularTools } from './formats.server.tsx';
import { OnlyHere } from './only-here.server.tsx';
import { ApiTeaser, Plans, StudioTeaser } from './teasers.server.tsx';

type SiteFacts = Pick<Site, 'origin' | 'payments'>;

/** Rendered sections by language, origin and ways to pay, for the list of popular pairs that they show. */
const rendered = new WeakMap<ReturnType<typeof popularPairs>, Map<string, string>>();

/** Returns the sections below the converter as HTML, so that they add no script to the first page. */
export function homeSections(locale: Locale, site: SiteFacts): string {
  const sections = rendered.get(popularPairs()) ?? new Map<string, string>();
  rendered.set(popularPairs(), sections);
  const key = JSON.stringify([locale, site.origin, site.payments]);
  const html = sections.get(key) ?? renderSections(locale, site);
  sections.set(key, html);
  return html;
}

function renderSections(locale: Locale, { origin, payments }: SiteFacts): string {
  return renderToStaticMarkup(
    <WordsProvider locale={locale} messages={messagesOf(locale, ['home', 'homeSections', 'shell', 'pairs'])}>
      <PopularConversions />
      <PopularTools />
      <OnlyHere />
      <FormatFamilies />
      {isReachable('generator') ? <StudioTeaser /> : undefined}
      <Features />
      {isReachable('api-docs') ? <ApiTeaser origin={staticCopy?.site ?? origin} /> : undefined}
      {isReachable('subscription') ? <Plans sales={payments} /> : undefined}
    </WordsProvider>,
  );
}
