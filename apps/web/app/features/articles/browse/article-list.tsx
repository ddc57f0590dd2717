import { useMessages } from '@bakkum/i18n/react';
import { BookOpen, GraduationCap, type IconComponent, Lightbulb } from '@bakkum/ui/icons';
import { type ReactNode, useState } from 'react';
import type { ArticleCard, Shelf, Subject } from '../view.ts';
import { ArticleCards } from './article-cards.tsx';
import { NothingFound } from './nothing-found.tsx';
import { ResourceHead } from './resource-head.tsx';
import { search } from './search.ts';
import { SearchPanel } from './search-panel.tsx';

const ICONS: Readonly<Record<Shelf, IconComponent>> = { guides: BookOpen, tips: Lightbulb, tutorials: GraduationCap };

/** A searchable and filterable list of articles. */
export function ArticleList({ shelf, cards }: { readonly shelf: Shelf; readonly cards: readonly ArticleCard[] }): ReactNode {
  const t = useMessages('articles');
  const [query, setQuery] = useState('');
  const [subject, setSubject] = useState<Subject>();
  const found = search(cards, { query, subject, textsOf: ({ title, description }) => [title, description] });
  return (
    <div className="work-width pt-6 pb-20">
      <ResourceHead title={t(`${shelf}-title`)} lead={t(`${shelf}-description`)} icon={ICONS[shelf]} />
      <SearchPanel query={query} onQuery={setQuery} subject={subject} onSubject={setSubject} />
      <div className="mt-8">
        {found.length > 0 ? <ArticleCards cards={found} hasLead={found.length > 3} /> : <NothingFound />}
      </div>
    </div>
  );
}
