import { useEffect, useState } from 'react';
import type { Side } from './showing.ts';

export type Shown = Blob | 'failed' | undefined;

/** What is shown of a side; undefined while it is made. */
export function useShown({ blob, make }: Side): Shown {
  const [made, setMade] = useState<{ readonly of: Blob; readonly shown: Blob | 'failed' }>();
  useEffect(() => {
    if (!make) return undefined;
    const controller = new AbortController();
    void make(controller.signal).then((shown) => {
      if (!controller.signal.aborted) setMade({ of: blob, shown: shown ?? 'failed' });
    });
    return () => controller.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the maker changes with every render, but not for a given blob
  }, [blob]);
  if (!make) return blob;
  return made?.of === blob ? made.shown : undefined;
}
