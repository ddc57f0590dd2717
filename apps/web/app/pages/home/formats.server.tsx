import { numberFormat } from '@bakkum/i18n/intl';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { offeredCounts, popularPairs } from '@bakkum/registry/offered-pairs';
import { toolOfSlug, toolPath, tools } from '@bakkum/registry/tools';
import { pathOf } from '@bakkum/site/pages';
import { FormatTile, type TileFamily } from '@bakkum/ui/format-tile';
import type { ReactNode } from 'react';
import { FormatBadges } from '../../features/pairs/format-badges.tsx';
import { formatListPage } from '../../features/pairs/format-list-view.server.ts';
import { linkTo } from '../../features/pairs/related.server.ts';
import { CATEGORIES, type Category } from '../../features/pairs/view.ts';
import { Section, StaticLink } from './section.server.tsx';

const MAX_PAIRS = 12;

export function PopularConversions(): ReactNode {
  const t = useMessages('homeSections');
  const number = numberFormat(useLocale());
  const { formats, pairs } = offeredCounts();
  return (
    <Section id="popular" heading={t('popularHeading')} raised>
      <ul className="mt-6 grid grid-cols-1 gap-2 min-[22rem]:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
        {popularPairs()
          .slice(0, MAX_PAIRS)
          .map(linkTo)
          .map(({ path, from, to }) => (
            <li key={path}>
              <StaticLink
                path={path}
                className="flex min-h-14 items-center rounded-md border border-line bg-paper px-3 no-underline transition-colors hover:border-line-strong sm:px-4"
              >
                <FormatBadges from={from} to={to} size="sm" />
              </StaticLink>
            </li>
          ))}
      </ul>
      <p className="mt-3">
        <StaticLink path={pathOf('formats')}>
          {t('allFormats', { formats: number.format(formats), pairs: number.format(pairs) })}
        </StaticLink>
      </p>
    </Section>
  );
}

/** Most searched first. */
const POPULAR_TOOLS = [
  'merge-pdf',
  'compress-pdf',
  'split-pdf',
  'ocr-pdf',
  'compress-jpg',
  'resize-image',
  'compress-video',
  'trim-audio',
  'image-to-text',
  'protect-pdf',
  'crop-image',
  'remove-photo-metadata',
];

export function PopularTools(): ReactNode {
  const t = useMessages('homeSections');
  const locale = useLocale();
  return (
    <Section id="tools" heading={t('toolsHeading')} lead={t('toolsLead')}>
      <ul className="mt-6 grid grid-cols-1 gap-2 min-[22rem]:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
        {POPULAR_TOOLS.flatMap((slug) => toolOfSlug(slug) ?? []).map((tool) => (
          <li key={tool.slug}>
            <StaticLink
              path={toolPath(tool)}
              className="flex min-h-14 items-center rounded-md border border-line bg-surface px-3 font-medium text-ink no-underline transition-colors hover:border-line-strong sm:px-4"
            >
              {tool[locale].name}
            </StaticLink>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <StaticLink path={`${pathOf('formats')}#tools`}>{t('allTools', { count: tools().length })}</StaticLink>
      </p>
    </Section>
  );
}

/** The formats drawn on the tiles of each family. */
const FAMILIES: Readonly<Record<Category, { readonly family: TileFamily; readonly tiles: readonly string[] }>> = {
  documents: { family: 'document', tiles: ['PDF', 'DOCX', 'HWP'] },
  images: { family: 'image', tiles: ['HEIC', 'JPG', 'SVG'] },
  audio: { family: 'audio', tiles: ['MP3', 'FLAC', 'M4A'] },
  video: { family: 'video', tiles: ['MP4', 'MOV', 'MKV'] },
  archives: { family: 'archive', tiles: ['ZIP', '7Z', 'RAR'] },
  code: { family: 'code', tiles: ['JSON', 'TTF', 'GLB'] },
};

export function FormatFamilies(): ReactNode {
  const t = useMessages('homeSections');
  const locale = useLocale();
  const { view } = formatListPage(locale);
  return (
    <Section id="families" heading={t('familiesHeading')} lead={t('familiesLead')}>
      <ul className="mt-8 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
        {CATEGORIES.map((category) => {
          const { family, tiles } = FAMILIES[category];
          const count = view.formats.filter((format) => format.category === category).length;
          return (
            <li key={category}>
              <StaticLink
                path={`${pathOf('formats')}#${category}`}
                className="block h-full rounded-lg border border-line bg-surface p-4 text-ink no-underline transition-colors hover:border-line-strong sm:p-6"
              >
                <span aria-hidden className="flex h-16 sm:h-20">
                  {tiles.map((name, place) => (
                    <FormatTile
                      key={name}
                      family={family}
                      name={name}
                      className={['h-full', 'h-full -ml-3 translate-y-1.5', 'h-full -ml-3 translate-y-3'][place] ?? ''}
                    />
                  ))}
                </span>
                <span className="mt-6 block font-semibold text-lg">{view.categories[category]}</span>
                <span className="block text-ink-soft text-sm tabular">{t('formatCount', { count })}</span>
              </StaticLink>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
