/** Eight bits each of red, green, blue and opacity per pixel. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

export type Bounds = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Parts of the image along its longer side whose paper is measured separately, because photos have shadows. */
const TILES = 24;
const MIN_TILE = 16;
/** Share of the pixels of a part that are darker than its paper. */
const PAPER_RANK = 0.9;
/** Brightness, relative to the paper, from which a pixel is paper. */
const PAPER = 0.86;
/** Brightness, relative to the paper, that counts as ink in any case. */
const INK = 0.55;
/** Opacity from which a pixel is part of the signature. */
const VISIBLE = 40;

/** A visible pixel with fewer others within two pixels is dust, or noise of the camera. */
const MIN_NEIGHBOURS = 6;

/**
 * Makes the paper of a signature transparent, and removes its color from the edges of the ink.
 * @returns the part that holds the ink; `undefined` if there is none
 */
export function removeBackground(pixels: Pixels): Bounds | undefined {
  removePaper(pixels);
  return removeDust(pixels);
}

function removePaper(pixels: Pixels): void {
  const { width, height, data } = pixels;
  const paperAt = paperOf(pixels);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const paper = Math.max(1, paperAt(x, y));
      const share = Math.max(0, Math.min(1, (PAPER - brightnessAt(data, at) / paper) / (PAPER - INK)));
      for (const channel of [at, at + 1, at + 2])
        data[channel] = share === 0 ? 0 : ((data[channel] ?? 0) - paper * (1 - share)) / share;
      data[at + 3] = Math.round(share * (data[at + 3] ?? 0));
    }
  }
}

/** Returns the box around what is left, in which dust and soft edges of dust are transparent. */
function removeDust({ width, height, data }: Pixels): Bounds | undefined {
  const visible = Uint8Array.from({ length: width * height }, (_, at) => ((data[at * 4 + 3] ?? 0) >= VISIBLE ? 1 : 0));
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (data[at * 4 + 3] === 0) continue;
      if (countAround(visible, width, height, x, y) < MIN_NEIGHBOURS) {
        data[at * 4 + 3] = 0;
        continue;
      }
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Visible pixels among the 25 around and at a pixel. */
function countAround(visible: Uint8Array, width: number, height: number, x: number, y: number): number {
  let count = 0;
  for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row += 1)
    for (let column = Math.max(0, x - 2); column <= Math.min(width - 1, x + 2); column += 1)
      count += visible[row * width + column] ?? 0;
  return count;
}

/** Brightness of a pixel over white (ITU-R BT.601). */
function brightnessAt(data: Uint8ClampedArray, at: number): number {
  const opacity = (data[at + 3] ?? 0) / 255;
  const own = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  return own * opacity + 255 * (1 - opacity);
}

/** Returns the brightness of the paper at each pixel, blended between the parts of the image. */
function paperOf({ width, height, data }: Pixels): (x: number, y: number) => number {
  const side = Math.max(MIN_TILE, Math.ceil(Math.max(width, height) / TILES));
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const papers = Array.from({ length: columns * rows }, (_, tile) => {
    const [startX, startY] = [(tile % columns) * side, Math.floor(tile / columns) * side];
    const counts = new Uint32Array(256);
    const [endX, endY] = [Math.min(width, startX + side), Math.min(height, startY + side)];
    for (let y = startY; y < endY; y += 1)
      for (let x = startX; x < endX; x += 1) {
        const level = Math.round(brightnessAt(data, (y * width + x) * 4));
        counts[level] = (counts[level] ?? 0) + 1;
      }
    return rankIn(counts, PAPER_RANK * (endX - startX) * (endY - startY));
  });
  const paper = (column: number, row: number): number =>
    papers[Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column))] ?? 255;
  return (x, y) => {
    const [across, down] = [x / side - 0.5, y / side - 0.5];
    const [column, row] = [Math.floor(across), Math.floor(down)];
    const [right, below] = [across - column, down - row];
    const upper = paper(column, row) * (1 - right) + paper(column + 1, row) * right;
    const lower = paper(column, row + 1) * (1 - right) + paper(column + 1, row + 1) * right;
    return upper * (1 - below) + lower * below;
  };
}

function rankIn(counts: Uint32Array, rank: number): number {
  let sum = 0;
  for (const [level, count] of counts.entries()) {
    sum += count;
    if (sum >= rank) return level;
  }
  return 255;
}
