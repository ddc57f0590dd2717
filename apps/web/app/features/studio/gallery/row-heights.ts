import type { ImageView } from '@bakkum/api-contract/images/images';
import type { Rows } from './row-window.ts';

/** Gap between rows and columns in CSS pixels: `gap-5`. */
const GAP = 20;
/** Maximum height of the image in a card: `max-h-112`. */
const MAX_IMAGE_HEIGHT = 448;
/** Estimated height of a card below the image, until one is measured. */
const HEIGHT_BELOW_IMAGE = 190;

type Shape = Pick<ImageView, 'id' | 'width' | 'height'>;

/** Row heights of a grid: measured once a row was rendered, otherwise estimated from the aspect ratios. */
export class RowHeights {
  columns = 2;
  #width = 0;
  #below = HEIGHT_BELOW_IMAGE;
  /** Keyed by the first image of a row. */
  readonly #measured = new Map<string, number>();
  readonly #onChange: () => void;
  #observer: ResizeObserver | undefined;

  /** @param onChange called when row heights or the number of columns change */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  of(images: readonly Shape[]): Rows {
    const heights: number[] = [];
    for (let at = 0; at < images.length; at += this.columns) {
      const row = images.slice(at, at + this.columns);
      heights.push(this.#measured.get(row[0]?.id ?? '') ?? this.#below + this.#picture(row));
    }
    return { heights, gap: GAP };
  }

  #picture(row: readonly Shape[]): number {
    return Math.max(...row.map(({ width, height }) => Math.min(MAX_IMAGE_HEIGHT, (this.#width * height) / width)));
  }

  /** Observes the width of the grid. */
  follow(grid: HTMLElement): () => void {
    const arrange = (): void => {
      const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length;
      const width = (grid.clientWidth - (columns - 1) * GAP) / columns;
      if (columns === this.columns && width === this.#width) return;
      this.columns = columns;
      this.#width = width;
      this.#measured.clear();
      this.#onChange();
    };
    const watching = new ResizeObserver(arrange);
    watching.observe(grid);
    return () => watching.disconnect();
  }

  /** A ref callback that measures the row starting with this item while it is mounted. */
  readonly watch = (item: HTMLElement | null): (() => void) | undefined => {
    if (!item) return undefined;
    this.#observer ??= new ResizeObserver((entries) => this.#take(entries));
    this.#observer.observe(item);
    return () => this.#observer?.unobserve(item);
  };

  #take(entries: readonly ResizeObserverEntry[]): void {
    let changed = false;
    for (const { target, borderBoxSize } of entries) {
      const id = target instanceof HTMLElement ? target.dataset['image'] : undefined;
      const [size] = borderBoxSize;
      if (id === undefined || !size || this.#measured.get(id) === size.blockSize) continue;
      this.#measured.set(id, size.blockSize);
      changed = true;
    }
    if (changed) this.#onChange();
  }
}
