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

/** All results as one zip, names made unique. */
export async function saveAllAsZip(files: readonly ResultFile[]): Promise<void> {
  const [{ downloadZip }, { withoutCollision }] = await Promise.all([
    import('client-zip'),
    import('@bakkum/conversion/output-name'),
  ]);
  const taken = new Set<string>();
  const entries = files.map(({ blob, name }) => {
    const unique = withoutCollision(name, taken);
    taken.add(unique);
    return { name: unique, input: blob };
  });
  saveFile({ blob: await downloadZip(entries).blob(), name: 'bakkum.zip' });
}
