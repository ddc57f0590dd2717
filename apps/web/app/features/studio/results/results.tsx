/** Finished and pending images. Loaded for signed-in users. */
import type { BatchView, ImageView } from '@bakkum/api-contract/images/images';
import type { DownloadFormat } from '@bakkum/studio-options/limits';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { offerPicture } from '../../../document/sharing/offered-picture.ts';
import { Gallery } from '../gallery/gallery.tsx';
import { isFiltered, type StudioState } from '../studio-state.ts';
import { NewestImages } from './newest-images.tsx';
import { useLinkedImage } from './use-linked-image.ts';
import { WorkTiles } from './work-tiles.tsx';

const RefineDialog = lazy(async () => ({ default: (await import('../editor/refine-dialog.tsx')).RefineDialog }));
const UpscaleDialog = lazy(async () => ({ default: (await import('../editor/upscale-dialog.tsx')).UpscaleDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('../editor/import-dialog.tsx')).ImportDialog }));
const DetailsDialog = lazy(async () => ({ default: (await import('../gallery/details-dialog.tsx')).DetailsDialog }));

type ResultsProps = {
  readonly state: StudioState;
  /** The user's own image, sent only if they agree. */
  readonly picture: File | undefined;
  readonly format: DownloadFormat;
  readonly recipe: boolean;
  readonly onReuse: (image: ImageView) => void;
  readonly onConvert: (files: readonly File[]) => void;
  readonly onExample: (prompt: string) => void;
  readonly onAgain: (batch: BatchView) => void;
};

type Opened = { readonly kind: 'refine' | 'upscale' | 'details'; readonly image: ImageView };

export function Results({ state, picture, format, recipe, onReuse, onConvert, onExample, onAgain }: ResultsProps) {
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const wanted = useMemo(() => ({ format, recipe }), [format, recipe]);
  const refine = useCallback((chosen: ImageView) => setOpened({ kind: 'refine', image: chosen }), []);
  const upscale = useCallback((chosen: ImageView) => setOpened({ kind: 'upscale', image: chosen }), []);
  const showDetails = useCallback((chosen: ImageView) => setOpened({ kind: 'details', image: chosen }), []);
  useLinkedImage(showDetails);
  const image = opened && (state.images?.find(({ id }) => id === opened.image.id) ?? opened.image);
  return (
    <>
      <WorkTiles batches={state.batches} onAgain={onAgain} />
      {state.images && state.images.length > 0 && !isFiltered(state.filter) ? (
        <NewestImages images={state.images} wanted={wanted} onRefine={refine} onUpscale={upscale} onDetails={showDetails} />
      ) : undefined}
      <Gallery
        state={state}
        wanted={wanted}
        onReuse={onReuse}
        onConvert={onConvert}
        onExample={onExample}
        onRefine={refine}
        onUpscale={upscale}
        onDetails={showDetails}
      />
      <Suspense>
        {image && opened.kind === 'refine' ? <RefineDialog image={image} state={state} onClose={close} /> : undefined}
        {image && opened.kind === 'upscale' ? <UpscaleDialog image={image} onClose={close} /> : undefined}
        {image && opened.kind === 'details' ? <DetailsDialog image={image} onClose={close} /> : undefined}
        {picture && state.studio ? (
          <ImportDialog
            key={`${picture.name}-${picture.size}-${picture.lastModified}`}
            picture={picture}
            state={state}
            onClose={() => offerPicture(undefined)}
            onBrought={(brought) => {
              offerPicture(undefined);
              refine(brought);
            }}
          />
        ) : undefined}
      </Suspense>
    </>
  );
}
