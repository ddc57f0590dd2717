import { append } from '@bakkum/bytes/long-lists';
import { type Bitmap, type Box, createBitmap, inkBox, rowStart } from './bitmap.ts';
import { createNumberReader, LARGEST, type NumberKind, type NumberReader } from './numbers.ts';

/** A shape shared by marks of a page. */
export type Shape = { readonly bitmap: Bitmap; readonly box: Box };

/** A shape and its position from the bottom left corner. */
export type Mark = { readonly bitmap: Bitmap; readonly left: number; readonly bottom: number };

/** The marks of a page in coding order. */
export type Marks = { readonly width: number; readonly height: number; readonly marks: readonly Mark[] };

/** Record types (DjVu 3 specification, appendix 2). */
const START = 0;
const MARK_TO_KEEP = 1;
const SHAPE = 2;
const MARK = 3;
const REFINED_TO_KEEP = 4;
const REFINED_SHAPE = 5;
const REFINED = 6;
const COPY = 7;
const PLACED = 8;
const SHARED_OR_RESET = 9;
const COMMENT = 10;
const END = 11;

const MAX_MARKS = 200_000;
/** Pixel limit for shapes without a page, and allowance on top of the page's own size. */
const MAX_DOTS = 4_000_000;
const MAX_DICTIONARY_PIXELS = 64_000_000;

type Coder = {
  readonly read: NumberReader;
  readonly kinds: ReturnType<typeof createKinds>;
  readonly direct: Uint8Array;
  readonly crossed: Uint8Array;
  readonly shapes: Shape[];
  readonly marks: Mark[];
  size: { readonly width: number; readonly height: number } | undefined;
  line: Line;
  /** Pixels that may still be read: all shapes together are not much larger than their page. */
  dotsLeft: number;
};

/** Position of the last mark, and its line of text. */
type Line = {
  right: number;
  startLeft: number;
  startBottom: number;
  bottoms: [number, number, number];
  bottomAt: number;
  bottom: number;
};

function createKinds() {
  const kind = (): NumberKind => ({ root: 0 });
  return {
    record: kind(),
    match: kind(),
    inherited: kind(),
    imageSize: kind(),
    width: kind(),
    height: kind(),
    widthChange: kind(),
    heightChange: kind(),
    left: kind(),
    top: kind(),
    xInLine: kind(),
    yInLine: kind(),
    xOfLine: kind(),
    yOfLine: kind(),
    commentLength: kind(),
    commentByte: kind(),
    refinement: new Uint8Array(1),
    newLine: new Uint8Array(1),
  };
}

/** Reads a shape dictionary shared by pages. Errors: `RangeError` for damage. */
export function readShapes(data: Uint8Array, inherited: readonly Shape[]): readonly Shape[] {
  return readRecords(data, inherited).shapes;
}

/** Reads the marks of a page. Errors: `RangeError` for damage. */
export function readMarks(data: Uint8Array, inherited: readonly Shape[]): Marks {
  const { size, marks } = readRecords(data, inherited);
  if (!size) throw new RangeError('marks without a page');
  return { ...size, marks };
}

function readRecords(data: Uint8Array, inherited: readonly Shape[]): Coder {
  const coder: Coder = {
    read: createNumberReader(data),
    kinds: createKinds(),
    direct: new Uint8Array(1024),
    crossed: new Uint8Array(2048),
    shapes: [],
    marks: [],
    size: undefined,
    dotsLeft: MAX_DICTIONARY_PIXELS,
    line: { right: 0, startLeft: 0, startBottom: 0, bottoms: [0, 0, 0], bottomAt: 0, bottom: 0 },
  };
  for (let record = -1; record !== END; ) {
    record = coder.read.number(START, END, coder.kinds.record);
    readRecord(record, coder, inherited);
    if (coder.marks.length + coder.shapes.length > MAX_MARKS) throw new RangeError('marks without an end');
  }
  return coder;
}

