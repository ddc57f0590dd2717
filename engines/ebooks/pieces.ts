import { concat } from '@bakkum/bytes/bytes';
import type { Index } from './index-records.ts';

/** Assembled version 8 text, and a resolver for link positions. */
export type Whole = { readonly text: Uint8Array; placeOf(piece: number, offset: number): number | undefined };

const COUNT = 1;
const PLACE = 6;

/**
 * Version 8 text consists of skeletons and the fragments inserted into them. Each fragment goes to the offset in its name,
 * counted from the start of the book, so positions in the result are the same numbers.
 */
export function joinPieces(text: Uint8Array, frames: Index | undefined, pieces: Index | undefined): Whole {
  const starts = (pieces?.entries ?? []).map(({ name }) => Number.parseInt(name, 10));
  const placeOf = (piece: number, offset: number): number | undefined => {
    const start = starts[piece];
    return start === undefined || !Number.isFinite(start) ? undefined : start + offset;
  };
  if (!frames || frames.entries.length === 0) return { text, placeOf };
  const whole: Uint8Array[] = [];
  let piece = 0;
  let end = 0;
  for (const { values } of frames.entries) {
    const [start = 0, length = 0] = values.get(PLACE) ?? [];
    const count = values.get(COUNT)?.[0] ?? 0;
    const inside = (pieces?.entries ?? []).slice(piece, piece + count).map((entry, index) => ({
      at: (starts[piece + index] ?? start) - start,
      size: entry.values.get(PLACE)?.[1] ?? 0,
    }));
    const filled = filledFrame(text, start, length, inside);
    whole.push(filled.frame);
    piece += count;
    end = filled.end;
  }
  // Text outside any skeleton is kept.
  return { text: concat([...whole, text.subarray(end)]), placeOf };
}

/** Assembles a skeleton with its fragments, which follow it in the text, and returns where the last fragment ends. */
function filledFrame(
  text: Uint8Array,
  start: number,
  length: number,
  pieces: readonly { readonly at: number; readonly size: number }[],
): { readonly frame: Uint8Array; readonly end: number } {
  let frame: Uint8Array = text.subarray(start, start + length);
  let end = start + length;
  for (const { at, size } of pieces) {
    const place = Math.max(0, Math.min(frame.length, at));
    frame = concat([frame.subarray(0, place), text.subarray(end, end + size), frame.subarray(place)]);
    end += size;
  }
  return { frame, end };
}
