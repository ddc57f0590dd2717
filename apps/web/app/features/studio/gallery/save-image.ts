import type { ImageView } from '@bakkum/api-contract/images/images';
import type { ZipMember } from '@bakkum/archive-zip/zip-stream';
import { downloadName } from '@bakkum/studio-options/file-name';
import type { DownloadFormat } from '@bakkum/studio-options/limits';
import { tellVisit } from '../../../document/tell-visit.ts';

export type Wanted = { readonly format: DownloadFormat | 'svg'; readonly recipe: boolean };

/** Milliseconds a download may need its URL. */
const ADDRESS_LIFETIME_MS = 60_000;

function downloadPath(id: string, { format, recipe }: Wanted): string {
  return `/api/images/${encodeURIComponent(id)}/download?format=${format}&recipe=${recipe}`;
}

/** Returns the image as a file, named as specified. Rejects if it cannot be loaded. */
export async function fetchImage(image: ImageView, wanted: Wanted, signal?: AbortSignal): Promise<File> {
  const response = await fetch(downloadPath(image.id, wanted), { ...(signal && { signal }) });
  if (!response.ok) throw new Error(`download answered ${response.status}`);
  const blob = await response.blob();
  return new File([blob], downloadName(image, wanted.format), { type: blob.type });
}

/** Downloads an image through the browser, or else opens it in a new tab. Returns false if neither worked. */
export async function saveImage(image: ImageView, wanted: Wanted): Promise<boolean> {
  try {
    saveBlob(await fetchImage(image, wanted));
    tellVisit({ event: 'ai_image_download', value: 1 });
    return true;
  } catch {
    return window.open(image.url, '_blank') !== null;
  }
}

function saveBlob(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_LIFETIME_MS);
}

/** Downloads many images as one zip, fetched one after another. `onDone` is called with their number. */
export async function saveZip(images: readonly ImageView[], wanted: Wanted, onDone: (count: number) => void): Promise<void> {
  const { zipStream } = await import('@bakkum/archive-zip/zip-stream');
  const blob = await new Response(zipStream(filesOf(images, wanted, onDone))).blob();
  saveBlob(new File([blob], 'ai-images.zip', { type: 'application/zip' }));
  tellVisit({ event: 'ai_image_download', value: images.length });
}

async function* filesOf(
  images: readonly ImageView[],
  wanted: Wanted,
  onDone: (count: number) => void,
): AsyncGenerator<ZipMember, void, void> {
  for (const [index, image] of images.entries()) {
    const file = await fetchImage(image, wanted);
    yield { path: file.name, blob: file, deflate: false, modifiedAt: new Date(image.madeAt) };
    onDone(index + 1);
  }
}
