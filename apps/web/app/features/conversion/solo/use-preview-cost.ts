import { useEffect, useState } from 'react';
import type { ConversionCore } from '../conversion-core.ts';

/** Largest engine, in bytes, that is downloaded just to show a file. */
const MAX_ENGINE_BYTES = 8_000_000;

export type PreviewCost = {
  /** Bytes to download before the file can be shown. */
  readonly bytes: number;
  readonly isSmall: boolean;
};

const NOTHING: PreviewCost = { bytes: 0, isSmall: true };

/**
 * Returns the download cost of showing a file; `undefined` until it is known.
 * @param by the format it is converted to for display; `undefined` if the browser displays it directly
 */
export function usePreviewCost(core: ConversionCore, from: string | undefined, by: string | undefined): PreviewCost | undefined {
  const [found, setFound] = useState<{ readonly from: string; readonly by: string; readonly bytes: number }>();
  useEffect(() => {
    if (from === undefined || by === undefined) return undefined;
    let gone = false;
    void core.foresee(from, by).then((bytes) => {
      if (!gone) setFound({ from, by, bytes });
    });
    return () => {
      gone = true;
    };
  }, [core, from, by]);
  if (by === undefined) return NOTHING;
  if (found?.from !== from || found?.by !== by) return undefined;
  return { bytes: found.bytes, isSmall: found.bytes <= MAX_ENGINE_BYTES };
}
