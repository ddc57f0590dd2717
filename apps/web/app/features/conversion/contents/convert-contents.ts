import { rememberArchiveBlob, rememberFolder } from '../add/dropped-files.ts';
import type { ResultFile } from '../list/conversion-state.ts';
import type { ConversionStore } from '../list/conversion-store.ts';

/** Replaces an archive in the list by its files, which can then be converted. */
export function convertContents(archive: number, files: readonly ResultFile[], store: Pick<ConversionStore, 'add'>): void {
  void store.add(files.map(asSource), { replaced: archive });
}

function asSource({ blob, name, folder }: ResultFile): File {
  const file = new File([blob], name);
  rememberArchiveBlob(file, blob);
  if (folder !== undefined) rememberFolder(file, folder);
  return file;
}
