import { type counted, pour } from '@bakkum/archive-tree/streams';
import type { TreeFile } from '@bakkum/archive-tree/tree';
import type { OutputFile } from '@bakkum/conversion/output-file';

/** The archive being written. */
export type Target = {
  readonly file: OutputFile;
  readonly through: ReturnType<typeof counted>;
  readonly signal: AbortSignal;
};

export function append({ file }: Target, bytes: Uint8Array): void {
  file.write(bytes, file.size);
}

export const appendFile = (target: Target, entry: TreeFile): Promise<void> =>
  pour(entry.open().pipeThrough(target.through()), target.file, target.signal);

/** Pads to a multiple of `step` bytes. */
export function align(target: Target, step: number, filler: number): void {
  const missing = (step - (target.file.size % step)) % step;
  append(target, new Uint8Array(missing).fill(filler));
}
