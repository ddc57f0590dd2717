import path from 'node:path';
import type { FormatId } from '@bakkum/conversion/engine';
import { formatNamed } from '@bakkum/registry/catalogue';

/** Finds the format that the extension of a file names. */
export function formatOfName(file: string): FormatId | undefined {
  const extension = path.extname(file);
  return extension === '' ? undefined : formatNamed(extension);
}
