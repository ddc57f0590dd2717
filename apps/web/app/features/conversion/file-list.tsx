/** The list in place of the empty drop zone. Loaded with the first file: React Aria comes with it. */

import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { type ReactNode, useEffect, useState } from 'react';
import type { ConversionCore } from './conversion-core.ts';
import { type FileItem, isBusy, readyItems } from './conversion-state.ts';
import type { ConversionStore } from './conversion-store.ts';
import { FileRow } from './file-row.tsx';
import { FormatPicker } from './format-picker.tsx';
import { saveAllAsZip } from './save-file.ts';

type FileListProps = { readonly store: ConversionStore; readonly items: readonly FileItem[] };

export function FileList({ store, items }: FileListProps): ReactNode {
  const core = useCore(store);
  const t = useMessages('conversion');
  const locale = useLocale();
  const size = formatBytes(
    locale,
    items.reduce((sum, item) => sum + item.size, 0),
  );
  if (!core) return <div className="min-h-40 rounded-lg border border-line bg-surface" />;
  return (
    <section aria-label={t('listLabel')} className="space-y-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="text-ink-soft text-sm tabular">
          {t('listSummary', { files: t('fileCount', { count: items.length }), size })}
        </p>
        {items.length > 1 ? <AllTo store={store} core={core} items={items} /> : undefined}
      </div>
      <ul className="space-y-3">
        {items.map((item) => (
          <FileRow key={item.id} item={item} core={core} store={store} />
        ))}
      </ul>
      <ListActions store={store} items={items} />
    </section>
  );
}

function useCore(store: ConversionStore): ConversionCore | undefined {
  const [core, setCore] = useState<ConversionCore>();
  useEffect(() => {
    // A failed load is told by the panel, which asked for it first.
    store.core().then(setCore, () => undefined);
  }, [store]);
  return core;
}

function AllTo({ store, core, items }: FileListProps & { readonly core: ConversionCore }): ReactNode {
  const t = useMessages('conversion');
  const first = items.find((item) => item.format && item.state.status !== 'unsupported')?.format;
  if (!first) return undefined;
  const fits = (item: FileItem, to: string): boolean =>
    item.format !== undefined && core.targets(item.format.id).some(({ format }) => format.id === to);
  return (
    <FormatPicker
      label={t('allTo')}
      targets={core.targets(first.id)}
      value={null}
      onChange={(to) => store.chooseForAll(to, (item) => fits(item, to))}
    />
  );
}

function ListActions({ store, items }: FileListProps): ReactNode {
  const t = useMessages('conversion');
  const ready = readyItems(items).length;
  const busy = items.some(isBusy);
  const files = items.flatMap(({ state }) => (state.status === 'completed' ? state.files : []));
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-3 border-line border-t bg-paper py-3">
      <Button variant="quiet" onClick={() => store.clear()}>
        {t('clearAll')}
      </Button>
      {files.length > 1 ? (
        <Button variant={ready > 0 ? 'secondary' : 'primary'} onClick={() => void saveAllAsZip(files)}>
          {t('downloadAll')}
        </Button>
      ) : undefined}
      {busy ? (
        <Button variant="secondary" onClick={() => store.cancelAll()}>
          {t('cancelAll')}
        </Button>
      ) : undefined}
      {ready > 0 && !busy ? (
        <Button variant="primary" size="lg" onClick={() => void store.convertAll()}>
          {t('convertAll')}
        </Button>
      ) : undefined}
    </div>
  );
}
