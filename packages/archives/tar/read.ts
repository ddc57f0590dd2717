import { buildTree } from '@bakkum/archive-tree/tree';
import type { ConvertResult } from '@bakkum/conversion/engine';
import { listTar } from './list.ts';

/**
 * Reads a tar as a file tree whose contents are slices of the tar. @param packedBytes size of the compressed source, or of the
 * tar itself
 */
export async function readTar(tar: Blob, packedBytes: number, signal: AbortSignal): Promise<ConvertResult> {
  const { entries, cut } = await listTar(tar, signal);
  const { tree, warnings } = buildTree(entries, packedBytes);
  return { outputs: [{ content: tree }], warnings: [...(cut ? [{ code: 'damaged-source' as const }] : []), ...warnings] };
}
