/** The large view of one file: what it is, and what it becomes. */
import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import type { ConversionCore } from '../conversion-core.ts';
import type { FileItem } from '../list/conversion-state.ts';
import { Pane } from '../preview/pane.tsx';
import type { Showing, Side } from '../preview/showing.ts';
import { FileIcon } from '../preview/thumbnail.tsx';
import { PageStage } from './page-stage.tsx';
import { PictureStage } from './picture-stage.tsx';

type StageProps = {
  readonly item: FileItem;
  readonly core: ConversionCore;
  /** The result, or what it would be. */
  readonly after: Blob | undefined;
  readonly isStale: boolean;
};

/** Formats of which pages are drawn. */
const PAGED: ReadonlySet<string> = new Set(['pdf', 'xps', 'djvu']);
/** Bytes of an engine that are worth downloading to show the beginning of a document. */
const MAX_ENGINE_BYTES = 4_000_000;

export function Stage({ item, core, after, isStale }: StageProps): ReactNode {
  const { format, target, file, bytesToFetch = 0 } = item;
  const showing = format && core.showing(format.id);
  if (!format || !showing) return <Placeholder item={item} core={core} />;
  const before = sideOf(file, format.id, showing, core);
  if (PAGED.has(format.id)) return <PageStage item={item} core={core} />;
  const shownAfter = target === undefined ? undefined : core.showing(target);
  const result = after && target !== undefined && shownAfter ? sideOf(after, target, shownAfter, core) : undefined;
  if (showing.kind === 'picture')
    return <PictureStage before={before} after={result?.showing?.kind === 'picture' ? result : undefined} isStale={isStale} />;
  if (showing.by !== undefined && bytesToFetch > MAX_ENGINE_BYTES) return <Placeholder item={item} core={core} />;
  return <Panes before={before} after={result} />;
}

function sideOf(blob: Blob, id: string, showing: Showing, core: ConversionCore): Side {
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
