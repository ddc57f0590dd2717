/** Loaded on demand. */
import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { imageTitle } from '@bakkum/studio-options/file-name';
import { classNames } from '@bakkum/ui/class-names';
import { Dialog } from '@bakkum/ui/dialog';
import { IconButton } from '@bakkum/ui/icon-button';
import {
  ArrowLeft,
  ArrowRight,
  Download,
  Expand,
  Heart,
  Images,
  ImageUpscale,
  Info,
  Scissors,
  Share,
  Trash2,
  Wand,
} from '@bakkum/ui/icons';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useAbortOnLeave } from '../../../state/use-abort-on-leave.ts';
import { saveImage, type Wanted } from '../gallery/save-image.ts';
import type { StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import { actionOfKey, type ViewerAction } from './viewer-keys.ts';
import { ViewerNotices } from './viewer-notices.tsx';

type ViewerDialogProps = {
  readonly deletions: StudioState['deletions'];
  readonly failure: StudioState['failure'];
  /** All loaded images, in the order of the gallery. */
  readonly images: readonly ImageView[];
  readonly image: ImageView;
  readonly wanted: Wanted;
  readonly canRefine: boolean;
  readonly canVary: boolean;
  readonly canExtend: boolean;
  readonly canCutOut: boolean;
  readonly onShow: (image: ImageView) => void;
  readonly onRefine: (image: ImageView) => void;
  readonly onVary: (image: ImageView) => void;
  readonly onUpscale: (image: ImageView) => void;
  readonly onExtend: (image: ImageView) => void;
  readonly onCutOut: (image: ImageView) => void;
  readonly onShare: (image: ImageView) => void;
  readonly onDetails: (image: ImageView) => void;
  readonly onClose: () => void;
};

/** Heights in rem: of everything but the image, and of a notice. */
const CONTROLS_REM = 13;
const NOTICE_REM = 6;

/** One image as large as the window allows. The arrow keys show the next and the previous one. */
export function ViewerDialog(props: ViewerDialogProps): ReactNode {
  const { images, image, deletions, onClose } = props;
  const t = useMessages('studio');
  const { run, undo, failure, hasDownloadFailed, previous, next } = useViewer(props);
  const notices = [deletions.length > 0, failure !== undefined, hasDownloadFailed].filter(Boolean).length;
  const title = imageTitle(image);
  const position = images.findIndex(({ id }) => id === image.id) + 1;
  return (
    <Dialog title={title} closeLabel={t('closeNotice')} isOpen onClose={onClose} wide>
      <img
        src={image.url}
        alt={t('imageAlt', { prompt: title })}
        width={image.width}
        height={image.height}
        style={{ maxHeight: `calc(94dvh - ${CONTROLS_REM + NOTICE_REM * notices}rem)` }}
        className={classNames('mx-auto h-auto w-auto max-w-full rounded-md object-contain', image.transparent && 'checkered')}
      />
      <div className="mt-3 flex flex-wrap items-center justify-center gap-1">
        <IconButton label={t('viewPrevious')} disabled={!previous} onClick={() => run('previous')}>
          <ArrowLeft aria-hidden size={20} />
        </IconButton>
        <span className="px-1 text-ink-soft text-sm tabular">{position > 0 ? `${position} / ${images.length}` : ''}</span>
        <IconButton label={t('viewNext')} disabled={!next} onClick={() => run('next')}>
          <ArrowRight aria-hidden size={20} />
        </IconButton>
        <Actions {...props} run={run} />
      </div>
      <p className="mt-2 text-center text-ink-faint text-sm max-sm:hidden">{t('viewKeys')}</p>
      <ViewerNotices deletions={deletions} failure={failure} hasDownloadFailed={hasDownloadFailed} onUndo={() => void undo()} />
    </Dialog>
  );
}

type ActionsProps = ViewerDialogProps & { readonly run: (action: ViewerAction) => void };

function Actions(props: ActionsProps) {
  const { image, wanted, canRefine, canVary, canExtend, canCutOut, run } = props;
  const { onVary, onUpscale, onExtend, onCutOut, onShare, onDetails } = props;
  const t = useMessages('studio');
  return (
    <>
      <IconButton
        label={t(image.favourite ? 'unfavourite' : 'favourite')}
        aria-pressed={image.favourite}
        onClick={() => run('favourite')}
        className={image.favourite ? 'text-danger!' : ''}
      >
        <Heart aria-hidden size={20} fill={image.favourite ? 'currentColor' : 'none'} />
      </IconButton>
      <IconButton label={t('downloadAs', { format: wanted.format.toUpperCase() })} onClick={() => run('download')}>
        <Download aria-hidden size={20} />
      </IconButton>
      {canRefine ? (
        <IconButton label={t('refine')} onClick={() => run('refine')}>
          <Wand aria-hidden size={20} />
        </IconButton>
      ) : undefined}
      {canVary ? (
        <IconButton label={t('vary')} onClick={() => onVary(image)}>
          <Images aria-hidden size={20} />
        </IconButton>
      ) : undefined}
      <IconButton label={t('upscale')} onClick={() => onUpscale(image)}>
        <ImageUpscale aria-hidden size={20} />
      </IconButton>
      {canExtend ? (
        <IconButton label={t('extend')} onClick={() => onExtend(image)}>
          <Expand aria-hidden size={20} />
        </IconButton>
      ) : undefined}
      {canCutOut ? (
        <IconButton label={t('background')} onClick={() => onCutOut(image)}>
          <Scissors aria-hidden size={20} />
        </IconButton>
      ) : undefined}
      {image.showsImport ? undefined : (
        <IconButton label={t('share')} onClick={() => onShare(image)}>
          <Share aria-hidden size={20} />
        </IconButton>
      )}
      <IconButton label={t('details')} onClick={() => onDetails(image)}>
        <Info aria-hidden size={20} />
      </IconButton>
      <IconButton label={t('delete')} onClick={() => run('delete')}>
        <Trash2 aria-hidden size={20} />
      </IconButton>
    </>
  );
}

/** The neighbours of the image, and what keys and buttons do. */
function useViewer({ images, image, failure, wanted, canRefine, onShow, onRefine, onClose }: ViewerDialogProps) {
  const [failedBefore] = useState(failure);
  const [hasDownloadFailed, setDownloadFailed] = useState(false);
  const { start } = useAbortOnLeave();
  const at = images.findIndex(({ id }) => id === image.id);
  const previous = images[at - 1];
  const next = at < 0 ? undefined : images[at + 1];
  const show = (other: ImageView | undefined): void => {
    if (!other) return;
    setDownloadFailed(false);
    onShow(other);
    if (other === images.at(-1)) void studioStore.more();
  };
  const remove = (): void => {
    const neighbour = next ?? previous;
    void studioStore.delete([image]);
    if (neighbour) show(neighbour);
    else onClose();
  };
  const undo = async (): Promise<void> => {
    const closed = start();
    const [restored] = await studioStore.restore();
    if (!closed.aborted) show(restored);
  };
  const actions: Readonly<Record<ViewerAction, () => void>> = {
    previous: () => show(previous),
    next: () => show(next),
    favourite: () => void studioStore.change(image, { favourite: !image.favourite }),
    download: () => void saveImage(image, wanted).then((isSaved) => setDownloadFailed(!isSaved)),
    refine: () => canRefine && onRefine(image),
    delete: remove,
  };
  const run = (action: ViewerAction): void => actions[action]();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOfKey(event);
    if (!action) return;
    event.preventDefault();
    run(action);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return { run, undo, failure: failure === failedBefore ? undefined : failure, hasDownloadFailed, previous, next };
}
