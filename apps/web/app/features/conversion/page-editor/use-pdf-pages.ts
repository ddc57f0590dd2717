import { type FormField, openPdfPages, type PdfPages } from '@bakkum/registry/browser/pdf-pages.browser';
import { useEffect, useState } from 'react';
import type { Size } from '../preview/view-frame.ts';
import { createPageImages, type PageImages, THUMBNAIL_SIZE } from './page-images.ts';

export type OpenedPages = {
  readonly pageCount: number;
  readonly images: PageImages;
  /**
   * Shows a page on the canvas, rotated clockwise, with its longer side of 1600 pixels. Returns its size in points as displayed;
   * `undefined` if it cannot be drawn.
   */
  showLarge(canvas: HTMLCanvasElement, index: number, turn: number, signal: AbortSignal): Promise<Size | undefined>;
  /** Returns the form fields of a page that is not rotated by the editor. */
  fields(index: number): Promise<readonly FormField[]>;
};

const LARGE_PIXELS = 1600;

type Opened = { readonly files: readonly Blob[]; readonly password: string; readonly pages: OpenedPages | 'unreadable' };

/** Milliseconds without typing before a password is tried. */
const TYPING_PAUSE_MS = 400;
/** Sharper images would take longer without looking better at this size. */
const MAX_PIXEL_RATIO = 2;

/** Opens PDF files for drawing while the component is shown; `undefined` until all are open. */
export function usePdfPages(files: readonly Blob[], password: string): OpenedPages | 'unreadable' | undefined {
  const [opened, setOpened] = useState<Opened>();
  const [wanted, setWanted] = useState(files);
  if (files.length !== wanted.length || files.some((file, at) => file !== wanted[at])) setWanted(files);
  useEffect(() => {
    const controller = new AbortController();
    let close = (): void => undefined;
    const open = async (): Promise<void> => {
      const pages = await openPdfPages(wanted, password, controller.signal);
      if (!pages) {
        if (!controller.signal.aborted) setOpened({ files: wanted, password, pages: 'unreadable' });
        return;
      }
      const images = createPageImages(pages, imageSize());
      close = () => closeBoth(pages, images);
      if (controller.signal.aborted) close();
      else setOpened({ files: wanted, password, pages: openedPages(pages, images) });
    };
    const timer = setTimeout(() => void open(), password === '' ? 0 : TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
      close();
    };
  }, [wanted, password]);
  return opened?.files === wanted && opened.password === password ? opened.pages : undefined;
}

function openedPages(pages: PdfPages, images: PageImages): OpenedPages {
  return {
    pageCount: pages.pageCount,
    images,
    fields: (index) => pages.fields(index),
    async showLarge(canvas, index, turn, signal) {
      const drawn = await pages.draw(index, LARGE_PIXELS);
      if (!drawn) return undefined;
      if (!signal.aborted) drawTurned(canvas, drawn.image, turn);
      drawn.image.close();
      return turn % 180 === 0 ? drawn.size : { width: drawn.size.height, height: drawn.size.width };
    },
  };
}

function drawTurned(canvas: HTMLCanvasElement, image: ImageBitmap, turn: number): void {
  const isUpright = turn % 180 === 0;
  canvas.width = isUpright ? image.width : image.height;
  canvas.height = isUpright ? image.height : image.width;
  const context = canvas.getContext('2d');
  context?.translate(canvas.width / 2, canvas.height / 2);
  context?.rotate((turn * Math.PI) / 180);
  context?.drawImage(image, -image.width / 2, -image.height / 2);
}

function closeBoth(pages: PdfPages, images: PageImages): void {
  images.close();
  pages.close();
}

function imageSize(): number {
  return Math.round(THUMBNAIL_SIZE * Math.min(MAX_PIXEL_RATIO, devicePixelRatio));
}
