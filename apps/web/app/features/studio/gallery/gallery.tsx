import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { memo, useCallback, useState } from 'react';
import { Waiting } from '../../../session/signed-in-only.tsx';
import { Examples } from '../examples/examples.tsx';
import { isFiltered, type StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import { DeletedNotice } from './deleted-notice.tsx';
import { GalleryTools } from './gallery-tools.tsx';
import type { ImageActions } from './image-actions.ts';
import { ImageCard } from './image-card.tsx';
import { ImageGrid } from './image-grid.tsx';
import type { Wanted } from './save-image.ts';
import { SelectionBar } from './selection-bar.tsx';

type GalleryProps = {
  readonly state: StudioState;
  readonly wanted: Wanted;
  readonly onReuse: (image: ImageView) => void;
  readonly onConvert: (files: readonly File[]) => void;
  readonly onExample: (prompt: string) => void;
  readonly actions: ImageActions;
};

/** All images of the user, newest first. Memoized, so that typing a prompt does not rerender it. */
export const Gallery = memo(function Gallery(props: GalleryProps) {
  const { state, wanted, actions, onReuse, onConvert, onExample } = props;
  const t = useMessages('studio');
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const { images, boards, deletions } = state;
  const card = useCallback(
    (image: ImageView) => (
      <ImageCard
        image={image}
        boards={boards}
        wanted={wanted}
        selected={selected?.has(image.id)}
        onSelect={() => setSelected((before) => toggled(before ?? new Set(), image.id))}
        onReuse={onReuse}
        onConvert={onConvert}
        {...actions}
      />
    ),
    [boards, wanted, selected, onReuse, onConvert, actions],
  );
  const undo = <DeletedNotice deletions={deletions} onUndo={() => void studioStore.restore()} className="sticky top-18 z-10" />;
  if (images?.length === 0 && !isFiltered(state.filter)) {
    return (
      <div className="grid grid-cols-1 gap-6">
        {undo}
        <section>
          <h2 className="font-bold text-xl">{t('gallery')}</h2>
          <p className="mt-2 text-ink-soft">{t('galleryEmptyTitle')}</p>
        </section>
        <Examples heading={t('galleryEmptyBody')} onChoose={onExample} />
      </div>
    );
  }
  return (
    <section aria-labelledby="gallery" className="grid grid-cols-1 gap-4">
      <h2 id="gallery" className="font-bold text-xl">
        {t('gallery')}
      </h2>
      <GalleryTools
        state={state}
        selecting={selected !== undefined}
        onSelecting={(on) => setSelected(on ? new Set() : undefined)}
      />
      {undo}
      {selected ? <SelectionBar images={images ?? []} selected={selected} state={state} wanted={wanted} /> : undefined}
      {images ? undefined : <Waiting />}
      {images?.length === 0 ? <p className="py-10 text-center text-ink-soft">{t('galleryNothing')}</p> : undefined}
      {images ? <ImageGrid images={images} more={state.next !== undefined} card={card} /> : undefined}
      {state.next === undefined ? undefined : <More key={state.next} />}
    </section>
  );
});

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

function loadWhenNear(place: HTMLDivElement): () => void {
  const watching = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) void studioStore.more();
    },
    { rootMargin: '800px' },
  );
  watching.observe(place);
  return () => watching.disconnect();
}

/** Loads the next page when its place comes near the viewport, or by a button. */
function More() {
  const t = useMessages('studio');
  return (
    <div ref={loadWhenNear} className="flex justify-center py-4">
      <Button onClick={() => void studioStore.more()}>{t('more')}</Button>
    </div>
  );
}
