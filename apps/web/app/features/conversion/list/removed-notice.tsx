import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { RotateCcw } from '@bakkum/ui/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ConversionState } from './conversion-state.ts';
import type { ConversionStore } from './conversion-store.ts';
import { shortName } from './short-name.ts';

type RemovedNoticeProps = {
  readonly store: ConversionStore;
  readonly removed: ConversionState['removed'];
  /** Takes over the focus from the button that removed the last file. */
  readonly takesFocus?: boolean;
};

/** Offers to restore removed files, at least one. */
export function RemovedNotice({ store, removed, takesFocus = false }: RemovedNoticeProps): ReactNode {
  const t = useMessages('workbench');
  const undo = useRef<HTMLButtonElement>(null);
  const [first, ...rest] = removed;
  useEffect(() => {
    if (takesFocus) undo.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  if (!first) return undefined;
  return (
    <div className="flex basis-full items-center gap-3 rounded-md bg-sunken py-1.5 pr-1.5 pl-4 max-sm:pl-3 max-sm:text-sm">
      <output className="min-w-0 grow wrap-anywhere" title={rest.length === 0 ? first.item.name : undefined}>
        {rest.length === 0 ? t('removedFile', { name: shortName(first.item.name) }) : t('cleared', { count: removed.length })}
      </output>
      <Button ref={undo} size="sm" icon={<RotateCcw aria-hidden size={16} />} onClick={() => store.undoRemoval()}>
        {t('undo')}
      </Button>
    </div>
  );
}
