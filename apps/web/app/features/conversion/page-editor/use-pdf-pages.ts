import { openPdfPages, type PdfPages } from '@bakkum/registry/browser/pdf-pages.browser';
import { useEffect, useState } from 'react';
import { createPageImages, type PageImages } from './page-images.ts';
import { THUMBNAIL_SIZE } from './page-thumbnail.tsx';

export type OpenedPages = { readonly pageCount: number; readonly images: PageImages };

type Opened = { readonly file: Blob; readonly password: string; readonly pages: OpenedPages | 'unreadable' };

/** Milliseconds without typing before a password is tried. */
const TYPING_PAUSE_MS = 400;
/** Sharper images would take longer without looking better at this size. */
const MAX_PIXEL_RATIO = 2;

/** Opens a PDF for drawing while the component is shown; `undefined` until it is open. */
export function usePdfPages(file: Blob, password: string): OpenedPages | 'unreadable' | undefined {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const controller = new AbortController();
    let close = (): void => undefined;
    const open = async (): Promise<void> => {
      const pages = await openPdfPages(file, password, controller.signal);
      if (!pages) {
        if (!controller.signal.aborted) setOpened({ file, password, pages: 'unreadable' });
        return;
      }
      const images = createPageImages(pages, imageSize());
      close = () => closeBoth(pages, images);
      if (controller.signal.aborted) close();
      else setOpened({ file, password, pages: { pageCount: pages.pageCount, images } });
    };
    const timer = setTimeout(() => void open(), password === '' ? 0 : TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
      close();
    };
  }, [file, password]);
  return opened?.file === file && opened.password === password ? opened.pages : undefined;
}

function closeBoth(pages: PdfPages, images: PageImages): void {
  images.close();
  pages.close();
}

function imageSize(): number {
  return Math.round(THUMBNAIL_SIZE * Math.min(MAX_PIXEL_RATIO, devicePixelRatio));
}
