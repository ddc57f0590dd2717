import type { BoardView, ImageView } from '@bakkum/api-contract/images/images';
import { numberFormat } from '@bakkum/i18n/intl';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { imageTitle } from '@bakkum/studio-options/file-name';
import { Badge } from '@bakkum/ui/badge';
import { classNames } from '@bakkum/ui/class-names';
import { IconButton } from '@bakkum/ui/icon-button';
import {
  Check,
  Copy,
  Download,
  Expand,
  FileCog,
  FolderMinus,
  FolderPlus,
  Heart,
  Images,
  ImageUpscale,
  Info,
  RotateCcw,
  Scissors,
  Share,
  Trash2,
  Wand,
} from '@bakkum/ui/icons';
import { ActionMenu, type MenuAction } from '@bakkum/ui/menu';
import { Notice } from '@bakkum/ui/notice';
import { useState } from 'react';
import { studioStore } from '../studio-store.ts';
import { ReportLines } from './design-report.tsx';
import type { ImageActions } from './image-actions.ts';
import { fetchImage, saveImage, type Wanted } from './save-image.ts';
import { StarRating } from './star-rating.tsx';

export type ImageCardProps = ImageActions & {
  readonly image: ImageView;
  readonly boards: readonly BoardView[];
  readonly wanted: Wanted;
  /** Absent when nothing is being selected. */
  readonly selected: boolean | undefined;
  readonly onSelect: () => void;
  readonly onReuse: (image: ImageView) => void;
  readonly onConvert: (files: readonly File[]) => void;
};

/** An image with its rating and its actions. */
export function ImageCard(props: ImageCardProps) {
  const { image, selected, onSelect, onView } = props;
  const t = useMessages('studio');
  const [failed, setFailed] = useState(false);
  return (
    <article
      aria-label={t('imageAlt', { prompt: imageTitle(image) })}
      className={classNames(
        'overflow-hidden rounded-lg border bg-surface',
        selected ? 'border-accent ring-2 ring-accent' : 'border-line',
      )}
    >
      <div className="relative bg-sunken">
        <button
          type="button"
          aria-label={t('view', { prompt: imageTitle(image) })}
          onClick={() => onView(image)}
          className="block w-full cursor-zoom-in"
        >
          <img
            src={image.thumbnailUrl}
            alt={t('imageAlt', { prompt: imageTitle(image) })}
            width={image.width}
            height={image.height}
            loading="lazy"
            decoding="async"
            className={classNames('max-h-112 w-full object-contain', image.transparent && 'checkered')}
          />
        </button>
        <OriginBadge image={image} />
        {selected === undefined ? undefined : (
          <button
            type="button"
            aria-pressed={selected}
            aria-label={t('selectImage', { prompt: imageTitle(image) })}
            onClick={onSelect}
            className="absolute inset-0 flex cursor-pointer items-start justify-end p-3"
          >
            <span
              className={classNames(
                'flex size-7 items-center justify-center rounded-full border-2',
                selected ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-surface',
              )}
            >
              {selected ? <Check aria-hidden size={16} /> : undefined}
            </span>
          </button>
        )}
      </div>
      <Facts image={image} />
      {failed ? (
        <Notice tone="danger" className="mx-4 mb-3">
          {t('downloadFailed')}
        </Notice>
      ) : undefined}
      <Actions {...props} onFailed={setFailed} />
    </article>
  );
}

/** How the image was made, from its metadata. */
function originOf({ importedAs, mark, design }: ImageView) {
  if (importedAs !== undefined) return mark ? 'importedMarked' : 'imported';
  if (design) return 'designBadge';
  return mark === 'edited' ? 'editedBadge' : 'aiBadge';
}

function OriginBadge({ image }: { readonly image: ImageView }) {
  const t = useMessages('studio');
  return (
    <span className="pointer-events-none absolute top-3 left-3 pr-12">
      <Badge>{t(originOf(image))}</Badge>
    </span>
  );
}

function Facts({ image }: { readonly image: ImageView }) {
  const t = useMessages('studio');
  const locale = useLocale();
  const { style, width, height, processingMs, iteration, importedAs, report } = image;
  const facts = [
    ...(style ? [t(`style_${style}`)] : []),
    `${width} × ${height}`,
    ...(importedAs === undefined ? [t('took', { count: numberFormat(locale).format(processingMs) })] : []),
    t('iteration', { number: iteration }),
  ];
  return (
    <div className="px-4 pt-3">
      <p className="line-clamp-2 break-words text-sm">{imageTitle(image)}</p>
      <p className="mt-1 text-ink-faint text-xs tabular">{facts.join(' · ')}</p>
      {report ? <ReportLines report={report} /> : undefined}
      {importedAs === undefined ? <StarRating image={image} /> : undefined}
    </div>
  );
}

