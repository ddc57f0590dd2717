import type { ImageView } from '@bakkum/api-contract/images/images';
import { memo, type ReactNode, type RefObject, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { RowHeights } from './row-heights.ts';
import { rowsWithin, stretchesOf } from './row-window.ts';

/** Overscan above and below the viewport in CSS pixels: as far as a turn of the wheel scrolls before the next frame. */
const OVERSCAN_PX = 1400;

type ImageGridProps = {
  readonly images: readonly ImageView[];
  /** The server has more images than are loaded. */
  readonly more: boolean;
  /** Renders an item; must keep its identity until its output changes. */
  readonly card: (image: ImageView) => ReactNode;
};

/** A virtualized grid that renders only the rows near the viewport, so that thousands of images cost no more than a screenful. */
export function ImageGrid({ images, more, card }: ImageGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const focused = useFocused(list);
  const { rows, columns, from, to, watch } = useRowWindow(list, images);
  const at = images.findIndex(({ id }) => id === focused);
  const stretches = stretchesOf(rows, from, to, at === -1 ? undefined : Math.floor(at / columns));
  return (
    <ul ref={list} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {stretches.flatMap(({ kind, from: first, to: end, height }) =>
        kind === 'room'
          ? [<li key={first === 0 ? 'above' : `until-${end}`} aria-hidden className="col-span-full" style={{ height }} />]
          : images.slice(first * columns, end * columns).map((image, index) => (
              <li
                key={image.id}
                ref={index % columns === 0 ? watch : undefined}
                data-image={image.id}
                aria-posinset={first * columns + index + 1}
                aria-setsize={more ? -1 : images.length}
              >
                <Drawn image={image} card={card} />
              </li>
            )),
      )}
    </ul>
  );
}

/** Scrolling renders only rows that enter the window. */
const Drawn = memo(function Drawn({ image, card }: { readonly image: ImageView; readonly card: ImageGridProps['card'] }) {
  return card(image);
});

/** The image that had the focus last stays rendered when it is scrolled away. */
function useFocused(list: RefObject<HTMLUListElement | null>): string | undefined {
  const [focused, setFocused] = useState<string>();
  useEffect(() => {
    const listening = new AbortController();
    const note = ({ target }: FocusEvent): void => {
      const item = target instanceof Element ? target.closest<HTMLElement>('li[data-image]') : undefined;
      if (item) setFocused(item.dataset['image']);
    };
    list.current?.addEventListener('focusin', note, listening);
    return () => listening.abort();
  }, [list]);
  return focused;
}

/** The rows near the viewport. */
function useRowWindow(list: RefObject<HTMLUListElement | null>, images: readonly ImageView[]) {
  const [, setMeasured] = useState(0);
  const [heights] = useState(() => new RowHeights(() => setMeasured((count) => count + 1)));
  const [{ from, to }, setWindow] = useState({ from: 0, to: 4 });
  const rows = heights.of(images);
  const look = useEffectEvent(() => {
    if (!list.current) return;
    const { top } = list.current.getBoundingClientRect();
    const next = rowsWithin(rows, -top - OVERSCAN_PX, innerHeight - top + OVERSCAN_PX);
    if (next.from !== from || next.to !== to) startTransition(() => setWindow(next));
  });
  useEffect(() => {
    if (!list.current) return;
    const scrolled = (): void => look();
    const unfollow = heights.follow(list.current);
    addEventListener('scroll', scrolled, { passive: true });
    addEventListener('resize', scrolled);
    return () => {
      unfollow();
      removeEventListener('scroll', scrolled);
      removeEventListener('resize', scrolled);
    };
  }, [list, heights]);
  // Any rendered change may move the list.
  useEffect(() => look());
  return { rows, columns: heights.columns, from, to, watch: heights.watch };
}
