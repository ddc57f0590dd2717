import type { PdfPages } from '@bakkum/registry/browser/pdf-pages.browser';

/** Images of pages, drawn on request. */
export type PageImages = {
  /** Shows the page on the canvas once it is drawn, unless the signal aborts before. */
  show(canvas: HTMLCanvasElement, index: number, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** Longer side of a page in CSS pixels. */
export const THUMBNAIL_SIZE = 112;

/** Images kept for scrolling back. At 224 pixels and four bytes each, about 10 MB. */
const MAX_KEPT = 60;

type Request = { readonly index: number; readonly signal: AbortSignal; readonly settle: (image?: ImageBitmap) => void };

/**
 * Draws pages one at a time, the most recent request first, because that is where the user has scrolled to. Requests whose page has left
 * the screen are dropped.
 * @param size longer side of the images in pixels
 */
export function createPageImages(pages: PdfPages, size: number): PageImages {
  const kept = new Map<number, ImageBitmap>();
  const waiting: Request[] = [];
  let isDrawing = false;
  let isClosed = false;

  const keep = (index: number, image: ImageBitmap): void => {
    kept.set(index, image);
    const [oldest] = kept;
    if (kept.size <= MAX_KEPT || !oldest) return;
    kept.delete(oldest[0]);
    oldest[1].close();
  };

  const imageOf = async (index: number): Promise<ImageBitmap | undefined> => {
    const known = kept.get(index);
    if (known) return known;
    const drawn = await pages.draw(index, size);
    if (!drawn) return undefined;
    if (isClosed) {
      drawn.image.close();
      return undefined;
    }
    keep(index, drawn.image);
    return drawn.image;
  };

  const drawNext = async (): Promise<void> => {
    if (isDrawing) return;
    isDrawing = true;
    for (let request = waiting.pop(); request; request = waiting.pop())
      request.settle(request.signal.aborted ? undefined : await imageOf(request.index));
    isDrawing = false;
  };

  return {
    async show(canvas, index, signal) {
      const image =
        kept.get(index) ??
        (await new Promise<ImageBitmap | undefined>((settle) => {
          waiting.push({ index, signal, settle });
          void drawNext();
        }));
      if (!image || signal.aborted || isClosed) return;
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
    },
    close() {
      isClosed = true;
      for (const image of kept.values()) image.close();
      kept.clear();
    },
  };
}
