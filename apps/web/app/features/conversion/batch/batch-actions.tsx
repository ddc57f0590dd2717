import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { useScreen } from '../converter-screen.ts';
import { type FileItem, isBusy, type ResultFile } from '../list/conversion-state.ts';
import type { ConversionStore } from '../list/conversion-store.ts';
import { canSaveToFolder, saveToFolder } from '../save/save-to-folder.ts';

type BatchActionsProps = {
  readonly store: ConversionStore;
  readonly items: readonly FileItem[];
  readonly files: readonly ResultFile[];
  readonly paused: boolean;
};

/** Actions for a running batch, and for all of its results. */
export function BatchActions({ store, items, files, paused }: BatchActionsProps): ReactNode {
  const t = useMessages('conversion');
  const { parallel } = useScreen();
  const failed = items.filter(({ state }) => state.status === 'error').length;
  const busy = items.some(isBusy);
  return (
    <>
      {files.length > 0 && canSaveToFolder() ? <FolderButton files={files} /> : undefined}
      {failed > 0 && !busy ? (
        <Button onClick={() => void store.retryFailed(parallel)}>{t('retryFailed', { count: failed })}</Button>
      ) : undefined}
      {paused ? <Button onClick={() => void store.resume(parallel)}>{t('resume')}</Button> : undefined}
      {busy && !paused ? <Button onClick={() => store.pause()}>{t('pause')}</Button> : undefined}
    </>
  );
}

type Saving = { readonly status: 'no' | 'going' | 'failed' } | { readonly status: 'done'; readonly count: number };

function FolderButton({ files }: { readonly files: readonly ResultFile[] }): ReactNode {
  const t = useMessages('conversion');
  const [saving, setSaving] = useState<Saving>({ status: 'no' });
  const save = async (): Promise<void> => {
    setSaving({ status: 'going' });
    try {
      const count = await saveToFolder(files);
      setSaving(count === undefined ? { status: 'no' } : { status: 'done', count });
    } catch (refusal) {
      if (!(refusal instanceof DOMException)) throw refusal;
      setSaving({ status: 'failed' });
    }
  };
  return (
    <>
      {saving.status === 'failed' ? (
        <Notice tone="danger" className="basis-full">
          {t('saveFailed')}
        </Notice>
      ) : undefined}
      {saving.status === 'done' ? (
        <output className="text-ink-soft text-sm">{t('savedToFolder', { count: saving.count })}</output>
      ) : undefined}
      <Button disabled={saving.status === 'going'} onClick={() => void save()}>
        {t('saveToFolder')}
      </Button>
    </>
  );
}
