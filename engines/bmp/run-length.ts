import type { Header } from './header.ts';

type Expanded = {
  /** One byte (an index) or three per pixel; rows in file order without padding. */
  readonly rows: Uint8Array;
  readonly rowBytes: number;
  /** The data ended before the image was complete. */
  readonly isCut: boolean;
};

/**
 * Expands RLE8, RLE4 and OS/2's RLE24: pairs of a count and a value. Count 0 escapes to end of row (0), end of image (1), a jump
 * (2), or that many literal values, padded to two bytes. Skipped pixels have index 0.
 */
export function expandRuns(code: Uint8Array, size: Pick<Header, 'width' | 'height' | 'coding'>): Expanded {
  const pen = createPen(code, size);
  const literalBytes = (count: number) => (size.coding === 'rle4' ? Math.ceil(count / 2) : count * pen.valueBytes);
  let at = 0;
  while (at + 1 < code.length && !pen.isBelow()) {
    const count = code[at] ?? 0;
    const escape = code[at + 1] ?? 0;
    if (count > 0) {
      pen.repeat(at + 1, count);
      at += 1 + pen.valueBytes;
    } else if (escape === 0) {
      pen.nextRow();
      at += 2;
    } else if (escape === 1) {
      return { ...pen, isCut: false };
    } else if (escape === 2) {
      pen.jump(code[at + 2] ?? 0, code[at + 3] ?? 0);
      at += 4;
    } else {
      pen.copy(at + 2, escape);
      const length = literalBytes(escape);
      at += 2 + length + (length & 1);
    }
  }
  return { ...pen, isCut: !pen.isDone() };
}

/** Writes consecutive values into rows; values past the end of a row are dropped. */
function createPen(code: Uint8Array, { width, height, coding }: Pick<Header, 'width' | 'height' | 'coding'>) {
  const valueBytes = coding === 'rle24' ? 3 : 1;
  const rowBytes = width * valueBytes;
  const rows = new Uint8Array(rowBytes * height);
  let [x, y] = [0, 0];
  const put = (from: number, index: number): void => {
    if (x >= width || y >= height) return;
    const to = y * rowBytes + x * valueBytes;
    if (coding === 'rle4') rows[to] = ((code[from + (index >> 1)] ?? 0) >> ((index & 1) === 0 ? 4 : 0)) & 15;
    else for (let part = 0; part < valueBytes; part += 1) rows[to + part] = code[from + index * valueBytes + part] ?? 0;
    x += 1;
  };
  return {
    rows,
    rowBytes,
    valueBytes,
    repeat(from: number, count: number): void {
      for (let index = 0; index < count; index += 1) put(from, coding === 'rle4' ? index & 1 : 0);
    },
    copy(from: number, count: number): void {
      for (let index = 0; index < count; index += 1) put(from, index);
    },
    jump(right: number, down: number): void {
      x += right;
      y += down;
    },
    nextRow(): void {
      x = 0;
      y += 1;
    },
    isBelow: () => y >= height,
    isDone: () => y >= height || (y === height - 1 && x >= width),
  };
}
