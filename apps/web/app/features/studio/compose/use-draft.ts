import { useCallback, useMemo, useState } from 'react';
import { useAlive } from '../../../forms/use-alive.ts';
import { type Draft, FIRST_DRAFT, loadDraft, saveDraft } from './draft.ts';

export type DraftControl = {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
};

/** Returns the order being prepared, stored on this device; the server renders the defaults. */
export function useDraft(): DraftControl {
  const alive = useAlive();
  const kept = useMemo(() => (alive ? loadDraft() : FIRST_DRAFT), [alive]);
  const [changed, setChanged] = useState<Draft>();
  // The first change may happen before `alive`, with text typed before hydration, so it reads the stored draft too.
  const change = useCallback(
    (part: Partial<Draft>) =>
      setChanged((current = loadDraft()) => {
        const next = { ...current, ...part };
        saveDraft(next);
        return next;
      }),
    [],
  );
  const draft = changed ?? kept;
  return useMemo(() => ({ draft, change }), [draft, change]);
}
