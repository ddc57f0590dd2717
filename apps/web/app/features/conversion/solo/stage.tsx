/** The large view of one file: what it is, and what it becomes. */
import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { FileIcon } from '../../../workbench/thumbnail.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import type { Edit } from '../image-edit/edited-view.ts';
import type { FileItem } from '../list/conversion-state.ts';
import { Pane } from '../preview/pane.tsx';
import type { Side } from '../preview/showing.ts';
import { PageStage } from './page-stage.tsx';
import { type Cropping, PictureStage } from './picture-stage.tsx';
import { usePreviewAtHand } from './use-preview-at-hand.ts';

type StageProps = {
  readonly item: FileItem;
  readonly core: ConversionCore;
  /** The result, or what it would be. */
  readonly after: Blob | undefined;
  /** Shows the source with this edit. */
  readonly edit: Edit;
  readonly cropping: Cropping | undefined;
  readonly isStale: boolean;
};

/** Formats of which pages are drawn. */
const PAGED: ReadonlySet<string> = new Set(['pdf', 'xps', 'djvu']);

/** Returns whether the stage shows the file as one image. */
export function isShownAsImage({ format }: FileItem, core: ConversionCore): boolean {
  return format !== undefined && !PAGED.has(format.id) && core.showing(format.id)?.kind === 'picture';
}

export function Stage({ item, core, after, edit, cropping, isStale }: StageProps): ReactNode {
  const { format, target, file } = item;
  const before = format && sideOf(file, format.id, core);
  const kind = before?.showing?.kind;
  const isAtHand = usePreviewAtHand(core, format?.id, before?.showing?.by);
  if (!format || !before || kind === undefined || isAtHand !== true) return <Placeholder item={item} core={core} />;
  if (PAGED.has(format.id)) return <PageStage item={item} core={core} />;
  const result = after && target !== undefined ? sideOf(after, target, core) : undefined;
  if (kind === 'picture')
    return <PictureStage before={before} after={onlyPicture(result)} edit={edit} cropping={cropping} isStale={isStale} />;
  return <Panes before={before} after={result} />;
}

function onlyPicture(side: Side | undefined): Side | undefined {
  return side?.showing?.kind === 'picture' ? side : undefined;
}

/** `undefined` for a format that no browser shows. */
function sideOf(blob: Blob, id: string, core: ConversionCore): Side | undefined {
  const showing = core.showing(id);
  if (!showing) return undefined;
  return {
    blob,
    format: core.formatName(id),
    showing,
    ...(showing.by !== undefined && { make: (signal: AbortSignal) => core.preview(blob, id, signal) }),
  };
}

function Panes({ before, after }: { readonly before: Side; readonly after: Side | undefined }): ReactNode {
  const t = useMessages('conversion');
  return (
    <div className="flex h-full flex-col justify-center gap-5 p-4 sm:p-6">
      <Pane title={t('before')} side={before} />
      {after ? <Pane title={t('after')} side={after} /> : undefined}
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
