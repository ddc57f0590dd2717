import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import type { JobResult } from '@bakkum/conversion/runner';
import type { ConversionCore } from '../conversion-core.ts';
import { type FileItem, type FileState, isExtraction, type ResultFile } from '../list/conversion-state.ts';

/** Returns the state of a file after its conversion. A cancelled conversion can be started again. */
export function endState(
  core: ConversionCore,
  item: FileItem,
  target: string,
  result: JobResult,
  rename: (name: string) => string,
): FileState {
  if (!result.ok) return failedState(core, item, target, result.code);
  const named = ({ blob, label }: { readonly blob: Blob; readonly label?: string }): ResultFile => ({
    blob,
    name: rename(core.nameOf(item.name, target, label)),
    ...(item.folder !== undefined && { folder: item.folder }),
  });
  const [first, ...rest] = result.files;
  const files: readonly [ResultFile, ...ResultFile[]] = isExtraction({ target })
    ? core.namedContents(item, result.files)
    : [named(first), ...rest.map(named)];
  const size = files.reduce((sum, { blob }) => sum + blob.size, 0);
  return { status: 'completed', files, warnings: result.warnings, elapsedMs: result.elapsedMs, size };
}

function failedState(core: ConversionCore, { format, way }: FileItem, target: string, code: ConversionErrorCode): FileState {
  if (code === 'cancelled') return { status: 'pending' };
  const isLocked = code === 'encrypted' || code === 'wrong-password';
  const needsPassword = isLocked && format && core.optionsFor(format.id, target, way)['password']?.kind === 'text';
  return { status: 'error', code, ...(needsPassword && { needsPassword }) };
}
