import type { JobResult } from '@bakkum/conversion/runner';
import { useEffect, useState } from 'react';
import type { ConversionCore } from '../conversion-core.ts';
import { editKey, editOf } from '../image-edit/edited-view.ts';
import type { FileItem } from '../list/conversion-state.ts';
import { keyOf } from '../trial/trial-results.ts';

/** What the file becomes with the current settings, tried while the user decides. */
export type Trial =
  /** Not tried: the kind of file, its size, or an engine that would have to be downloaded first. */
  | { readonly status: 'none' }
  /** `stale` is the result of earlier settings with the same edit. */
  | { readonly status: 'working'; readonly stale?: Blob }
  | { readonly status: 'made'; readonly file: Blob }
  | { readonly status: 'failed' };

/** Milliseconds without a change before a trial starts. */
const SETTLE_MS = 250;
/** Larger files would keep a small device busy for a preview. */
const MAX_BYTES = 40_000_000;
const MAX_PIXELS = 50_000_000;
/** Bytes of an engine that are worth downloading for a preview. */
const MAX_ENGINE_BYTES = 4_000_000;

type Made = { readonly key: string; readonly edit: string; readonly result: JobResult };

/** Tries images only: they are quick, and their size depends on their content. A change cancels the running trial. */
export function useTrial(item: FileItem, core: ConversionCore): Trial {
  const [made, setMade] = useState<Made>();
  const key = trialKey(item, core);
  const edit = editKey(editOf(item.options));
  useEffect(() => {
    const { format, target, way, options, file } = item;
    if (key === undefined || !format || target === undefined) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const job = { inputs: [file], from: format.id, to: target, way, options, signal: controller.signal } as const;
      void core.trial(job).then((result) => {
        if (!controller.signal.aborted) setMade({ key, edit, result });
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key covers the settings; one file has one core
  }, [key]);
  return trialOf(key, edit, made);
}

function trialOf(key: string | undefined, edit: string, made: Made | undefined): Trial {
  if (key === undefined) return { status: 'none' };
  const file = made?.result.ok ? made.result.files[0].blob : undefined;
  if (made?.key !== key) return { status: 'working', ...(file && made?.edit === edit && { stale: file }) };
  return file ? { status: 'made', file } : { status: 'failed' };
}

/** `undefined` if nothing is tried. */
function trialKey(item: FileItem, core: ConversionCore): string | undefined {
  const { id, format, target, way, options, state } = item;
  if (!format || target === undefined || state.status !== 'pending') return undefined;
  if (!isImage(format.id, core) || !isImage(target, core) || !isQuick(item)) return undefined;
  return `${id} ${keyOf({ from: format.id, to: target, way, options })}`;
}

function isImage(id: string, core: ConversionCore): boolean {
  return core.showing(id)?.kind === 'picture' && core.familyOf(id) !== 'document';
}

function isQuick({ facts, size, bytesToFetch = 0 }: FileItem): boolean {
  const pixels = (facts?.width ?? 0) * (facts?.height ?? 0);
  return size <= MAX_BYTES && pixels <= MAX_PIXELS && bytesToFetch <= MAX_ENGINE_BYTES;
}
