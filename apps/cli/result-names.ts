import { uniqueNames } from '@bakkum/conversion/file-names';
import { outputName } from '@bakkum/conversion/output-name';
import type { JobFile } from '@bakkum/conversion/workers/worker-protocol';

export type NamedResult = { readonly blob: Blob; readonly name: string };

/**
 * Names the results of a conversion.
 * @param name name of a single result; several are distinguished by their labels, such as page numbers
 */
export function namedResults(files: readonly JobFile[], name: string, extension: string): readonly NamedResult[] {
  const unique = uniqueNames();
  return files.map(({ blob, label }, index) => ({
    blob,
    name: files.length > 1 ? unique(outputName(name, extension, label ?? String(index + 1))) : name,
  }));
}
