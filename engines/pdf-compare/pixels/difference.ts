/** Compares the pixels of two drawings. */
import type { Box } from '@bakkum/document-pdfium/geometry';

export type Drawing = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

/** Difference in a color channel, of 255, that is visible. Smoothed edges differ less. */
const VISIBLE = 40;
/** Pixels per side of a block. */
const BLOCK = 8;
/** Differing pixels that make a block differ. */
const MIN_PIXELS = 3;

/** Blocks of pixels that differ. */
export type DifferingBlocks = {
  readonly columns: number;
  readonly rows: number;
  readonly blocks: Uint8Array;
  /** Share of differing pixels, from 0 to 1. */
  readonly share: number;
};

/** Compares drawings from their upper left corners. Where only one of them has pixels, they differ unless those are white. */
export function differenceOf(before: Drawing, after: Drawing): DifferingBlocks {
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  const [columns, rows] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  const counts = new Uint8Array(columns * rows);
  let differing = 0;
  const [beforePixels, afterPixels] = [pixelsOf(before), pixelsOf(after)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const one = pixelAt(before, beforePixels, x, y);
      const other = pixelAt(after, afterPixels, x, y);
      if (one === other || !isVisible(one, other)) continue;
      differing += 1;
      const block = Math.floor(y / BLOCK) * columns + Math.floor(x / BLOCK);
      counts[block] = (counts[block] ?? 0) + 1;
    }
  return { columns, rows, blocks: counts.map((count) => (count >= MIN_PIXELS ? 1 : 0)), share: differing / (width * height) };
}

const WHITE = 0xffffffff;

/** Four bytes as one number. */
function pixelsOf({ data }: Drawing): Uint32Array {
  return new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
}

function pixelAt({ width, height }: Drawing, pixels: Uint32Array, x: number, y: number): number {
  return x < width && y < height ? (pixels[y * width + x] ?? WHITE) : WHITE;
}

function isVisible(one: number, other: number): boolean {
  for (let shift = 0; shift < 24; shift += 8)
    if (Math.abs(((one >>> shift) & 255) - ((other >>> shift) & 255)) > VISIBLE) return true;
  return false;
}

/** Unmarks the blocks under a box, which is in pixels. */
export function clear({ columns, rows, blocks }: DifferingBlocks, { left, top, right, bottom }: Box): void {
  const [from, to] = [Math.max(0, Math.floor(left / BLOCK)), Math.min(columns - 1, Math.floor(right / BLOCK))];
  for (let row = Math.max(0, Math.floor(top / BLOCK)); row <= Math.min(rows - 1, Math.floor(bottom / BLOCK)); row += 1)
    blocks.fill(0, row * columns + from, row * columns + Math.max(from, to + 1));
}

/** The boxes around blocks that touch each other or have one block between them, in pixels, the largest first. */
export function regionsOf(difference: DifferingBlocks): readonly Box[] {
  const left = Uint8Array.from(difference.blocks);
  const regions: Box[] = [];
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start)) regions.push(takeRegion(difference, left, start));
  const area = (box: Box): number => (box.right - box.left) * (box.bottom - box.top);
  return regions.toSorted((one, other) => area(other) - area(one));
}

/** Takes the blocks around `start` out of those that are left, and returns the box around them in pixels. */
function takeRegion({ columns, rows }: DifferingBlocks, left: Uint8Array, start: number): Box {
  const region = { left: columns, top: rows, right: 0, bottom: 0 };
  const open = [start];
  left[start] = 0;
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    const [x, y] = [block % columns, Math.floor(block / columns)];
    region.left = Math.min(region.left, x);
    region.top = Math.min(region.top, y);
    region.right = Math.max(region.right, x + 1);
    region.bottom = Math.max(region.bottom, y + 1);
    for (const near of blocksAround(x, y, columns, rows))
      if (left[near] === 1) {
        left[near] = 0;
        open.push(near);
      }
  }
  return { left: region.left * BLOCK, top: region.top * BLOCK, right: region.right * BLOCK, bottom: region.bottom * BLOCK };
}

/** The blocks at most two away. */
function* blocksAround(x: number, y: number, columns: number, rows: number): Generator<number> {
  for (let row = Math.max(0, y - 2); row <= Math.min(rows - 1, y + 2); row += 1)
    for (let column = Math.max(0, x - 2); column <= Math.min(columns - 1, x + 2); column += 1) yield row * columns + column;
}
