import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import { useEffect, useRef } from 'react';
import { studioStore } from '../studio-store.ts';

type DeletedNoticeProps = {
  /** The images of each deletion that can be undone, the last one at the end. */
  readonly deletions: readonly (readonly ImageView[])[];
  readonly onUndo: () => void;
  readonly className?: string;
};

/** The last deletion, until it is undone or dismissed; then the one before. Takes the focus if that was lost with the image. */
export function DeletedNotice({ deletions, onUndo, className = '' }: DeletedNoticeProps) {
  const t = useMessages('studio');
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (deletions.length > 0 && document.activeElement === document.body) undo.current?.focus({ preventScroll: true });
  }, [deletions]);
  const last = deletions.at(-1);
  if (!last) return undefined;
  const actions = (
    <span className="flex shrink-0 gap-2">
      <Button ref={undo} size="sm" onClick={onUndo}>
        {t('restore')}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => studioStore.forgetLastDeletion()}>
        {t('closeNotice')}
      </Button>
    </span>
  );
  return (
    <Notice tone="info" action={actions} className={className}>
      <p>{t('deleted', { count: last.length })}</p>
      {deletions.length > 1 ? (
        <p className="text-ink-soft text-sm">{t('deletedBefore', { count: deletions.length - 1 })}</p>
      ) : undefined}
    </Notice>
  );
}
