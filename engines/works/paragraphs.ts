import type { Bytes } from '@bakkum/bytes/bytes';
import type { Looks, Paragraph, Run, Shape } from './document.ts';

/** A property that applies to a range of the file. */
export type Told<What> = { readonly from: number; readonly to: number; readonly what: What };

export type Text = {
  readonly file: Bytes;
  /** Offsets of the first byte of the text and of the first byte after it. */
  readonly from: number;
  readonly to: number;
  readonly decode: (bytes: Bytes) => string;
};

/** Splits the text of a file into paragraphs at line ends. `start` is the offset of its first byte. */
export function paragraphsOf(
  { file, from, to, decode }: Text,
  looks: readonly Told<Looks>[],
  shapes: readonly Told<Shape>[],
): readonly (Paragraph & { readonly start: number })[] {
  const looksAt = finderOf(looks);
  const shapeAt = finderOf(shapes);
  const paragraphs: (Paragraph & { readonly start: number })[] = [];
  for (let start = from; start < to; ) {
    const end = lineEnd(file, start, to);
    const runs: Run[] = [];
    for (let at = start; at < end; ) {
      const told = looksAt(at);
      const next = Math.max(at + 1, Math.min(end, told.to));
      runs.push({ text: decode(file.slice(at, next)), looks: told.what });
      at = next;
    }
    paragraphs.push({ start, runs, shape: shapeAt(start).what });
    start = end + (file[end] === RETURN && file[end + 1] === FEED ? 2 : 1);
  }
  return paragraphs;
}

const FEED = 0x0a;
const RETURN = 0x0d;

function lineEnd(file: Bytes, start: number, to: number): number {
  for (let at = start; at < to; at += 1) if (file[at] === RETURN || file[at] === FEED) return at;
  return to;
}

/** Offsets must be queried in ascending order over contiguous ranges; the last range extends to the end. */
function finderOf<What>(stretches: readonly Told<What>[]): (at: number) => Told<What> {
  const sorted = stretches.filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from);
  const [first] = sorted;
  if (!first) throw new RangeError('nothing tells how the text looks');
  let index = 0;
  return (at) => {
    while (index + 1 < sorted.length && (sorted[index]?.to ?? 0) <= at) index += 1;
    const found = sorted[index] ?? first;
    return found.to > at ? found : { ...found, to: Number.MAX_SAFE_INTEGER };
  };
}
