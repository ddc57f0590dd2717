/** The large view of one file: what it is, and what it becomes. */
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { LayoutGrid } from '@bakkum/ui/icons';
import { lazy, type ReactNode, Suspense } from 'react';
import { FileIcon } from '../../../workbench/thumbnail.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import type { Edit } from '../image-edit/edited-view.ts';
import { type FileItem, isBusy, isExtraction } from '../list/conversion-state.ts';
import type { ConversionStore } from '../list/conversion-store.ts';
import { Pane } from '../preview/pane.tsx';
import type { Side } from '../preview/showing.ts';
import { sideOf } from '../preview/side-of.ts';
import { PlayerStage } from '../recording/player-stage.tsx';
import { PageStage, PagesOnRequest } from './page-stage.tsx';
import { type Cropping, PictureStage } from './picture-stage.tsx';
import { usePreviewCost } from './use-preview-cost.ts';

const ContentsList = lazy(async () => ({ default: (await import('../contents/contents-list.tsx')).ContentsList }));
const PdfStage = lazy(async () => ({ default: (await import('../page-editor/pdf-stage.tsx')).PdfStage }));

type StageProps = {
  readonly item: FileItem;
  readonly core: ConversionCore;
  readonly store: ConversionStore;
  /** The result, or what it would be. */
  readonly after: Blob | undefined;
  /** Shows the source with this edit. */
  readonly edit: Edit;
  readonly cropping: Cropping | undefined;
  readonly isStale: boolean;
};

/** Returns whether the stage shows the file as one image. */
export function isShownAsImage({ format }: FileItem, core: ConversionCore): boolean {
  return format !== undefined && !core.hasPages(format.id) && core.showing(format.id)?.kind === 'picture';
}

export function Stage(props: StageProps): ReactNode {
  const { item, store } = props;
  if (!isExtraction(item) || item.state.status !== 'completed') return <FileStage {...props} />;
  return (
    <Suspense fallback={<FileStage {...props} />}>
      <ContentsList item={item} state={item.state} store={store} className="h-full bg-surface" />
    </Suspense>
  );
}

/** The file itself, and what it becomes. */
function FileStage(props: StageProps): ReactNode {
  const { item, core } = props;
  const { format } = item;
  const hasPages = format !== undefined && core.hasPages(format.id);
  const showing = format && core.showing(format.id);
  const cost = usePreviewCost(core, format?.id, hasPages ? 'png' : showing?.by);
  if (!cost || !(hasPages || showing)) return <Placeholder item={item} core={core} />;
  if (!hasPages) return cost.isSmall ? <WholeFile {...props} /> : <Placeholder item={item} core={core} />;
  if (!cost.isSmall) return <PagesOnRequest item={item} core={core} bytes={cost.bytes} />;
  return <Pages item={item} core={core} store={props.store} />;
}

/** The pages of a PDF can be arranged if it is converted to PDF. */
function Pages({ item, core, store }: Pick<StageProps, 'item' | 'core' | 'store'>): ReactNode {
  const t = useMessages('workbench');
  const pages = <PageStage item={item} core={core} />;
  if (item.format?.id !== 'pdf') return pages;
  if (item.target === 'pdf')
    return (
      <Suspense fallback={<div className="h-full min-h-48" />}>
        <PdfStage item={item} store={store}>
          {pages}
        </PdfStage>
      </Suspense>
    );
  if (isBusy(item) || !core.targets('pdf').some(({ format }) => format.id === 'pdf')) return pages;
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 justify-center border-line border-b bg-surface p-1">
        <Button
          variant="quiet"
          size="sm"
          icon={<LayoutGrid aria-hidden size={16} />}
          onClick={() => store.setTarget(item.id, 'pdf')}
        >
          {t('pagesEdit')}
        </Button>
      </div>
      <div className="min-h-0 grow">{pages}</div>
    </div>
  );
}

/** A file that is shown as a whole instead of page by page. */
function WholeFile({ item, core, store, after, edit, cropping, isStale }: StageProps): ReactNode {
  const { format, target, file } = item;
  const before = format && sideOf(file, format.id, core);
  if (!before?.showing) return <Placeholder item={item} core={core} />;
  const { kind, mediaType } = before.showing;
  const result = after && target !== undefined ? sideOf(after, target, core) : undefined;
  if (kind === 'picture')
    return <PictureStage before={before} after={onlyPicture(result)} edit={edit} cropping={cropping} isStale={isStale} />;
  if (!result && (kind === 'sound' || kind === 'film'))
    return <PlayerStage item={item} core={core} store={store} kind={kind} mediaType={mediaType} />;
  return <Panes before={before} after={result} />;
}

function onlyPicture(side: Side | undefined): Side | undefined {
  return side?.showing?.kind === 'picture' ? side : undefined;
}

function Panes({ before, after }: { readonly before: Side; readonly after: Side | undefined }): ReactNode {
  const t = useMessages('conversion');
  return (
    <div className="h-full overflow-y-auto">
      <div className="flex min-h-full flex-col justify-center gap-5 p-4 sm:p-6">
        <Pane title={t('before')} side={before} />
        {after ? <Pane title={t('after')} side={after} /> : undefined}
      </div>
    </div>
  );
}

/** For files that no browser shows. */
function Placeholder({ item, core }: Pick<StageProps, 'item' | 'core'>): ReactNode {
  return (
    <div className="grid h-full min-h-48 place-items-center">
      <FileIcon family={item.format && core.familyOf(item.format.id)} size={72} />
    </div>
  );
}
