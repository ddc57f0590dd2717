import type { ConvertResult, EngineOutput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { baseName } from './paths.ts';
import { filesOf } from './streams.ts';
import type { FileTree, TreeFile } from './tree.ts';

/** One result a file: a person wants a handful. */
const MOST_ALONE = 200;

/**
 * For formats that hold one file and no folder: each file of the tree by itself, named after it where there are several.
 * Errors: `unsupported-feature` for none or too many.
 */
export async function packEachAlone(tree: FileTree, pack: (file: TreeFile) => Promise<Blob>): Promise<ConvertResult> {
  const [first, ...others] = filesOf(tree).files;
  if (!first || others.length >= MOST_ALONE)
    throw new ConversionError('unsupported-feature', `${others.length} files to pack singly`);
  const packed = async (file: TreeFile): Promise<EngineOutput> => ({
    content: await pack(file),
    ...(others.length > 0 ? { label: baseName(file.path) } : {}),
  });
  const outputs: [EngineOutput, ...EngineOutput[]] = [await packed(first)];
  for (const file of others) outputs.push(await packed(file));
  return { outputs, warnings: [] };
}

/** Of the file in a single compressed file: the name without its last ending, where the host knows one. */
export function innerName(packed: Blob): string {
  const name = packed instanceof File ? packed.name : '';
  return baseName(name.replace(/\.[^.]+$/, '').replaceAll('\\', '/')) || 'data';
}
