import { useMessages } from '@bakkum/i18n/react';
import { isReachable, type PageId, pathOf } from '@bakkum/site/pages';
import { Activity, BookOpen, Braces, CircleQuestionMark, type IconComponent, LifeBuoy } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';
import { PageLink } from '../../../shell/page-link.tsx';
import { SHELF_PAGES } from '../paths.ts';
import { type Cover, SHELVES, type Shelf } from '../view.ts';
import { ArticleCover } from './article-cover.tsx';
import { ResourceHead } from './resource-head.tsx';

const PAGES = [
  ['api-docs', Braces],
  ['help-center', LifeBuoy],
  ['faq', CircleQuestionMark],
  ['status', Activity],
] as const satisfies readonly (readonly [PageId, IconComponent])[];

/** What is drawn on each shelf. */
const COVERS: Readonly<Record<Shelf, Cover>> = {
  guides: { family: 'image', formats: ['HEIC', 'JPG'] },
  tips: { family: 'video', formats: ['MOV', 'MP4'] },
  tutorials: { family: 'document', formats: ['HWP', 'PDF'] },
};

/** The number of articles on each shelf. */
export type ShelfCounts = Readonly<Record<Shelf, number>>;

/** Lists all resources with a short description each. */
export function ResourceIndex({ counts }: { readonly counts: ShelfCounts }): ReactNode {
  const t = useMessages('articles');
  return (
    <div className="work-width pt-6 pb-20">
      <ResourceHead title={t('resources')} lead={t('resourcesDescription')} icon={BookOpen} />
      <ul className="mt-8 grid gap-4 sm:grid-cols-3">
        {SHELVES.map((shelf) => (
          <li key={shelf} className={CARD_CLASS}>
            <ArticleCover cover={COVERS[shelf]} className="h-32 sm:h-36" />
            <div className="p-5">
              <CardText page={SHELF_PAGES[shelf]} />
              <p className="mt-3 text-ink-faint text-xs tabular">{t('articleCount', { count: counts[shelf] })}</p>
            </div>
          </li>
        ))}
      </ul>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {PAGES.filter(([page]) => isReachable(page)).map(([page, Icon]) => (
          <li key={page} className={`${CARD_CLASS} p-5`}>
            <Icon aria-hidden size={24} className="mb-3 text-accent-strong" />
            <CardText page={page} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const CARD_CLASS =
  'relative flex flex-col overflow-clip rounded-lg border border-line bg-surface transition-colors focus-within:border-line-strong hover:border-line-strong';

type OpenPage = (typeof PAGES)[number][0] | (typeof SHELF_PAGES)[Shelf];

function CardText({ page }: { readonly page: OpenPage }): ReactNode {
  const t = useMessages('articles');
  return (
    <>
      <h2 className="font-bold text-lg">
        <PageLink path={pathOf(page)} className={textLinkClass('after:absolute after:inset-0')}>
          {t(`open-${page}`)}
        </PageLink>
      </h2>
      <p className="mt-1 grow text-ink-soft text-sm">{t(`open-${page}-body`)}</p>
    </>
  );
}