function readRecord(record: number, coder: Coder, inherited: readonly Shape[]): void {
  const { read, kinds } = coder;
  switch (record) {
    case START:
      begin(coder);
      break;
    case SHARED_OR_RESET:
      if (coder.size) read.reset();
      else share(coder, inherited);
      break;
    case COMMENT:
      for (let left = read.count(kinds.commentLength); left > 0; left -= 1) read.number(0, 255, kinds.commentByte);
      break;
    case END:
      break;
    case COPY:
      copy(coder);
      break;
    default:
      readNewMark(record, coder);
  }
}

const REFINEMENTS: ReadonlySet<number> = new Set([REFINED_TO_KEEP, REFINED_SHAPE, REFINED]);
const KEPT: ReadonlySet<number> = new Set([MARK_TO_KEEP, SHAPE, REFINED_TO_KEEP, REFINED_SHAPE]);
const ON_PAGE: ReadonlySet<number> = new Set([MARK, MARK_TO_KEEP, REFINED, REFINED_TO_KEEP]);

/** Damaged files can claim shapes of any size. */
function newBitmap(width: number, height: number, coder: Coder): Bitmap {
  coder.dotsLeft -= width * height;
  if (coder.dotsLeft < 0) throw new RangeError('shapes larger than their page');
  return createBitmap(width, height);
}

function readNewMark(record: number, coder: Coder): void {
  const bitmap = REFINEMENTS.has(record) ? readRefined(coder) : readDirect(coder);
  if (KEPT.has(record)) coder.shapes.push({ bitmap, box: inkBox(bitmap) });
  if (record === PLACED) coder.marks.push({ bitmap, ...readPlace(bitmap, coder) });
  else if (ON_PAGE.has(record)) coder.marks.push({ bitmap, ...readNext(bitmap.width, bitmap.height, coder) });
}

function share({ read, kinds, shapes }: Coder, inherited: readonly Shape[]): void {
  const count = read.count(kinds.inherited);
  if (count > inherited.length) throw new RangeError(`${count} shared shapes, there are ${inherited.length}`);
  append(shapes, inherited.slice(0, count));
}

function begin(coder: Coder): void {
  const { read, kinds } = coder;
  const width = read.count(kinds.imageSize);
  const height = read.count(kinds.imageSize);
  read.flag(kinds.refinement);
  coder.size = { width, height };
  if (width * height > 0) coder.dotsLeft = MAX_DOTS + 4 * width * height;
  coder.line = { right: 0, startLeft: 0, startBottom: height, bottoms: [height, height, height], bottomAt: 0, bottom: height };
}

function copy(coder: Coder): void {
  const { bitmap, box } = matchOf(coder);
  const { left, bottom } = readNext(box.right - box.left + 1, box.top - box.bottom + 1, coder);
  coder.marks.push({ bitmap, left: left - box.left, bottom: bottom - box.bottom });
}

function matchOf({ read, kinds, shapes }: Coder): Shape {
  const shape = shapes[shapes.length === 0 ? 0 : read.number(0, shapes.length - 1, kinds.match)];
  if (!shape) throw new RangeError('no shape to copy');
  return shape;
}

function readPlace({ height }: Bitmap, { read, kinds, size }: Coder): Pick<Mark, 'left' | 'bottom'> {
  const left = read.number(1, size?.width ?? LARGEST, kinds.left);
  const top = read.number(1, size?.height ?? LARGEST, kinds.top);
  return { left: left - 1, bottom: top - height };
}

