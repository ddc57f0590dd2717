import type { ConversionCore } from '../conversion-core.ts';
import type { Side } from './showing.ts';

/** Returns one side of a preview; `undefined` for a format that no browser shows. */
export function sideOf(blob: Blob, id: string, core: ConversionCore): Side | undefined {
  const showing = core.showing(id);
  if (!showing) return undefined;
  return {
    blob,
    format: core.formatName(id),
    showing,
    ...(showing.by !== undefined && { make: (signal: AbortSignal) => core.preview(blob, id, signal) }),
  };
}
