import { Source } from 'mediabunny';

/** The result type of the library's readers: bytes that include the requested ones, and their offset in the file. */
type Piece = { readonly bytes: Uint8Array<ArrayBuffer>; readonly view: DataView<ArrayBuffer>; readonly offset: number };

/** A range of units read at once; `end` is the first unit after it. */
type Window = { readonly start: number; readonly end: number; readonly loading: Promise<Piece>; piece?: Piece };

/** Size of a read for a header or an index. */
const UNIT_BYTES = 256 * 1024;
/** Number of units per sequential read: each request costs a browser a millisecond, whatever its size. */
const UNITS_IN_A_ROW = 16;
/** A browser serves three parallel requests in the time of two. */
const WINDOWS_AHEAD = 2;
/** Tracks may be far apart in a file; each is read through its own windows. */
const MAX_WINDOWS = 8;
/** Number of identical consecutive requests that counts as an endless loop. */
const MAX_REPEATS = 1000;

/**
 * Reads a file for the library through windows: bytes in a window are returned at once and without copying, and the next two
 * windows are read ahead. The library's own source waits for each read and copies its bytes, which takes a third of the time of a
 * copy from container to container. Holds 32 MB at most, whatever the size of the file. The library's types contain only the
 * public half of sources; the methods with an underscore, which 1.61.0 calls, are the rest.
 */
export class WindowSource extends Source {
  readonly #file: Blob;
  readonly #size: number;
  readonly #byUnit = new Map<number, Window>();
  /** Least recently used first. */
  readonly #windows: Window[] = [];
  #lastRange = '';
  #repeats = 0;

  constructor(file: Blob) {
    super();
    this.#file = file;
    this.#size = file.size;
  }

  _getFileSize(): number {
    return this.#size;
  }

  /**
   * `null` means "end of data". When it searches for the next element after the last one of a Matroska file with unknown data at
   * its end, the library requests the last eight bytes forever, without ever yielding the thread; this answer ends the search.
   */
  _read(start: number, end: number): Piece | Promise<Piece> | null {
    if (this.#isCircle(start, end)) return null;
    const one = this.#windowOf(Math.floor(start / UNIT_BYTES));
    if (end <= one.end * UNIT_BYTES) return one.piece ?? one.loading;
    const other = this.#windowOf(one.end);
    if (end > other.end * UNIT_BYTES) return this.#load(start, end);
    if (one.piece && other.piece) return joined(one.piece, other.piece, start, end);
    return Promise.all([one.loading, other.loading]).then(([head, tail]) => joined(head, tail, start, end));
  }

  _dispose(): void {
    this.#byUnit.clear();
    this.#windows.length = 0;
  }

  #isCircle(start: number, end: number): boolean {
    const range = `${start}-${end}`;
    this.#repeats = range === this.#lastRange ? this.#repeats + 1 : 0;
    this.#lastRange = range;
    return this.#repeats > MAX_REPEATS;
  }

  #windowOf(unit: number): Window {
    const known = this.#byUnit.get(unit);
    const window = known ?? this.#open(unit);
    if (known && known !== this.#windows.at(-1)) {
      this.#windows.splice(this.#windows.indexOf(known), 1);
      this.#windows.push(known);
    }
    if (known && known.end - known.start > 1) this.#readAhead(known.end);
    return window;
  }

  #readAhead(unit: number): void {
    let next = unit;
    for (let ahead = 0; ahead < WINDOWS_AHEAD && next * UNIT_BYTES < this.#size; ahead += 1)
      next = (this.#byUnit.get(next) ?? this.#open(next)).end;
  }

  #open(unit: number): Window {
    const most = this.#byUnit.has(unit - 1) ? unit + UNITS_IN_A_ROW : unit + 1;
    let end = unit + 1;
    while (end < most && end * UNIT_BYTES < this.#size && !this.#byUnit.has(end)) end += 1;
    const loading = this.#load(unit * UNIT_BYTES, Math.min(end * UNIT_BYTES, this.#size));
    const window: Window = { start: unit, end, loading };
    loading.then(
      (piece) => {
        window.piece = piece;
      },
      () => this.#forget(window), // the caller gets the error; data that was only read ahead is requested again when needed
    );
    for (let at = unit; at < end; at += 1) this.#byUnit.set(at, window);
    this.#windows.push(window);
    const [oldest] = this.#windows;
    if (oldest && this.#windows.length > MAX_WINDOWS) this.#forget(oldest);
    return window;
  }

  #forget(window: Window): void {
    const at = this.#windows.indexOf(window);
    if (at < 0) return;
    this.#windows.splice(at, 1);
    for (let unit = window.start; unit < window.end; unit += 1) this.#byUnit.delete(unit);
  }

  async #load(start: number, end: number): Promise<Piece> {
    const buffer = await this.#file.slice(start, end).arrayBuffer();
    return { bytes: new Uint8Array(buffer), view: new DataView(buffer), offset: start };
  }
}

function joined(head: Piece, tail: Piece, start: number, end: number): Piece {
  const bytes = new Uint8Array(end - start);
  bytes.set(head.bytes.subarray(start - head.offset), 0);
  bytes.set(tail.bytes.subarray(0, end - tail.offset), tail.offset - start);
  return { bytes, view: new DataView(bytes.buffer), offset: start };
}