/** Positions a mark next to the previous one, or at the start of a new line below. */
function readNext(width: number, height: number, { read, kinds, line }: Coder): Pick<Mark, 'left' | 'bottom'> {
  if (read.flag(kinds.newLine) === 1) {
    const left = line.startLeft + read.any(kinds.xOfLine);
    const bottom = line.startBottom + read.any(kinds.yOfLine) - height + 1;
    line.startLeft = left;
    line.startBottom = bottom;
    line.bottoms = [bottom, bottom, bottom];
    line.bottomAt = 0;
    line.bottom = bottom;
    line.right = left + width - 1;
    return { left: left - 1, bottom: bottom - 1 };
  }
  const left = line.right + read.any(kinds.xInLine);
  const bottom = line.bottom + read.any(kinds.yInLine);
  line.right = left + width - 1;
  // The baseline is the median of the last three, so a single mark above or below the line does not move it.
  line.bottomAt = (line.bottomAt + 1) % 3;
  line.bottoms[line.bottomAt] = bottom;
  line.bottom = line.bottoms.toSorted((one, other) => one - other)[1] ?? bottom;
  return { left: left - 1, bottom: bottom - 1 };
}

/** Decodes pixel by pixel with a context of ten known neighbours. */
function readDirect(coder: Coder): Bitmap {
  const { read, kinds, direct } = coder;
  const bitmap = newBitmap(read.count(kinds.width), read.count(kinds.height), coder);
  const { width, height, dots, stride } = bitmap;
  for (let row = height - 1; row >= 0; row -= 1) {
    const start = rowStart(bitmap, row);
    const [up1, up2] = [start + stride, start + 2 * stride];
    const dot = (place: number): number => dots[place] ?? 0;
    for (let x = 0; x < width; x += 1) {
      const around =
        (dot(up2 + x - 1) << 9) |
        (dot(up2 + x) << 8) |
        (dot(up2 + x + 1) << 7) |
        (dot(up1 + x - 2) << 6) |
        (dot(up1 + x - 1) << 5) |
        (dot(up1 + x) << 4) |
        (dot(up1 + x + 1) << 3) |
        (dot(up1 + x + 2) << 2) |
        (dot(start + x - 2) << 1) |
        dot(start + x - 1);
      dots[start + x] = read.bits.bit(direct, around);
    }
  }
  return bitmap;
}

/** Decodes pixel by pixel with a context of four neighbours and seven pixels of a similar shape aligned at the centre. */
function readRefined(coder: Coder): Bitmap {
  const { read, kinds, crossed } = coder;
  const { bitmap: model, box } = matchOf(coder);
  const [across, down] = [box.right - box.left + 1, box.top - box.bottom + 1];
  const bitmap = newBitmap(across + read.any(kinds.widthChange), down + read.any(kinds.heightChange), coder);
  const { width, height, dots, stride } = bitmap;
  const shiftX = Math.trunc(width / 2) - width + 1 - (Math.trunc(across / 2) - box.right);
  const shiftY = Math.trunc(height / 2) - height + 1 - (Math.trunc(down / 2) - box.top);
  const modelDot = (row: number, column: number): number =>
    row >= 0 && row < model.height && column >= 0 && column < model.width ? (model.dots[rowStart(model, row) + column] ?? 0) : 0;
  const dot = (place: number): number => dots[place] ?? 0;
  for (let row = height - 1; row >= 0; row -= 1) {
    const start = rowStart(bitmap, row);
    const up = start + stride;
    const modelRow = row + shiftY;
    for (let x = 0; x < width; x += 1) {
      const column = x + shiftX;
      const around =
        (dot(up + x - 1) << 10) |
        (dot(up + x) << 9) |
        (dot(up + x + 1) << 8) |
        (dot(start + x - 1) << 7) |
        (modelDot(modelRow + 1, column) << 6) |
        (modelDot(modelRow, column - 1) << 5) |
        (modelDot(modelRow, column) << 4) |
        (modelDot(modelRow, column + 1) << 3) |
        (modelDot(modelRow - 1, column - 1) << 2) |
        (modelDot(modelRow - 1, column) << 1) |
        modelDot(modelRow - 1, column + 1);
      dots[start + x] = read.bits.bit(crossed, around);
    }
  }
  return bitmap;
}
