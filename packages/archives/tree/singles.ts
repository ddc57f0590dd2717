import type { ConvertResult, EngineOutput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { baseName } from './paths.ts';
import { filesOf } from './streams.ts';
import type { FileTree, TreeFile } from './tree.ts';

/** Maximum number of results, one per file. */
const MAX_SINGLE_FILES = 200;

/**
 * Packs each file of the tree separately, for formats that hold one file and no folder; with several files, each result is named
 * after its file. Errors: `unsupported-feature` for no files or too many.
 */
export async function packEachAlone(tree: FileTree, pack: (file: TreeFile) => Promise<Blob>): Promise<ConvertResult> {
  const [first, ...others] = filesOf(tree).files;
  if (!first || others.length >= MAX_SINGLE_FILES)
    throw new ConversionError('unsupported-feature', `${others.length} files to pack singly`);
  const packed = async (file: TreeFile): Promise<EngineOutput> => ({
    content: await pack(file),
    ...(others.length > 0 ? { label: baseName(file.path) } : {}),
  });
  const outputs: [EngineOutput, ...EngineOutput[]] = [await packed(first)];
  for (const file of others) outputs.push(await packed(file));
  return { outputs, warnings: [] };
}

/**
 * Name of the file inside a single compressed file: the archive's name without its last extension, if the host knows the name.
 */
export function innerName(packed: Blob): string {
  const name = packed instanceof File ? packed.name : '';
  return baseName(name.replace(/\.[^.]+$/, '').replaceAll('\\', '/')) || 'data';
}
