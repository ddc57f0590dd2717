import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { buttonClass } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { FormatTile, type TileFamily } from '@bakkum/ui/format-tile';
import { ChevronDown } from '@bakkum/ui/icons';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { useHash } from '../../state/use-hash.ts';
import { foundFormats, foundLinks, foundPairs, pairsWith, wordsOf } from './list-search.ts';
import { PairLinks } from './pair-links.tsx';
import { CATEGORIES, type Category, type FormatListView, type ListedFormat } from './view.ts';

const MAX_PAIRS = 12;

/** All formats, with search, filter and counts. */
export function FormatList({ view }: { readonly view: FormatListView }): ReactNode {
  const [query, setQuery] = useState('');
  const [category, setCategory] = useState<Category>();
  const words = wordsOf(query);
  const isSearching = words.length > 0;
  const inCategory = view.formats.filter((format) => category === undefined || format.category === category);
  const found = foundFormats(view.formats, words).filter((format) => inCategory.includes(format));
  const groups = view.tools.groups
    .map((group) => ({ ...group, links: foundLinks(group.links, words) }))
    .filter(({ links }) => links.length > 0);
  const popular = pairsWith(inCategory, view.popular.links);
  const pairs = isSearching ? foundPairs(popular, view.formats, words) : popular;
  const conversions = (
    <>
      {groups.length > 0 ? (
        <section id="tools" className={classNames(isSearching ? 'mt-8' : 'mt-14', 'scroll-mt-24')}>
          <h2 className="mb-4 font-bold text-xl">{view.tools.heading}</h2>
          <div className="space-y-5">
            {groups.map((group) => (
              <ToolLinks key={group.heading} {...group} />
            ))}
          </div>
        </section>
      ) : undefined}
      {pairs.length > 0 ? (
        <section className={isSearching ? 'my-8' : 'mt-14'}>
          <h2 className="mb-4 font-bold text-xl">{view.popular.heading}</h2>
          <PairLinks links={pairs.slice(0, MAX_PAIRS)} />
        </section>
      ) : undefined}
    </>
  );
  return (
    <div className="work-width pt-8 pb-20 sm:pt-12">
      <h1 className="font-bold text-2xl">{view.heading}</h1>
      <p className="mt-3 max-w-read text-ink-soft">{view.lead}</p>
      <div className="mt-8 space-y-4">
        <SearchBox view={view} query={query} onQuery={setQuery} />
        <CategoryFilter view={view} chosen={category} onChoose={setCategory} />
      </div>
      {found.length + groups.length + pairs.length === 0 ? <p className="mt-8">{view.none}</p> : undefined}
      {/* Who searches for a conversion gets it before the formats. */}
      {isSearching ? conversions : undefined}
      {CATEGORIES.map((each) => {
        const members = found.filter((format) => format.category === each);
        return members.length > 0 ? (
          <Group key={each} category={each} members={members} view={view} isOpen={isSearching || category !== undefined} />
        ) : undefined;
      })}
      {isSearching ? undefined : conversions}
      <Tiles tiles={view.tiles} />
    </div>
  );
}

