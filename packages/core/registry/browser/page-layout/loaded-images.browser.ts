import type { TimeSlices } from './time-slices.browser.ts';

/** An image in memory, with its size in pixels. */
export type LoadedImage = {
  readonly name: string;
  readonly address: string;
  readonly width: number;
  readonly height: number;
};

/** Pixels of one image, and of all images of a document: their decoded forms would not fit in memory. */
const MAX_PIXELS = 100_000_000;
const MAX_PIXELS_TOGETHER = 400_000_000;

/**
 * Loads the images of a document, so that their sizes are known before the browser decodes them. Damaged images and those with
 * too many pixels are left out. The caller frees the addresses. Rejects when the work was cancelled, and frees them then.
 */
export async function loadImages(images: Readonly<Record<string, Blob>>, slices: TimeSlices): Promise<readonly LoadedImage[]> {
  const loaded: LoadedImage[] = [];
  let pixels = 0;
  for (const [name, blob] of Object.entries(images)) {
    const address = URL.createObjectURL(blob);
    const size = await sizeOf(address);
    const own = (size?.width ?? 0) * (size?.height ?? 0);
    if (size && own > 0 && own <= MAX_PIXELS && pixels + own <= MAX_PIXELS_TOGETHER) {
      pixels += own;
      loaded.push({ name, address, ...size });
    } else URL.revokeObjectURL(address);
    try {
      await slices.next();
    } catch (cancelled) {
      for (const image of loaded) URL.revokeObjectURL(image.address);
      throw cancelled;
    }
  }
  return loaded;
}

/** In this document, because some browsers dispatch no events in a frame without scripts. */
function sizeOf(address: string): Promise<{ readonly width: number; readonly height: number } | undefined> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve({ width: image.naturalWidth, height: image.naturalHeight }));
    image.addEventListener('error', () => resolve(undefined));
    image.src = address;
  });
}
