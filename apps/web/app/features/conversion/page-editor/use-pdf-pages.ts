import { openPdfPages, type PdfPages } from '@bakkum/registry/browser/pdf-pages.browser';
import { useEffect, useState } from 'react';

/** Milliseconds without typing before a password is tried. */
const TYPING_PAUSE_MS = 400;

/** Opens a PDF for drawing while the component is shown; `undefined` until then, and if it cannot be read. */
export function usePdfPages(file: Blob, password: string): PdfPages | undefined {
  const [opened, setOpened] = useState<{
    readonly file: Blob;
    readonly password: string;
    readonly pages: PdfPages | undefined;
  }>();
  useEffect(() => {
    const controller = new AbortController();
    let pages: PdfPages | undefined;
    const open = async (): Promise<void> => {
      pages = await openPdfPages(file, password, controller.signal);
      if (controller.signal.aborted) pages?.close();
      else setOpened({ file, password, pages });
    };
    const timer = setTimeout(() => void open(), password === '' ? 0 : TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
      pages?.close();
    };
  }, [file, password]);
  return opened?.file === file && opened.password === password ? opened.pages : undefined;
}
