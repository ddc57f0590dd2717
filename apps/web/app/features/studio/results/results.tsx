/** Finished and pending images. Loaded for signed-in users. */
import type { BatchView, ImageView, StudioView } from '@bakkum/api-contract/images/images';
import type { DownloadFormat } from '@bakkum/studio-options/limits';
import { lazy, Suspense, useMemo, useState } from 'react';
import { offerPicture } from '../../../document/sharing/offered-picture.ts';
import { extendable, refinable, separable, supportsVariations } from '../editor/editors.ts';
import { Gallery } from '../gallery/gallery.tsx';
import type { ImageActions } from '../gallery/image-actions.ts';
import type { Wanted } from '../gallery/save-image.ts';
import { isFiltered, type StudioState } from '../studio-state.ts';
import { NewestImages } from './newest-images.tsx';
import { useLinkedImage } from './use-linked-image.ts';
import { WorkTiles } from './work-tiles.tsx';
import '../../../complete-typeface.css';

const ViewerDialog = lazy(async () => ({ default: (await import('../viewer/viewer-dialog.tsx')).ViewerDialog }));
const RefineDialog = lazy(async () => ({ default: (await import('../editor/refine-dialog.tsx')).RefineDialog }));
const UpscaleDialog = lazy(async () => ({ default: (await import('../editor/upscale-dialog.tsx')).UpscaleDialog }));
const ExtendDialog = lazy(async () => ({ default: (await import('../editor/extend-dialog.tsx')).ExtendDialog }));
const BackgroundDialog = lazy(async () => ({ default: (await import('../editor/background-dialog.tsx')).BackgroundDialog }));
const VariationDialog = lazy(async () => ({ default: (await import('../editor/variation-dialog.tsx')).VariationDialog }));
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

const NO_MODELS: StudioView['models'] = [];

type Opened = {
  readonly kind: 'view' | 'refine' | 'vary' | 'upscale' | 'extend' | 'background' | 'share' | 'details';
  readonly image: ImageView;
};

export function Results({ state, picture, format, recipe, onReuse, onConvert, onExample, onAgain }: ResultsProps) {
  const [opened, setOpened] = useState<Opened>();
  const wanted = useMemo(() => ({ format, recipe }), [format, recipe]);
  const actions = useActions(state, setOpened);
  useLinkedImage(actions.onDetails);
  return (
    <>
      <WorkTiles batches={state.batches} models={state.studio?.models ?? NO_MODELS} onAgain={onAgain} />
      {state.images && state.images.length > 0 && !isFiltered(state.filter) ? (
        <NewestImages images={state.images} wanted={wanted} {...actions} />
      ) : undefined}
      <Gallery state={state} wanted={wanted} onReuse={onReuse} onConvert={onConvert} onExample={onExample} actions={actions} />
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
              actions.onRefine(brought);
            }}
          />
        ) : undefined}
      </Suspense>
    </>
  );
}

/** Handlers that stay the same while the models do, so that cards are not rendered again. */
function useActions({ studio }: StudioState, setOpened: (opened: Opened) => void): ImageActions {
  const dialogs = useMemo(() => {
    const show = (kind: Opened['kind']) => (image: ImageView) => setOpened({ kind, image });
    return {
      onView: show('view'),
      onRefine: show('refine'),
      onVary: show('vary'),
      onUpscale: show('upscale'),
      onExtend: show('extend'),
      onCutOut: show('background'),
      onShare: show('share'),
      onDetails: show('details'),
    };
  }, [setOpened]);
  return useMemo(
    () => ({
      ...dialogs,
      canRefine: refinable(studio),
      canVary: supportsVariations(studio),
      canExtend: extendable(studio),
      canCutOut: separable(studio),
    }),
    [studio, dialogs],
  );
}

type OpenedDialogProps = Opened &
  ImageActions & {
    readonly state: StudioState;
    readonly wanted: Wanted;
    readonly onClose: () => void;
  };

function OpenedDialog(props: OpenedDialogProps) {
  const { kind, image, state, canRefine, canVary, canExtend, canCutOut, onView, onClose, ...rest } = props;
  if (kind === 'refine') return <RefineDialog image={image} state={state} onClose={onClose} />;
  if (kind === 'vary') return <VariationDialog image={image} state={state} onClose={onClose} />;
  if (kind === 'upscale') return <UpscaleDialog image={image} onClose={onClose} />;
  if (kind === 'extend') return <ExtendDialog image={image} state={state} onClose={onClose} />;
  if (kind === 'background') return <BackgroundDialog image={image} onClose={onClose} />;
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
      canVary={canVary(image)}
      canExtend={canExtend(image)}
      canCutOut={canCutOut(image)}
      onShow={onView}
      onClose={onClose}
    />
  );
}
