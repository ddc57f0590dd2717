import { useEffect, useState } from 'react';
import { offline } from '../../../state/network.ts';
import { useStore } from '../../../state/use-store.ts';
import type { ConversionCore } from '../conversion-core.ts';

/** Returns the targets that work without a connection; undefined while there is one, or until they are known. */
export function useStoredTargets(core: ConversionCore, from: string | undefined): ReadonlySet<string> | undefined {
  const isOffline = useStore(offline);
  const [stored, setStored] = useState<ReadonlySet<string>>();
  useEffect(() => {
    if (!isOffline || from === undefined) return undefined;
    let gone = false;
    void core.storedTargets(from).then((found) => {
      if (!gone) setStored(found);
    });
    return () => {
      gone = true;
    };
  }, [core, from, isOffline]);
  return isOffline ? stored : undefined;
}
