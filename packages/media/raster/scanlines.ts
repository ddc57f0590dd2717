import { createPause } from './pause.ts';

/** Number of rows passed to the compressor at a time. */
const BAND_ROWS = 64;

export type Scanlines = {
  /** Rows from top to bottom without padding; 16-bit samples have their high byte first. */
  readonly bytes: Uint8Array | Uint8ClampedArray;
  readonly rowBytes: number;
  /** Bytes per pixel, which is the distance filters look back. */
  readonly pixelBytes: number;
};

/**
 * Filters rows as PNG does (clause 9; each with the filter that gives the smallest differences) into one zlib stream. PDF reads
 * the same data as predictor 15.
 */
export async function packScanlines(lines: Scanlines, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const bands = filteredBands(lines, signal);
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await bands.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const packed = source.pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

async function* filteredBands(
  { bytes, rowBytes, pixelBytes }: Scanlines,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const pause = createPause(signal);
  const rows = bytes.length / rowBytes;
  const candidates = FILTERS.map(() => new Uint8Array(rowBytes + 1));
  let above: Uint8Array | Uint8ClampedArray = new Uint8Array(rowBytes);
  for (let start = 0; start < rows; start += BAND_ROWS) {
    const end = Math.min(rows, start + BAND_ROWS);
    const band = new Uint8Array((end - start) * (rowBytes + 1));
    for (let row = start; row < end; row += 1) {
      const line = bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
      band.set(bestFiltered(line, above, pixelBytes, candidates), (row - start) * (rowBytes + 1));
      above = line;
    }
    await pause();
    yield band;
  }
}

type Row = Uint8Array | Uint8ClampedArray;
/** Writes a filtered row after its type byte and returns the sum of the absolute differences. */
type Filter = (line: Row, above: Row, pixelBytes: number, out: Uint8Array) => number;

const none: Filter = (line, _above, _pixelBytes, out) => {
  out[0] = 0;
  let sum = 0;
  for (let at = 0; at < line.length; at += 1) sum += store(out, at, line[at] ?? 0);
  return sum;
};

const sub: Filter = (line, _above, pixelBytes, out) => {
  out[0] = 1;
  let sum = 0;
  for (let at = 0; at < line.length; at += 1) sum += store(out, at, (line[at] ?? 0) - (line[at - pixelBytes] ?? 0));
  return sum;
};

const up: Filter = (line, above, _pixelBytes, out) => {
  out[0] = 2;
  let sum = 0;
  for (let at = 0; at < line.length; at += 1) sum += store(out, at, (line[at] ?? 0) - (above[at] ?? 0));
  return sum;
};

const paeth: Filter = (line, above, pixelBytes, out) => {
  out[0] = 4;
  let sum = 0;
  for (let at = 0; at < line.length; at += 1) {
    const before = at >= pixelBytes;
    const left = before ? (line[at - pixelBytes] ?? 0) : 0;
    const corner = before ? (above[at - pixelBytes] ?? 0) : 0;
    sum += store(out, at, (line[at] ?? 0) - nearestOf(left, above[at] ?? 0, corner));
  }
  return sum;
};

const FILTERS: readonly Filter[] = [none, sub, up, paeth];

/** Returns the neighbour closest to left + above − corner; ties in this order (the Paeth predictor). */
function nearestOf(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - corner - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

function store(out: Uint8Array, at: number, difference: number): number {
  const byte = difference & 255;
  out[at + 1] = byte;
  return byte < 128 ? byte : 256 - byte;
}

function bestFiltered(line: Row, above: Row, pixelBytes: number, candidates: readonly Uint8Array<ArrayBuffer>[]): Uint8Array {
  let best = candidates[0] ?? new Uint8Array();
  let least = Number.POSITIVE_INFINITY;
  for (const [index, out] of candidates.entries()) {
    const sum = FILTERS[index]?.(line, above, pixelBytes, out) ?? least;
    if (sum >= least) continue;
    least = sum;
    best = out;
  }
  return best;
}
