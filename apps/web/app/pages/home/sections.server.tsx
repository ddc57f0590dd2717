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
import { HeroDrawing } from './hero-drawing.server.tsx';
import { OnlyHere } from './only-here.server.tsx';
import { ApiTeaser, Plans, StudioTeaser } from './teasers.server.tsx';

type SiteFacts = Pick<Site, 'imageSizes' | 'origin' | 'payments'>;

/** Parts of the home page as HTML. */
export type HomeSections = {
  /** Beside the heading. */
  readonly drawing: string;
  /** Below the converter. */
  readonly below: string;
};

const drawing = renderToStaticMarkup(<HeroDrawing />);

/** Rendered sections by language, origin and ways to pay, for the list of popular pairs that they show. */
const rendered = new WeakMap<ReturnType<typeof popularPairs>, Map<string, string>>();

/** Returns the drawing and the sections below the converter as HTML, so that they add no script to the first page. */
export function homeSections(locale: Locale, site: SiteFacts): HomeSections {
  const sections = rendered.get(popularPairs()) ?? new Map<string, string>();
  rendered.set(popularPairs(), sections);
  const key = JSON.stringify([locale, site.origin, site.payments, site.imageSizes]);
  const below = sections.get(key) ?? renderSections(locale, site);
  sections.set(key, below);
  return { drawing, below };
}

function renderSections(locale: Locale, site: SiteFacts): string {
  return renderToStaticMarkup(
    <WordsProvider locale={locale} messages={messagesOf(locale, ['home', 'homeSections', 'shell', 'pairs'])}>
      <PopularConversions />
      <PopularTools />
      <OnlyHere />
      <FormatFamilies />
      {isReachable('generator') ? <StudioTeaser /> : undefined}
      <Features />
      {isReachable('api-docs') ? <ApiTeaser origin={staticCopy?.site ?? site.origin} /> : undefined}
      {isReachable('subscription') ? <Plans site={site} /> : undefined}
    </WordsProvider>,
  );
}
