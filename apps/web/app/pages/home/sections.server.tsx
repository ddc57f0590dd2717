import { messagesOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import { WordsProvider } from '@bakkum/i18n/react';
import { popularPairs } from '@bakkum/registry/offered-pairs';
import { renderToStaticMarkup } from 'react-dom/server';
import { Features } from '../../features/home/features.tsx';
import { FormatFamilies, PopularConversions } from './formats.server.tsx';
import { OnlyHere } from './only-here.server.tsx';
import { ApiTeaser, Plans, StudioTeaser } from './teasers.server.tsx';

/** Rendered sections by language and origin, for the list of popular pairs that they show. */
const rendered = new WeakMap<ReturnType<typeof popularPairs>, Map<string, string>>();

/** Returns the sections below the converter as HTML, so that they add no script to the first page. */
export function homeSections(locale: Locale, origin: string): string {
  const sections = rendered.get(popularPairs()) ?? new Map<string, string>();
  rendered.set(popularPairs(), sections);
  const key = `${locale} ${origin}`;
  const html = sections.get(key) ?? renderSections(locale, origin);
  sections.set(key, html);
  return html;
}

function renderSections(locale: Locale, origin: string): string {
  return renderToStaticMarkup(
    <WordsProvider locale={locale} messages={messagesOf(locale, ['home', 'homeSections', 'shell', 'pairs'])}>
      <PopularConversions />
      <OnlyHere />
      <FormatFamilies />
      <StudioTeaser />
      <Features />
      <ApiTeaser origin={origin} />
      <Plans />
    </WordsProvider>,
  );
}
