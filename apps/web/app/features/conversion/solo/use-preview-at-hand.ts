import { useEffect, useState } from 'react';
import type { ConversionCore } from '../conversion-core.ts';

/** Bytes of an engine that are worth downloading to show a file. */
const MAX_ENGINE_BYTES = 8_000_000;

/**
 * Returns whether a file can be shown without a large download; `undefined` until that is known.
 * @param by the format it is converted to for display; `undefined` if the browser displays it directly
 */
export function usePreviewAtHand(core: ConversionCore, from: string | undefined, by: string | undefined): boolean | undefined {
  const [bytes, setBytes] = useState<number>();
  useEffect(() => {
    if (from === undefined || by === undefined) return undefined;
    let gone = false;
    void core.foresee(from, by).then((found) => {
      if (!gone) setBytes(found);
    });
    return () => {
      gone = true;
    };
  }, [core, from, by]);
  if (by === undefined) return true;
  return bytes === undefined ? undefined : bytes <= MAX_ENGINE_BYTES;
}
