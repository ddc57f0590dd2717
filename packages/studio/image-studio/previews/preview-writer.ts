/** Stores the previews that a service sends while it draws. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Studio } from '../studio.ts';
import { notePreview, SlotLost, type Task } from '../task.ts';
import { preparePreview } from './preview-image.ts';

/** Limits of the previews of one attempt: those that are stored, those that arrive, and their bytes. */
const MAX_STORED = 200;
const MAX_RECEIVED = 5000;
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

export type PreviewWriter = {
  /** Takes a preview. Of those that arrive too fast, the newest is stored. */
  add(preview: Uint8Array): void;
  /** Drops what waits. Resolves when nothing is being stored. */
  close(): Promise<void>;
};

export function createPreviewWriter(studio: Studio, task: Task): PreviewWriter {
  const closed = new AbortController();
  let newest: Uint8Array | undefined;
  let writing: Promise<void> | undefined;
  let left = { stored: MAX_STORED, received: MAX_RECEIVED, bytes: MAX_TOTAL_BYTES };
  let isReported = false;
  const report = (detail: string): void => {
    if (!isReported) studio.onProblem({ event: 'image-preview', detail });
    isReported = true;
  };
  const writeAll = async (): Promise<void> => {
    while (newest && left.stored > 0 && !closed.signal.aborted) {
      const preview = newest;
      newest = undefined;
      left = { ...left, stored: left.stored - 1 };
      await write(studio, task, preview, report);
      await wait(studio.times.previewMs, undefined, { signal: closed.signal }).catch(() => undefined);
    }
    writing = undefined;
  };
  return {
    add(preview) {
      left = { ...left, received: left.received - 1, bytes: left.bytes - preview.byteLength };
      if (closed.signal.aborted || left.stored <= 0 || left.received < 0 || left.bytes < 0) return;
      newest = preview;
      writing ??= writeAll();
    },
    async close() {
      closed.abort();
      newest = undefined;
      await writing;
    },
  };
}

/** Never rejects: the finished image does not depend on its previews. */
async function write(studio: Studio, task: Task, preview: Uint8Array, report: (detail: string) => void): Promise<void> {
  try {
    const small = await preparePreview(preview);
    if (small) await notePreview(studio, task, small);
    else report('a preview cannot be decoded');
  } catch (error) {
    if (error instanceof SlotLost) return;
    report(error instanceof Error ? error.message : 'unknown');
  }
}
