import { useEffect, useState } from 'react';
import type { ConversionCore } from '../conversion-core.ts';
import type { FileItem } from './conversion-state.ts';

/** Larger files would keep a small device busy. */
const MAX_BYTES = 30_000_000;

/** Answers by file, so that a file is checked once, however often its row is shown. */
const known = new WeakMap<Blob, boolean>();
let last: Promise<unknown> = Promise.resolve();

/** Whether a file waiting to be converted is a scanned PDF; `false` until that is known. Files are checked one at a time. */
export function useIsScan({ file, format, state }: FileItem, core: ConversionCore): boolean {
  const [isScan, setIsScan] = useState(() => known.get(file) ?? false);
  const from = format?.id;
  const isAsked = from === 'pdf' && state.status === 'pending' && file.size <= MAX_BYTES;
  useEffect(() => {
    if (!isAsked) return undefined;
    const stop = new AbortController();
    const check = async (): Promise<void> => {
      if (stop.signal.aborted) return;
      const answer = known.get(file) ?? (await core.isScan(file, from, stop.signal));
      if (stop.signal.aborted) return;
      known.set(file, answer);
      setIsScan(answer);
    };
    last = last.then(check, check);
    return () => stop.abort();
  }, [isAsked, file, from, core]);
  return isScan;
}
