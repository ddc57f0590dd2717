import { useMessages } from '@bakkum/i18n/react';
import type { PdfPages } from '@bakkum/registry/browser/pdf-pages.browser';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Longer side of a page in pixels: sharp on the widest column of this page. */
const PAGE_PIXELS = 1800;
/** Pages are drawn when they are less than this below or above the window. */
const MARGIN = '800px';

/** All pages of a document, drawn when they come near the window. */
export function DocumentPages({ pages }: { readonly pages: PdfPages }): ReactNode {
  const t = useMessages('extension');
  return (
    <section className="space-y-4" data-pages={pages.pageCount}>
      <p className="text-ink-faint text-sm" aria-live="polite">
        {t('opened', { count: pages.pageCount })}
      </p>
      {Array.from({ length: pages.pageCount }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pages never change places
        <DocumentPage key={index} pages={pages} index={index} />
      ))}
    </section>
  );
}

type DocumentPageProps = { readonly pages: PdfPages; readonly index: number };

function DocumentPage({ pages, index }: DocumentPageProps): ReactNode {
  const t = useMessages('extension');
  const place = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting');
  useEffect(() => {
    const canvas = place.current;
    if (!canvas) return undefined;
    const controller = new AbortController();
    const drawInto = async (target: HTMLCanvasElement): Promise<void> => {
      const next = await draw(pages, index, target, controller.signal);
      if (!controller.signal.aborted) setState(next);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void drawInto(canvas);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(canvas);
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [pages, index]);
  const label = t('page', { number: index + 1, count: pages.pageCount });
  return (
    <figure>
      <canvas
        ref={place}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- pages are drawn
        role="img"
        aria-label={label}
        data-page={state}
        // The shape of an A4 page until its own is known.
        width={PAGE_PIXELS / Math.SQRT2}
        height={PAGE_PIXELS}
        className="h-auto w-full border border-line bg-surface"
      />
      <figcaption className="mt-1 text-center text-ink-faint text-sm">{state === 'failed' ? t('pageFailed') : label}</figcaption>
    </figure>
  );
}

async function draw(
  pages: PdfPages,
  index: number,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<'waiting' | 'drawn' | 'failed'> {
  const drawn = await pages.draw(index, PAGE_PIXELS);
  if (!drawn) return 'failed';
  if (signal.aborted) {
    drawn.image.close();
    return 'waiting';
  }
  canvas.width = drawn.image.width;
  canvas.height = drawn.image.height;
  canvas.getContext('2d')?.drawImage(drawn.image, 0, 0);
  drawn.image.close();
  return 'drawn';
}
