import path from 'node:path';
import type { FormatId } from '@bakkum/conversion/engine';
import { publicFormats } from '@bakkum/registry/catalogue';

/** Finds a format by its id or one of its extensions, as `--to` names it. */
export function formatNamed(name: string): FormatId | undefined {
  return publicFormats().find(({ id, extensions }) => id === name || extensions.includes(name))?.id;
}

/** Finds the format by the extension of a file. Prefers formats that use it as their main extension. */
export function formatOfName(file: string): FormatId | undefined {
  const extension = path.extname(file).slice(1).toLowerCase();
  const named = publicFormats().filter(({ extensions }) => extensions.includes(extension));
  return (named.find(({ extensions }) => extensions[0] === extension) ?? named[0])?.id;
}
