import { useMessages } from '@bakkum/i18n/react';
import { isReachable, type PageId, pathOf } from '@bakkum/site/pages';
import {
  Activity,
  BookOpen,
  Braces,
  CircleQuestionMark,
  GraduationCap,
  type IconComponent,
  LifeBuoy,
  Lightbulb,
} from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';
import { PageLink } from '../../../shell/page-link.tsx';
import { SHELF_PAGES } from '../paths.ts';
import { SHELVES, type Shelf } from '../view.ts';
import { ResourceHead } from './resource-head.tsx';

const PAGES = [
  ['file-types-guide', BookOpen],
  ['conversion-tips', Lightbulb],
  ['tutorials', GraduationCap],
  ['api-docs', Braces],
  ['help-center', LifeBuoy],
  ['faq', CircleQuestionMark],
  ['status', Activity],
] as const satisfies readonly (readonly [PageId, IconComponent])[];

/** The number of articles on each shelf. */
export type ShelfCounts = Readonly<Record<Shelf, number>>;

/** Lists all resources with a short description each. */
export function ResourceIndex({ counts }: { readonly counts: ShelfCounts }): ReactNode {
  const t = useMessages('articles');
  return (
    <div className="work-width pt-6 pb-20">
      <ResourceHead title={t('resources')} lead={t('resourcesDescription')} icon={BookOpen} />
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {PAGES.filter(([page]) => isReachable(page)).map(([page, Icon]) => {
          const shelf = SHELVES.find((each) => SHELF_PAGES[each] === page);
          return (
            <li
              key={page}
              className="relative flex flex-col rounded-lg border border-line bg-surface p-5 transition-colors focus-within:border-line-strong hover:border-line-strong"
            >
              <Icon aria-hidden size={24} className="text-accent-strong" />
              <h2 className="mt-3 font-bold text-lg">
                <PageLink path={pathOf(page)} className={textLinkClass('after:absolute after:inset-0')}>
                  {t(`open-${page}`)}
                </PageLink>
              </h2>
              <p className="mt-1 grow text-ink-soft text-sm">{t(`open-${page}-body`)}</p>
              {shelf ? (
                <p className="mt-3 text-ink-faint text-xs tabular">{t('articleCount', { count: counts[shelf] })}</p>
              ) : undefined}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
