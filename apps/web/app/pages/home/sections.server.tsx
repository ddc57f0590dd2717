import { messagesOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import { WordsProvider } from '@bakkum/i18n/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Features } from '../../features/home/features.tsx';
import { FormatFamilies, PopularConversions } from './formats.server.tsx';
import { OnlyHere } from './only-here.server.tsx';
import { ApiTeaser, Plans, StudioTeaser } from './teasers.server.tsx';

/** Returns the sections below the converter as HTML, so that they add no script to the first page. */
export function homeSections(locale: Locale, origin: string): string {
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
