import type { FileItem } from '../list/conversion-state.ts';

/** Formats that the studio accepts (packages/studio/image-studio/files/image-file.ts). */
const EDITABLE: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'avif', 'gif']);

/** Returns the image a file became, if the studio can edit it. */
export function pictureToEdit({ state, target }: Pick<FileItem, 'state' | 'target'>): File | undefined {
  if (state.status !== 'completed' || state.files.length > 1 || !EDITABLE.has(target ?? '')) return undefined;
  const [{ blob, name }] = state.files;
  return new File([blob], name, { type: blob.type });
}
