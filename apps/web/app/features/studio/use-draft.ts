import { useCallback, useMemo, useState } from 'react';
import { useAlive } from '../../forms/use-alive.ts';
import { type Draft, FIRST_DRAFT, loadDraft, saveDraft } from './draft.ts';

export type DraftControl = {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
};

/** What is about to be ordered, as this device kept it: what the server sent knows nothing of that. */
export function useDraft(): DraftControl {
  const alive = useAlive();
  const kept = useMemo(() => (alive ? loadDraft() : FIRST_DRAFT), [alive]);
  const [changed, setChanged] = useState<Draft>();
  // The first change may come before this is alive, of what was typed before the scripts were there: what the device kept is read here too.
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