function vectorAction(image: ImageView, label: string, onFailed: (failed: boolean) => void): MenuAction {
  const save = (): void => void saveImage(image, { format: 'svg', recipe: false }).then((saved) => onFailed(!saved));
  return { id: 'svg', label, icon: <Download aria-hidden size={16} />, onAction: save };
}

type StudioWords = ReturnType<typeof useMessages<'studio'>>;

function boardAction(image: ImageView, { id, name }: BoardView, t: StudioWords): MenuAction {
  const pinned = image.boards.includes(id);
  const Icon = pinned ? FolderMinus : FolderPlus;
  return {
    id: `board-${id}`,
    label: t(pinned ? 'takeOffBoard' : 'putOnBoard', { name }),
    icon: <Icon aria-hidden size={16} />,
    onAction: () => void studioStore.pin(id, [image], !pinned),
  };
}

type ActionsProps = ImageCardProps & { readonly onFailed: (failed: boolean) => void };

/** The less frequent actions. */
function menuOf(props: ActionsProps, t: StudioWords) {
  const { image, boards, canVary, canExtend, canCutOut, onReuse, onConvert, onFailed } = props;
  const { onVary, onUpscale, onExtend, onCutOut, onShare, onDetails } = props;
  const convert = async (): Promise<void> => {
    try {
      onConvert([await fetchImage(image, { format: 'png', recipe: false })]);
    } catch {
      onFailed(true);
    }
  };
  const menu: readonly MenuAction[] = [
    ...(image.prompt
      ? [{ id: 'reuse', label: t('reuse'), icon: <RotateCcw aria-hidden size={16} />, onAction: () => onReuse(image) }]
      : []),
    ...(image.vector ? [vectorAction(image, t('downloadAs', { format: 'SVG' }), onFailed)] : []),
    ...(canVary(image)
      ? [{ id: 'vary', label: t('vary'), icon: <Images aria-hidden size={16} />, onAction: () => onVary(image) }]
      : []),
    { id: 'upscale', label: t('upscale'), icon: <ImageUpscale aria-hidden size={16} />, onAction: () => onUpscale(image) },
    ...(canExtend(image)
      ? [{ id: 'extend', label: t('extend'), icon: <Expand aria-hidden size={16} />, onAction: () => onExtend(image) }]
      : []),
    ...(canCutOut(image)
      ? [{ id: 'background', label: t('background'), icon: <Scissors aria-hidden size={16} />, onAction: () => onCutOut(image) }]
      : []),
    { id: 'convert', label: t('convert'), icon: <FileCog aria-hidden size={16} />, onAction: () => void convert() },
    ...(image.showsImport
      ? []
      : [{ id: 'share', label: t('share'), icon: <Share aria-hidden size={16} />, onAction: () => onShare(image) }]),
    ...boards.map((board) => boardAction(image, board, t)),
    { id: 'details', label: t('details'), icon: <Info aria-hidden size={16} />, onAction: () => onDetails(image) },
  ];
  return menu;
}

function Actions(props: ActionsProps) {
  const { image, wanted, canRefine, onRefine, onFailed } = props;
  const t = useMessages('studio');
  return (
    <div className="flex flex-wrap items-center justify-between gap-1 p-2">
      <div className="flex">
        <IconButton
          label={t('downloadAs', { format: wanted.format.toUpperCase() })}
          onClick={() => void saveImage(image, wanted).then((saved) => onFailed(!saved))}
        >
          <Download aria-hidden size={19} />
        </IconButton>
        <IconButton
          label={t(image.favourite ? 'unfavourite' : 'favourite')}
          aria-pressed={image.favourite}
          onClick={() => void studioStore.change(image, { favourite: !image.favourite })}
          className={image.favourite ? 'text-danger!' : ''}
        >
          <Heart aria-hidden size={19} fill={image.favourite ? 'currentColor' : 'none'} />
        </IconButton>
        {image.importedAs === undefined ? <CopyButton text={imageTitle(image)} /> : undefined}
        {canRefine(image) ? (
          <IconButton label={t('refine')} onClick={() => onRefine(image)}>
            <Wand aria-hidden size={19} />
          </IconButton>
        ) : undefined}
      </div>
      <div className="flex">
        <IconButton label={t('delete')} onClick={() => void studioStore.delete([image])}>
          <Trash2 aria-hidden size={19} />
        </IconButton>
        <ActionMenu label={t('moreActions')} actions={menuOf(props, t)} />
      </div>
    </div>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const t = useMessages('studio');
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return; // plain HTTP, or the browser refuses: the text can be selected
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <IconButton label={t(copied ? 'copied' : 'copyPrompt')} onClick={() => void copy()}>
      {copied ? <Check aria-hidden size={19} /> : <Copy aria-hidden size={19} />}
    </IconButton>
  );
}
