import { type Box, heightOf, shared, union, widthOf } from './page-content.ts';

/** Things in one column, top to bottom. */
export type Zone<Item extends Box> = Box & { readonly items: readonly Item[] };

/** A strip of the page across all its width; with several columns it is read column by column. */
export type Band<Item extends Box> = Box & { readonly columns: readonly (readonly Zone<Item>[])[] };

/** What dividing a page needs to know of a thing: lines of text have a size, everything else is only in the way. */
export type Placed = Box & { readonly textSize?: number; readonly baseline?: number };

/** Columns of fewer lines than this are not columns. */
const FEWEST_LINES = 4;
/** White between columns, at least, in points and in sizes of their text. */
const NARROWEST_GUTTER = 7;
const MAX_DEPTH = 6;

/**
 * Divides a page into strips and columns in the order they are read. Columns are wanted to look like text: lines that fill
 * them, or that do not stand side by side. Short things that do stand side by side are a table and stay together.
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

/** A side of a gutter may be divided again: into columns beside each other, or into strips that stay one column. */
function columnsOf<Item extends Placed>(items: readonly Item[], depth: number): readonly (readonly Zone<Item>[])[] {
  const bands = bandsOf(items, depth + 1);
  const [only] = bands;
  if (bands.length === 1 && only) return only.columns;
  return [bands.flatMap(({ columns }) => columns.flat())];
}

type Strip<Item> = { readonly items: readonly Item[]; readonly divided: boolean };

/** Cuts wherever something lies across the gutter; of what is between, only what looks like columns is divided. */
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
    // Beside something that lies across, it belongs to it: a number at the end of a heading.
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

/** The place where most lines begin on its right while most others end before it. */
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
  return most >= FEWEST_LINES ? best : undefined;
}

/** Left edges several lines share. */
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
  if (left.length < FEWEST_LINES || right.length < FEWEST_LINES) return false;
  const size = Math.max(...lines.map(({ textSize = 0 }) => textSize));
  const white = Math.min(...right.map((line) => line.left)) - Math.max(...left.map((line) => line.right));
  if (white < Math.max(NARROWEST_GUTTER, size * 0.6)) return false;
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
