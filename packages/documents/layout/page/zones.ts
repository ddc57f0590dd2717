import { type Box, heightOf, shared, union, widthOf } from '../page-content.ts';

/** The elements of one column, top to bottom. */
export type Zone<Item extends Box> = Box & { readonly items: readonly Item[] };

/** A band across the full width of the page; several columns are read one by one. */
export type Band<Item extends Box> = Box & { readonly columns: readonly (readonly Zone<Item>[])[] };

/** The facts about an element that splitting a page needs: lines of text have a size, everything else is an obstacle. */
export type Placed = Box & { readonly textSize?: number; readonly baseline?: number };

/** Minimum number of lines of a column. */
const MIN_LINES = 4;
/** Minimum gutter between columns, in points and relative to their text size. */
const MIN_GUTTER_WIDTH = 7;
const MAX_DEPTH = 6;

/**
 * Splits a page into bands and columns in reading order. Columns must look like text: lines that fill them, or that are not side
 * by side. Short elements side by side are a table and stay together.
 */
export function bandsOf<Item extends Placed>(items: readonly Item[], depth = 0): readonly Band<Item>[] {
  if (items.length === 0) return [];
  const gutter = depth < MAX_DEPTH ? bestGutter(items) : undefined;
  if (gutter === undefined) return [single(items)];
  const strips = stripsAlong(items, gutter);
  if (!strips.some(({ divided }) => divided)) return [single(items)];
  return strips.flatMap(({ items: inside, divided }) => {
    if (!divided) return inside.length < items.length ? bandsOf(inside, depth + 1) : [single(inside)];
    const left = inside.filter((item) => item.right <= gutter + 1);
    const right = inside.filter((item) => item.right > gutter + 1);
    return [{ ...union(inside), columns: [...columnsOf(left, depth), ...columnsOf(right, depth)] }];
  });
}

function single<Item extends Placed>(items: readonly Item[]): Band<Item> {
  const box = union(items);
  return { ...box, columns: [[{ ...box, items: items.toSorted((a, b) => a.top - b.top) }]] };
}

/** Each side of a gutter may be split again: into adjacent columns, or into bands that remain one column. */
function columnsOf<Item extends Placed>(items: readonly Item[], depth: number): readonly (readonly Zone<Item>[])[] {
  const bands = bandsOf(items, depth + 1);
  const [only] = bands;
  if (bands.length === 1 && only) return only.columns;
  return [bands.flatMap(({ columns }) => columns.flat())];
}

type Strip<Item> = { readonly items: readonly Item[]; readonly divided: boolean };

/** Splits wherever an element crosses the gutter; between those, only parts that look like columns are split. */
function stripsAlong<Item extends Placed>(items: readonly Item[], gutter: number): readonly Strip<Item>[] {
  const strips: { items: Item[]; crossing: boolean }[] = [];
  const sorted = items.toSorted((a, b) => a.top - b.top);
  const crossing = sorted.filter((item) => crosses(item, gutter));
  for (const item of sorted) {
    if (crosses(item, gutter)) {
      const last = strips.at(-1);
      if (last?.crossing) last.items.push(item);
      else strips.push({ items: [item], crossing: true });
      continue;
    }
    // An element next to one that crosses the gutter belongs to it: a number at the end of a heading.
    const across = crossing.find(
      (one) => shared(one.top, one.bottom, item.top, item.bottom) > Math.min(heightOf(one), heightOf(item)) * 0.5,
    );
    const home = across && strips.find(({ items: inside }) => inside.includes(across));
    const last = strips.at(-1);
    if (home) home.items.push(item);
    else if (last && !last.crossing) last.items.push(item);
    else strips.push({ items: [item], crossing: false });
  }
  return mergeUndivided(
    strips.map((strip) => ({ items: strip.items, divided: !strip.crossing && looksLikeColumns(strip.items, gutter) })),
  );
}

function mergeUndivided<Item>(strips: readonly Strip<Item>[]): readonly Strip<Item>[] {
  const merged: { items: Item[]; divided: boolean }[] = [];
  for (const { items, divided } of strips) {
    const last = merged.at(-1);
    if (last && !divided && !last.divided) last.items.push(...items);
    else merged.push({ items: [...items], divided });
  }
  return merged;
}

const crosses = (item: Placed, gutter: number): boolean => item.left < gutter - 1 && item.right > gutter + 1;

/** The position to the right of which most lines start and before which most others end. */
function bestGutter<Item extends Placed>(items: readonly Item[]): number | undefined {
  const lines = items.filter(({ textSize }) => textSize !== undefined);
  const region = union(items);
  let best: number | undefined;
  let most = 0;
  for (const candidate of startsOf(lines)) {
    const gutter = candidate - 2;
    if (gutter - region.left < 40 || region.right - gutter < 40) continue;
    const inside = stripsAlong(items, gutter).flatMap((strip) => (strip.divided ? strip.items : []));
    const before = inside.filter((item) => item.right <= gutter + 1).length;
    const score = Math.min(before, inside.length - before);
    if (score > most) [best, most] = [gutter, score];
  }
  return most >= MIN_LINES ? best : undefined;
}

/** Left edges that several lines share. */
function startsOf(lines: readonly Placed[]): readonly number[] {
  const counts = new Map<number, { count: number; least: number }>();
  for (const { left } of lines) {
    const key = Math.round(left / 3);
    const known = counts.get(key) ?? { count: 0, least: left };
    counts.set(key, { count: known.count + 1, least: Math.min(known.least, left) });
  }
  return [...counts.values()].filter(({ count }) => count >= 3).map(({ least }) => least);
}

function looksLikeColumns(items: readonly Placed[], gutter: number): boolean {
  const lines = items.filter(({ textSize }) => textSize !== undefined);
  const left = lines.filter(({ right }) => right <= gutter + 1);
  const right = lines.filter((line) => line.right > gutter + 1);
  if (left.length < MIN_LINES || right.length < MIN_LINES) return false;
  const size = Math.max(...lines.map(({ textSize = 0 }) => textSize));
  const white = Math.min(...right.map((line) => line.left)) - Math.max(...left.map((line) => line.right));
  if (white < Math.max(MIN_GUTTER_WIDTH, size * 0.6)) return false;
  const isFull = (side: readonly Placed[]): boolean => {
    const longest = Math.max(...side.map(widthOf));
    const full = side.filter((line) => widthOf(line) > longest * 0.7).length;
    return full > side.length * 0.5;
  };
  if (isFull(left) && isFull(right)) return width(left) > size * 8 && width(right) > size * 8;
  const aligned = left.filter((line) => right.some((other) => Math.abs((other.baseline ?? 0) - (line.baseline ?? 1)) < 1)).length;
  return aligned < Math.min(left.length, right.length) * 0.4;
}

const width = (side: readonly Placed[]): number => Math.max(...side.map(widthOf));
