import { buildTree } from '@bakkum/archive-tree/tree';
import type { ConvertResult } from '@bakkum/conversion/engine';
import { listTar } from './list.ts';

/** A tar as a folder of files, which are parts of it. @param packedBytes what it was unpacked from, or its own size. */
export async function readTar(tar: Blob, packedBytes: number, signal: AbortSignal): Promise<ConvertResult> {
  const { entries, cut } = await listTar(tar, signal);
  const { tree, warnings } = buildTree(entries, packedBytes);
  return { outputs: [{ content: tree }], warnings: [...(cut ? [{ code: 'damaged-source' as const }] : []), ...warnings] };
}
