type Picture = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray<ArrayBuffer> };

export type ChangedArea = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * Smallest area with all differing pixels of two images of equal size, aligned to even offsets as WebP requires; `undefined` if
 * they are equal.
 */
export function changedArea(before: Picture, after: Picture): ChangedArea | undefined {
  const { width, height } = after;
  const old = wordsOf(before);
  const now = wordsOf(after);
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let x = 0;
    while (x < width && old[row + x] === now[row + x]) x += 1;
    if (x === width) continue;
    let end = width - 1;
    while (end > right && old[row + end] === now[row + end]) end -= 1;
    left = Math.min(left, x);
    right = Math.max(right, end);
    if (top < 0) top = y;
    bottom = y;
  }
  if (top < 0) return undefined;
  const [x, y] = [left & ~1, top & ~1];
  return { x, y, width: right - x + 1, height: bottom - y + 1 };
}

function wordsOf({ data }: Picture): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
