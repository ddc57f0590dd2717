import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { NativeSelect, TextField } from '@bakkum/ui/field';
import { FolderPlus, PackageOpen } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { lazy, Suspense, useState } from 'react';
import { takeFocus } from '../../../forms/take-focus.ts';
import type { StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import { saveZip, type Wanted } from './save-image.ts';

const CompareDialog = lazy(async () => ({ default: (await import('../viewer/compare-dialog.tsx')).CompareDialog }));

type SelectionBarProps = {
  readonly images: readonly ImageView[];
  readonly selected: ReadonlySet<string>;
  readonly state: StudioState;
  readonly wanted: Wanted;
};

/** Actions on several images at once. */
export function SelectionBar({ images, selected, state, wanted }: SelectionBarProps) {
  const t = useMessages('studio');
  const chosen = images.filter(({ id }) => selected.has(id));
  const zip = useZip(chosen, wanted);
  return (
    <div className="grid gap-3 rounded-lg border border-accent-line bg-accent-soft p-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="grow font-semibold tabular">{t('selected', { count: chosen.length })}</p>
        <Button
          size="sm"
          disabled={chosen.length === 0 || zip.done !== undefined}
          icon={<PackageOpen aria-hidden size={16} />}
          onClick={() => void zip.save()}
        >
          {zip.done === undefined ? t('zip') : t('zipping', { done: zip.done, count: chosen.length })}
        </Button>
        <BulkActions chosen={chosen} />
      </div>
      <BoardChoice chosen={chosen} state={state} />
      {zip.failed ? <Notice tone="danger">{t('downloadFailed')}</Notice> : undefined}
    </div>
  );
}

/** Compares exactly two images; favourites and deletes any number. */
function BulkActions({ chosen }: { readonly chosen: readonly ImageView[] }) {
  const t = useMessages('studio');
  const [comparing, setComparing] = useState(false);
  const [one, other] = chosen;
  const pair = chosen.length === 2 && one && other ? ([one, other] as const) : undefined;
  const allFavourite = chosen.length > 0 && chosen.every(({ favourite }) => favourite);
  return (
    <>
      <Button size="sm" disabled={!pair} title={t('compareHint')} onClick={() => setComparing(true)}>
        {t('compareTwo')}
      </Button>
      <Button size="sm" disabled={chosen.length === 0} onClick={() => void studioStore.favourite(chosen, !allFavourite)}>
        {t(allFavourite ? 'unfavourite' : 'favourite')}
      </Button>
      <Button size="sm" variant="danger" disabled={chosen.length === 0} onClick={() => void studioStore.delete(chosen)}>
        {t('delete')}
      </Button>
      <Suspense>{comparing && pair ? <CompareDialog images={pair} onClose={() => setComparing(false)} /> : undefined}</Suspense>
    </>
  );
}

function useZip(chosen: readonly ImageView[], wanted: Wanted) {
  const [done, setDone] = useState<number>();
  const [failed, setFailed] = useState(false);
  const save = async (): Promise<void> => {
    setFailed(false);
    setDone(0);
    try {
      await saveZip(chosen, wanted, setDone);
    } catch {
      setFailed(true);
    }
    setDone(undefined);
  };
  return { done, failed, save };
}

/** Adds the selected images to a board, or to a new one. */
function BoardChoice({ chosen, state: { boards } }: { readonly chosen: readonly ImageView[]; readonly state: StudioState }) {
  const t = useMessages('studio');
  const [name, setName] = useState<string>();
  const create = async (): Promise<void> => {
    const id = name?.trim() ? await studioStore.createBoard(name.trim()) : undefined;
    if (id === undefined) return;
    setName(undefined);
    if (chosen.length > 0) await studioStore.pin(id, chosen, true);
  };
  if (name === undefined) {
    return (
      <div className="flex flex-wrap items-end gap-2">
        {boards.length > 0 ? (
          <NativeSelect
            label={t('addToBoard')}
            className="w-52"
            value=""
            disabled={chosen.length === 0}
            onChange={({ target }) => void studioStore.pin(target.value, chosen, true)}
          >
            <option value="">{t('boardNone')}</option>
            {boards.map(({ id, name: title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </NativeSelect>
        ) : undefined}
        <Button icon={<FolderPlus aria-hidden size={18} />} onClick={() => setName('')}>
          {t('newBoard')}
        </Button>
      </div>
    );
  }
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <TextField
        ref={takeFocus}
        label={t('boardName')}
        value={name}
        maxLength={60}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="primary">
        {t('create')}
      </Button>
      <Button onClick={() => setName(undefined)}>{t('cancel')}</Button>
    </form>
  );
}