function ToolLinks({ heading, links }: FormatListView['tools']['groups'][number]): ReactNode {
  const locale = useLocale();
  return (
    <div>
      <h3 className="mb-2 font-semibold text-ink-soft text-sm">{heading}</h3>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ path, text }) => (
          <li key={path}>
            <Link to={localePath(locale, path)} className={buttonClass({ size: 'sm' })}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const TILES: Readonly<Record<Category, TileFamily>> = {
  documents: 'document',
  images: 'image',
  audio: 'audio',
  video: 'video',
  archives: 'archive',
  code: 'code',
};

function Tiles({ tiles }: Pick<FormatListView, 'tiles'>): ReactNode {
  return (
    <dl className="mt-8 grid grid-cols-2 gap-4 lg:grid-cols-4">
      {tiles.map(({ value, text }) => (
        <div key={text} className="flex flex-col-reverse rounded-lg border border-line bg-surface p-4 sm:p-5">
          <dt className="text-ink-soft text-sm">{text}</dt>
          <dd className="font-bold text-2xl tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type SearchBoxProps = { readonly view: FormatListView; readonly query: string; readonly onQuery: (query: string) => void };

function SearchBox({ view, query, onQuery }: SearchBoxProps): ReactNode {
  const id = useId();
  return (
    <div className="max-w-lg">
      <label htmlFor={id} className="font-semibold text-sm">
        {view.search}
      </label>
      <input
        id={id}
        type="search"
        value={query}
        placeholder={view.searchHint}
        onChange={(event) => onQuery(event.target.value)}
        className="mt-1.5 block min-h-11 w-full rounded-md border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-faint"
      />
    </div>
  );
}

type CategoryFilterProps = {
  readonly view: FormatListView;
  readonly chosen: Category | undefined;
  readonly onChoose: (category: Category | undefined) => void;
};

function CategoryFilter({ view, chosen, onChoose }: CategoryFilterProps): ReactNode {
  const button = (category: Category | undefined, text: string): ReactNode => (
    <button
      key={text}
      type="button"
      aria-pressed={chosen === category}
      onClick={() => onChoose(category)}
      className={buttonClass(
        { size: 'sm' },
        classNames(chosen === category && 'border-accent-line bg-accent-soft text-accent-strong'),
      )}
    >
      {text}
    </button>
  );
  return (
    <fieldset>
      <legend className="sr-only">{view.category}</legend>
      <div className="flex flex-wrap gap-2">
        {button(undefined, view.all)}
        {CATEGORIES.map((category) => button(category, view.categories[category]))}
      </div>
    </fieldset>
  );
}

/** Format names shown beside the heading of a closed group, the most converted first. */
const PREVIEWED = 8;

type GroupProps = {
  readonly category: Category;
  readonly members: readonly ListedFormat[];
  readonly view: FormatListView;
  /** Whether the visitor has searched or filtered; the formats found are then shown at once. */
  readonly isOpen: boolean;
};

/** A family of formats, closed at first so that all families fit one screen. An address with its anchor opens it. */
function Group({ category, members, view, isOpen }: GroupProps): ReactNode {
  const isAsked = useHash() === `#${category}`;
  const popular = members.toSorted((a, b) => (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER));
  return (
    <details
      // Another key applies a change of the search to groups that the visitor opened or closed.
      key={String(isOpen)}
      id={category}
      open={isOpen || isAsked || undefined}
      className="group mt-4 scroll-mt-20 rounded-lg border border-line bg-surface"
    >
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 rounded-lg px-4 py-3 sm:px-5 [&::-webkit-details-marker]:hidden">
        <FormatTile family={TILES[category]} name={popular[0]?.name ?? ''} className="h-11 shrink-0" />
        <span className="min-w-0 grow">
          <h2 className="inline font-bold text-lg">{view.categories[category]}</h2>{' '}
          <span className="text-ink-soft text-sm tabular">{members.length}</span>
          <span aria-hidden className="block truncate text-ink-soft text-sm group-open:invisible">
            {popular
              .slice(0, PREVIEWED)
              .map(({ name }) => name)
              .join(', ')}
          </span>
        </span>
        <ChevronDown aria-hidden size={20} className="shrink-0 text-ink-soft transition-transform group-open:rotate-180" />
      </summary>
      <ul className="grid px-3 pb-4 sm:px-5 gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {members.map((format) => (
          <li
            key={format.id}
            className="drawn-when-near-[3.125rem] flex items-baseline gap-3 rounded-md border border-line bg-paper px-3 py-2.5"
          >
            <div className="min-w-0 grow">
              <Name format={format} />
              <p className="truncate text-ink-soft text-sm">{format.title}</p>
            </div>
            <p className="shrink-0 text-ink-faint text-xs">
              {[...(format.to > 0 ? [view.reads] : []), ...(format.from > 0 ? [view.writes] : [])].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Name({ format }: { readonly format: ListedFormat }): ReactNode {
  const locale = useLocale();
  if (!format.hasPage) return <span className="font-semibold">{format.name}</span>;
  return (
    <Link
      to={localePath(locale, `/formats/${format.id}`)}
      className="inline-flex min-h-7 items-center font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {format.name}
    </Link>
  );
}
