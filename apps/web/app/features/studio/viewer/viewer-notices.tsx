import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useFocusKept } from '../../../state/use-focus-kept.ts';
import { DeletedNotice } from '../gallery/deleted-notice.tsx';
import type { StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';

type ViewerNoticesProps = {
  readonly deletions: StudioState['deletions'];
  readonly failure: StudioState['failure'];
  readonly hasDownloadFailed: boolean;
  readonly onUndo: () => void;
};

/** Errors, and deletions that can be undone. Stays in view while the dialog scrolls. */
export function ViewerNotices({ deletions, failure, hasDownloadFailed, onUndo }: ViewerNoticesProps) {
  const t = useMessages('studio');
  const focusKept = useFocusKept<HTMLDivElement>(`${deletions.length} ${failure?.code ?? ''}`);
  const close = (
    <Button size="sm" onClick={() => studioStore.closeFailure()}>
      {t('closeNotice')}
    </Button>
  );
  return (
    <div {...focusKept} tabIndex={-1} className="sticky bottom-0 z-10 mt-3 grid gap-2 outline-none empty:mt-0">
      {hasDownloadFailed ? <Notice tone="danger">{t('downloadFailed')}</Notice> : undefined}
      <FailureNotice failure={failure} action={close} />
      <DeletedNotice deletions={deletions} onUndo={onUndo} />
    </div>
  );
}
