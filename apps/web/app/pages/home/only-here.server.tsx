import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { FormatTile, type TileFamily } from '@bakkum/ui/format-tile';
import { ArrowRight, ShieldCheck } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { Section, StaticLink } from './section.server.tsx';

type Sheet = readonly [family: TileFamily, name: string];

const CARDS = [
  {
    id: 'hwp',
    path: '/convert/hwp-to-pdf',
    sheets: [
      ['document', 'HWP'],
      ['document', 'PDF'],
    ],
  },
  {
    id: 'word',
    path: pathOf('pdf-to-docx'),
    sheets: [
      ['document', 'PDF'],
      ['document', 'DOCX'],
    ],
  },
  {
    id: 'video',
    path: '/convert/mov-to-mp4',
    sheets: [
      ['video', 'MOV'],
      ['video', 'MP4'],
    ],
  },
  { id: 'proof', path: pathOf('how-it-works'), sheets: [] },
] as const satisfies readonly { readonly id: string; readonly path: string; readonly sheets: readonly Sheet[] }[];

/** What sets the converter apart, each with a page to try it. */
export function OnlyHere(): ReactNode {
  const t = useMessages('homeSections');
  return (
    <Section id="only" heading={t('onlyHeading')}>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2">
        {CARDS.map(({ id, path, sheets }) => (
          <li key={id} className="flex gap-5 rounded-lg border border-line bg-surface p-5 max-lg:flex-col sm:p-7">
            <Drawing sheets={sheets} />
            <div>
              <h3 className="font-semibold text-lg">{t(`${id}Title`)}</h3>
              <p className="mt-1.5 text-ink-soft">{t(`${id}Body`)}</p>
              <StaticLink path={path}>{t(`${id}Link`)}</StaticLink>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Drawing({ sheets }: { readonly sheets: readonly Sheet[] }): ReactNode {
  return (
    <span aria-hidden className="flex h-18 shrink-0 items-center gap-2 lg:w-44 lg:justify-center">
      {sheets.map(([family, name], place) => [
        place > 0 ? <ArrowRight key="arrow" size={20} className="text-ink-faint" /> : undefined,
        <FormatTile key={name} family={family} name={name} className="h-18" />,
      ])}
      {sheets.length === 0 ? <ShieldCheck size={64} strokeWidth={1.25} className="text-accent" /> : undefined}
    </span>
  );
}
