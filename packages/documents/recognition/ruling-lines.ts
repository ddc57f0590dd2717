import { append } from '@bakkum/bytes/long-lists';
import { type GreyImage, type PixelBox, WHITE } from './grey-image.ts';
import type { InkMap } from './threshold.ts';

/** Lines that rule a table, underline text or frame a page. */
export type RulingLines = { readonly horizontal: readonly PixelBox[]; readonly vertical: readonly PixelBox[] };

/** Largest gap in a line that counts as noise, in pixels. */
const MAX_GAP = 2;

/** Minimum lengths relative to the height of a letter: longer than a dash, and taller than most letters. */
const HORIZONTAL = 3;
const VERTICAL = 2;
/** Shorter lines may be strokes of large Hangul letters, unless they touch a line of this length. */
const CERTAIN = 7;

/** Finds straight lines that are longer than strokes of letters with this height, and at most `maxThickness` pixels thick. */
export function rulingLinesOf(map: InkMap, letter: number, maxThickness: number): RulingLines {
  const { ink, width, height } = map;
  const horizontal = linesAlong({ ink, length: width, rows: height, rowStep: width, step: 1 }, letter * HORIZONTAL, maxThickness);
  const across = linesAlong({ ink, length: height, rows: width, rowStep: 1, step: width }, letter * VERTICAL, maxThickness);
  const vertical = across.map(({ left, top, right, bottom }) => ({ left: top, top: left, right: bottom, bottom: right }));
  const isLong = (line: PixelBox): boolean => Math.max(line.right - line.left, line.bottom - line.top) >= letter * CERTAIN;
  const isRuling = (line: PixelBox, across: readonly PixelBox[]): boolean =>
    isLong(line) || across.some((other) => isLong(other) && touch(line, other, letter * TOUCHING));
  return {
    horizontal: horizontal.filter((line) => isRuling(line, vertical)),
    vertical: vertical.filter((line) => isRuling(line, horizontal)),
  };
}

/** Largest gap between lines that meet, relative to the height of a letter. */
const TOUCHING = 0.2;

function touch(one: PixelBox, other: PixelBox, gap: number): boolean {
  return (
    one.left <= other.right + gap &&
    other.left <= one.right + gap &&
    one.top <= other.bottom + gap &&
    other.top <= one.bottom + gap
  );
}

type Line = { left: number; top: number; right: number; bottom: number };

/** `rowStep` and `step` are the distances in memory between rows and within a row, so that columns are read the same way. */
type Scan = {
  readonly ink: Uint8Array;
  readonly length: number;
  readonly rows: number;
  readonly rowStep: number;
  readonly step: number;
};

function linesAlong({ ink, length, rows, rowStep, step }: Scan, minLength: number, maxThickness: number): readonly PixelBox[] {
  const done: Line[] = [];
  let open: Line[] = [];
  for (let row = 0; row < rows; row++) {
    for (const { start, end } of longRuns(ink, row * rowStep, step, length, minLength)) {
      const touching = open.filter((line) => line.left < end && line.right > start);
      const [home, ...others] = touching;
      if (!home) {
        open.push({ left: start, top: row, right: end, bottom: row + 1 });
        continue;
      }
      for (const other of others) {
        home.left = Math.min(home.left, other.left);
        home.right = Math.max(home.right, other.right);
        home.top = Math.min(home.top, other.top);
      }
      open = open.filter((line) => !others.includes(line));
      home.left = Math.min(home.left, start);
      home.right = Math.max(home.right, end);
      home.bottom = row + 1;
    }
    const finished = open.filter((line) => line.bottom < row);
    if (finished.length > 0) {
      append(done, finished);
      open = open.filter((line) => line.bottom >= row);
    }
  }
  return [...done, ...open].filter(({ top, bottom, left, right }) => {
    const thickness = bottom - top;
    return thickness <= maxThickness + (right - left) / 250 && right - left > thickness * 8;
  });
}

function longRuns(
  ink: Uint8Array,
  from: number,
  step: number,
  length: number,
  minLength: number,
): readonly { readonly start: number; readonly end: number }[] {
  const runs: { start: number; end: number }[] = [];
  let [start, last] = [-1, -1];
  const close = (): void => {
    if (start >= 0 && last + 1 - start >= minLength) runs.push({ start, end: last + 1 });
  };
  for (let x = 0, at = from; x < length; x++, at += step) {
    if (ink[at] !== 1) continue;
    if (start < 0 || x - last > MAX_GAP + 1) {
      close();
      start = x;
    }
    last = x;
  }
  close();
  return runs;
}

/** Paints the lines white, with a pixel around them, so that they touch no letters. */
export function eraseLines(image: GreyImage, map: InkMap, { horizontal, vertical }: RulingLines): void {
  for (const { left, top, right, bottom } of [...horizontal, ...vertical])
    for (let y = Math.max(0, top - 1); y < Math.min(map.height, bottom + 1); y++) {
      const [from, to] = [y * map.width + Math.max(0, left - 1), y * map.width + Math.min(map.width, right + 1)];
      map.ink.fill(0, from, to);
      image.data.fill(WHITE, from, to);
    }
}
