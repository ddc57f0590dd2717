import { useMessages } from '@bakkum/i18n/react';
import { STYLE_IDS } from '@bakkum/studio-options/styles';
import { Button } from '@bakkum/ui/button';
import { CONTROL_CLASS, NativeSelect } from '@bakkum/ui/field';
import { Heart, ListChecks } from '@bakkum/ui/icons';
import { useEffect, useState } from 'react';
import { useSite } from '../../../document/use-site.ts';
import { type GalleryFilter, isFiltered, NO_FILTER, type StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import { SEARCH_ID } from '../use-keys.ts';

/** Milliseconds of pause after typing before a search. */
const PAUSE_MS = 300;

type GalleryToolsProps = {
  readonly state: StudioState;
  readonly selecting: boolean;
  readonly onSelecting: (on: boolean) => void;
};

/** Search and filters for the gallery. */
export function GalleryTools({ state, selecting, onSelecting }: GalleryToolsProps) {
  const t = useMessages('studio');
  const { filter } = state;
  const { imageServices } = useSite();
  const [version, setVersion] = useState(0);
  const show = (part: Partial<GalleryFilter>): void => void studioStore.list({ ...filter, ...part });
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-2">
        <Search key={version} search={filter.search} onSearch={(search) => show({ search })} />
        <Button
          aria-pressed={filter.favourite}
          icon={<Heart aria-hidden size={18} fill={filter.favourite ? 'currentColor' : 'none'} />}
          onClick={() => show({ favourite: !filter.favourite })}
        >
          {t('onlyFavourites')}
        </Button>
        <Button aria-pressed={selecting} icon={<ListChecks aria-hidden size={18} />} onClick={() => onSelecting(!selecting)}>
          {t(selecting ? 'selectDone' : 'select')}
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        {imageServices ? <StyleFilter style={filter.style} onChoose={(style) => show({ style })} /> : undefined}
        <BoardFilter state={state} onChoose={(board) => show({ board })} />
        {isFiltered(filter) ? (
          <Button
            variant="quiet"
            onClick={() => {
              setVersion(version + 1);
              void studioStore.list(NO_FILTER);
            }}
          >
            {t('showAll')}
          </Button>
        ) : undefined}
      </div>
    </div>
  );
}

type StyleFilterProps = { readonly style: GalleryFilter['style']; readonly onChoose: (style: GalleryFilter['style']) => void };

function StyleFilter({ style: chosen, onChoose }: StyleFilterProps) {
  const t = useMessages('studio');
  return (
    <NativeSelect
      label={t('style')}
      className="w-44"
      value={chosen}
      onChange={({ target }) => onChoose(STYLE_IDS.find((style) => style === target.value) ?? '')}
    >
      <option value="">{t('allStyles')}</option>
      {STYLE_IDS.map((style) => (
        <option key={style} value={style}>
          {t(`style_${style}`)}
        </option>
      ))}
    </NativeSelect>
  );
}

type BoardFilterProps = { readonly state: StudioState; readonly onChoose: (board: string) => void };

function BoardFilter({ state: { filter, boards }, onChoose }: BoardFilterProps) {
  const t = useMessages('studio');
  if (boards.length === 0) return undefined;
  return (
    <>
      <NativeSelect label={t('boards')} className="w-52" value={filter.board} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{t('allBoards')}</option>
        {boards.map(({ id, name, images }) => (
          <option key={id} value={id}>
            {t('boardCount', { name, count: images })}
          </option>
        ))}
      </NativeSelect>
      {filter.board ? (
        <Button variant="danger" onClick={() => void studioStore.deleteBoard(filter.board)}>
          {t('deleteBoard')}
        </Button>
      ) : undefined}
    </>
  );
}

function Search({ search, onSearch }: { readonly search: string; readonly onSearch: (search: string) => void }) {
  const t = useMessages('studio');
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, search, onSearch]);
  return (
    <input
      id={SEARCH_ID}
      type="search"
      aria-label={t('search')}
      placeholder={t('search')}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      className={`${CONTROL_CLASS} min-w-44 grow basis-0`}
    />
  );
}
