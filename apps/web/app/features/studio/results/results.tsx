/** Finished and pending images. Loaded for signed-in users. */
import type { BatchView, ImageView } from '@bakkum/api-contract/images/images';
import type { DownloadFormat } from '@bakkum/studio-options/limits';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { offerPicture } from '../../../document/sharing/offered-picture.ts';
import { type CanRefine, extendable, refinable } from '../editor/editors.ts';
import { Gallery } from '../gallery/gallery.tsx';
import type { Wanted } from '../gallery/save-image.ts';
import { isFiltered, type StudioState } from '../studio-state.ts';
import { NewestImages } from './newest-images.tsx';
import { useLinkedImage } from './use-linked-image.ts';
import { WorkTiles } from './work-tiles.tsx';

const ViewerDialog = lazy(async () => ({ default: (await import('../viewer/viewer-dialog.tsx')).ViewerDialog }));
const RefineDialog = lazy(async () => ({ default: (await import('../editor/refine-dialog.tsx')).RefineDialog }));
const UpscaleDialog = lazy(async () => ({ default: (await import('../editor/upscale-dialog.tsx')).UpscaleDialog }));
const ExtendDialog = lazy(async () => ({ default: (await import('../editor/extend-dialog.tsx')).ExtendDialog }));
const ShareDialog = lazy(async () => ({ default: (await import('../share/share-dialog.tsx')).ShareDialog }));
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

type Opened = { readonly kind: 'view' | 'refine' | 'upscale' | 'extend' | 'share' | 'details'; readonly image: ImageView };

export function Results({ state, picture, format, recipe, onReuse, onConvert, onExample, onAgain }: ResultsProps) {
  const [opened, setOpened] = useState<Opened>();
  const wanted = useMemo(() => ({ format, recipe }), [format, recipe]);
  const canRefine = useMemo(() => refinable(state.studio), [state.studio]);
  const view = useCallback((chosen: ImageView) => setOpened({ kind: 'view', image: chosen }), []);
  const refine = useCallback((chosen: ImageView) => setOpened({ kind: 'refine', image: chosen }), []);
  const upscale = useCallback((chosen: ImageView) => setOpened({ kind: 'upscale', image: chosen }), []);
  const canExtend = useMemo(() => extendable(state.studio), [state.studio]);
  const extend = useCallback((chosen: ImageView) => setOpened({ kind: 'extend', image: chosen }), []);
  const share = useCallback((chosen: ImageView) => setOpened({ kind: 'share', image: chosen }), []);
  const showDetails = useCallback((chosen: ImageView) => setOpened({ kind: 'details', image: chosen }), []);
  const actions = {
    canRefine,
    canExtend,
    onView: view,
    onRefine: refine,
    onUpscale: upscale,
    onExtend: extend,
    onShare: share,
    onDetails: showDetails,
  };
  useLinkedImage(showDetails);
  return (
    <>
      <WorkTiles batches={state.batches} onAgain={onAgain} />
      {state.images && state.images.length > 0 && !isFiltered(state.filter) ? (
        <NewestImages images={state.images} wanted={wanted} {...actions} />
      ) : undefined}
      <Gallery state={state} wanted={wanted} onReuse={onReuse} onConvert={onConvert} onExample={onExample} {...actions} />
      <Suspense>
        {opened ? (
          <OpenedDialog
            {...actions}
            kind={opened.kind}
            image={state.images?.find(({ id }) => id === opened.image.id) ?? opened.image}
            state={state}
            wanted={wanted}
            onClose={() => setOpened(undefined)}
          />
        ) : undefined}
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

type OpenedDialogProps = Opened & {
  readonly state: StudioState;
  readonly wanted: Wanted;
  readonly canRefine: CanRefine;
  readonly canExtend: CanRefine;
  readonly onView: (image: ImageView) => void;
  readonly onRefine: (image: ImageView) => void;
  readonly onUpscale: (image: ImageView) => void;
  readonly onExtend: (image: ImageView) => void;
  readonly onShare: (image: ImageView) => void;
  readonly onDetails: (image: ImageView) => void;
  readonly onClose: () => void;
};

function OpenedDialog({ kind, image, state, canRefine, canExtend, onView, onClose, ...rest }: OpenedDialogProps) {
  if (kind === 'refine') return <RefineDialog image={image} state={state} onClose={onClose} />;
  if (kind === 'upscale') return <UpscaleDialog image={image} onClose={onClose} />;
  if (kind === 'extend') return <ExtendDialog image={image} state={state} onClose={onClose} />;
  if (kind === 'share') return <ShareDialog image={image} onClose={onClose} />;
  if (kind === 'details') return <DetailsDialog image={image} onClose={onClose} />;
  const { images = [], deletions, failure } = state;
  return (
    <ViewerDialog
      {...rest}
      images={images}
      image={image}
      deletions={deletions}
      failure={failure}
      canRefine={canRefine(image)}
      canExtend={canExtend(image)}
      onShow={onView}
      onClose={onClose}
    />
  );
}
