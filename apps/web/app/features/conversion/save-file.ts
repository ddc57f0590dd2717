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

/** Whether a zip compresses what is in it: nothing, what is not compressed already, or everything. */
export type ZipCompression = 'none' | 'balanced' | 'maximum';

/** Endings of files that hardly become smaller. */
const TIGHT =
  /\.(jpe?g|png|webp|avif|gif|apng|heic|jxl|mp[34]|m4[abr]|webm|mkv|mov|ogg|opus|aac|flac|wm[av]|zip|7z|t?gz|t?xz|t?bz2|docx|xlsx|pptx|hwpx|od[tsp]|epub|woff2?)$/i;

/** All results as one zip, in the folders they came from, names made unique. */
export async function saveAllAsZip(files: readonly ResultFile[], compression: ZipCompression = 'none'): Promise<void> {
  if (compression !== 'none' && (await saveDeflated(files, compression))) return;
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

/** Answers false where there is too much for it. */
async function saveDeflated(files: readonly ResultFile[], compression: ZipCompression): Promise<boolean> {
  const [{ deflatedZip, MOST_ZIP_BYTES }, entries] = await Promise.all([import('./deflated-zip.ts'), withPaths(files)]);
  const bytes = entries.reduce((sum, { blob }) => sum + blob.size, 0);
  if (bytes > MOST_ZIP_BYTES / 2) return false; // room for what deflating adds and for the directory
  const zip = deflatedZip(
    entries.map((entry) => ({ ...entry, deflate: compression === 'maximum' || !TIGHT.test(entry.path) })),
    new Date(),
  );
  saveFile({ blob: await new Response(zip).blob(), name: 'bakkum.zip' });
  return true;
}
