/** Two pages next to each other, drawn while they are near the viewport. */
import { type Change, type PagePair as Pair, SIDES, type Side } from '@bakkum/conversion/document-comparison';
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OpenedPages } from '../page-editor/use-pdf-pages.ts';
import type { Size } from '../preview/view-frame.ts';
import { markKind, markStyle } from './change-look.ts';
import type { Sides } from './comparison-run.ts';
import { type DrawnPage, overlay } from './pixel-overlay.ts';

export type View = 'both' | Side | 'pixels';

/** A change with its number in the list, from 0. */
export type Numbered = { readonly at: number; readonly change: Change };

type PagePairProps = {
  readonly row: number;
  readonly pair: Pair;
  readonly view: View;
  readonly pages: Sides<OpenedPages | undefined>;
  /** In points. */
  readonly sizes: Sides<Size | undefined>;
  /** The changes on these pages. */
  readonly changes: readonly Numbered[];
  readonly selected: number | undefined;
  readonly onSelect: (at: number) => void;
};

export function PagePair(props: PagePairProps): ReactNode {
  const { row, pair, view, pages, sizes, ...marks } = props;
  const [place, isNear] = useNear();
  const shown = SIDES.filter((side) => view === 'both' || view === side);
  return (
    <div ref={place} data-row={row} className={classNames('grid items-start gap-3', view === 'both' && 'grid-cols-2')}>
      {view === 'pixels' ? (
        <Overlay pair={pair} pages={pages} sizes={sizes} isNear={isNear} />
      ) : (
        shown.map((side) => (
          <Page
            key={side}
            side={side}
            number={pair[side]}
            pages={pages[side === 'before' ? 0 : 1]}
            size={sizes[side === 'before' ? 0 : 1]}
            isNear={isNear}
            {...marks}
          />
        ))
      )}
    </div>
  );
}

/** Distance from the viewport at which pages are drawn, and beyond which their pixels are freed. */
const MARGIN = '600px 0px';

/** Whether an element is near the viewport now. */
function useNear() {
  const [isNear, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: MARGIN,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, isNear] as const;
}

/** Maximum marks on a page, so that a page with a change at every word stays responsive. The list has all changes. */
const MAX_MARKS = 2000;

/** Returns the places to mark on a page, with those of the selected change first. */
function marksOn(changes: readonly Numbered[], side: Side, number: number, selected: number | undefined) {
  const own = changes.filter(({ at }) => at === selected);
  return [...own, ...changes.filter(({ at }) => at !== selected)]
    .flatMap(({ at, change }) =>
      (change[side]?.areas ?? []).filter(({ page }) => page === number).map((area) => ({ at, area, kind: change.kind })),
    )
    .slice(0, MAX_MARKS);
}

type PageProps = Pick<PagePairProps, 'changes' | 'selected' | 'onSelect'> & {
  readonly side: Side;
  readonly number: number | undefined;
  readonly pages: OpenedPages | undefined;
  readonly size: Size | undefined;
  readonly isNear: boolean;
};

function Page({ side, number, pages, size, isNear, changes, selected, onSelect }: PageProps): ReactNode {
  const t = useMessages('comparison');
  if (number === undefined || !size)
    return (
      <p className="grid min-h-24 place-items-center rounded-sm border border-line border-dashed p-3 text-center text-ink-soft text-sm">
        {t('noCounterpart')}
      </p>
    );
  return (
    <figure>
      <figcaption className="pb-1 text-ink-soft text-xs tabular">
        {t(side === 'before' ? 'pageBefore' : 'pageAfter', { number })}
      </figcaption>
      <div data-side={side} style={{ aspectRatio: size.width / size.height }} className="relative bg-[white] shadow-raised">
        {isNear && pages ? <PageCanvas pages={pages} index={number - 1} /> : undefined}
        {isNear
          ? marksOn(changes, side, number, selected).map(({ at, area, kind }) => (
              // The list has a button for each change.
              // oxlint-disable-next-line click-events-have-key-events, no-static-element-interactions
              <span
                key={`${at} ${area.x} ${area.y}`}
                aria-hidden
                onClick={() => onSelect(at)}
                style={{
                  left: `${(100 * area.x) / size.width}%`,
                  top: `${(100 * area.y) / size.height}%`,
                  width: `${(100 * area.width) / size.width}%`,
                  height: `${(100 * area.height) / size.height}%`,
                  ...markStyle(markKind(kind, side), selected === at),
                }}
                className="absolute cursor-pointer"
              />
            ))
          : undefined}
      </div>
    </figure>
  );
}

function PageCanvas({ pages, index }: { readonly pages: OpenedPages; readonly index: number }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const controller = new AbortController();
    if (canvas.current) void pages.showLarge(canvas.current, index, 0, controller.signal);
    return () => controller.abort();
  }, [pages, index]);
  return <canvas ref={canvas} width={0} height={0} className="absolute inset-0 size-full" />;
}

type OverlayProps = Pick<PagePairProps, 'pair' | 'pages' | 'sizes'> & { readonly isNear: boolean };

/** Both pages in one image. */
function Overlay({ pair, pages, sizes, isNear }: OverlayProps): ReactNode {
  const t = useMessages('comparison');
  const canvas = useRef<HTMLCanvasElement>(null);
  const { before, after, differingPixels } = pair;
  useEffect(() => {
    const controller = new AbortController();
    const draw = async (): Promise<void> => {
      const [one, other] = await Promise.all([
        drawnPage(pages[0], before, controller.signal),
        drawnPage(pages[1], after, controller.signal),
      ]);
      if (canvas.current && !controller.signal.aborted && (one ?? other)) overlay(canvas.current, one, other);
    };
    if (isNear) void draw();
    return () => controller.abort();
  }, [pages, before, after, isNear]);
  const known = sizes.flatMap((size) => size ?? []);
  const width = Math.max(...known.map((size) => size.width));
  const height = Math.max(...known.map((size) => size.height));
  const numbers = [before, after].map((number) => (number === undefined ? '–' : String(number))).join(' → ');
  return (
    <figure>
      <figcaption className="pb-1 text-ink-soft text-xs tabular">
        {differingPixels === undefined
          ? t('pixelsAlone', { pages: numbers })
          : t('pixelsOf', { pages: numbers, share: percent(differingPixels) })}
      </figcaption>
      <div style={{ aspectRatio: width / height }} className="relative bg-[white] shadow-raised">
        {isNear ? <canvas ref={canvas} width={0} height={0} className="absolute inset-0 size-full" /> : undefined}
      </div>
    </figure>
  );
}

async function drawnPage(
  pages: OpenedPages | undefined,
  number: number | undefined,
  signal: AbortSignal,
): Promise<DrawnPage | undefined> {
  if (!pages || number === undefined) return undefined;
  const canvas = document.createElement('canvas');
  const size = await pages.showLarge(canvas, number - 1, 0, signal);
  return size && !signal.aborted ? { canvas, size } : undefined;
}

/** Formats a share as percent, and never as 0 for pages that differ. */
function percent(share: number): string {
  if (share === 0) return '0';
  return share < 0.0001 ? '< 0.01' : (share * 100).toFixed(2);
}
