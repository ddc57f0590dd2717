import { useMessages } from '@bakkum/i18n/react';
import type { PdfPages } from '@bakkum/registry/browser/pdf-pages.browser';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Longer side of a page in pixels: sharp on the widest column of this page. */
const PAGE_PIXELS = 1800;
/** Distance from the window within which pages are drawn. Others are released: a drawn page takes 9 MB. */
const MARGIN = '800px';

/** Shows all pages of a document and draws those near the window. */
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
    let near: AbortController | undefined;
    const drawInto = async (signal: AbortSignal): Promise<void> => {
      const next = await draw(pages, index, canvas, signal);
      if (!signal.aborted) setState(next);
    };
    const leave = (): void => {
      near?.abort();
      near = undefined;
    };
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting === true;
        if (isNear === (near !== undefined)) return;
        if (isNear) {
          near = new AbortController();
          void drawInto(near.signal);
          return;
        }
        leave();
        release(canvas);
        setState('waiting');
      },
      { rootMargin: MARGIN },
    );
    observer.observe(canvas);
    return () => {
      leave();
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
        style={{ aspectRatio: 1 / Math.SQRT2 }}
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
  canvas.style.aspectRatio = `${drawn.image.width} / ${drawn.image.height}`;
  canvas.getContext('2d')?.drawImage(drawn.image, 0, 0);
  drawn.image.close();
  return 'drawn';
}

/** Frees the pixels of a page. It keeps its place, because its aspect ratio stays. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}
