import type { ResultFile } from './conversion-state.ts';

/** How long a download may need its address; a click starts the transfer from memory at once. */
const ADDRESS_LIFETIME_MS = 60_000;

/** Hands a result to the browser's downloads. The address is made for the click and taken back. */
export function saveFile({ blob, name }: ResultFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_LIFETIME_MS);
}

/** All results as one zip, in the folders they came from, names made unique. */
export async function saveAllAsZip(files: readonly ResultFile[]): Promise<void> {
  const [{ downloadZip }, entries] = await Promise.all([import('client-zip'), withPaths(files)]);
  const zipped = downloadZip(entries.map(({ path, blob }) => ({ name: path, input: blob })));
  saveFile({ blob: await zipped.blob(), name: 'bakkum.zip' });
}

/** Each result with a path no other has. */
export async function withPaths(
  files: readonly ResultFile[],
): Promise<readonly { readonly path: string; readonly blob: Blob }[]> {
  const { withoutCollision } = await import('@bakkum/conversion/output-name');
  const taken = new Set<string>();
  return files.map(({ blob, name, folder }) => {
    const path = withoutCollision(folder ? `${folder}/${name}` : name, taken);
    taken.add(path);
    return { path, blob };
  });
}
