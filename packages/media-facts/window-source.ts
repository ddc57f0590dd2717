import { Source } from 'mediabunny';

/** What the library's readers take: bytes that include those asked for, and where in the file they begin. */
type Piece = { readonly bytes: Uint8Array<ArrayBuffer>; readonly view: DataView<ArrayBuffer>; readonly offset: number };

/** A run of units read at once; `end` is the first unit behind it. */
type Window = { readonly start: number; readonly end: number; readonly loading: Promise<Piece>; piece?: Piece };

/** A look at a header or an index takes one unit. */
const UNIT_BYTES = 256 * 1024;
/** Units of what is read from front to back: each request to a browser costs a millisecond, whatever it asks for. */
const UNITS_IN_A_ROW = 16;
/** A browser answers three requests at once in the time of two. */
const WINDOWS_AHEAD = 2;
/** Tracks may lie far apart in a file; each is read from windows of its own. */
const MOST_WINDOWS = 8;
/** The same bytes asked for this often, one time after the other, are asked for without end. */
const MOST_REPEATS = 1000;

/**
 * Reads a file for the library through windows: what lies in one is answered at once and not copied, and the next two are read ahead.
 * The library's own source waits for each read and copies what it holds, a third of the time of a copy from container to
 * container. Holds 32 MB at most, whatever the size of the file. Of sources only the public half is in the library's types; the
 * methods with an underscore, which 1.61.0 calls, are the rest.
 */
export class WindowSource extends Source {
  readonly #file: Blob;
  readonly #size: number;
  readonly #byUnit = new Map<number, Window>();
  /** The least recently used first. */
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
   * `null` is the word for "there is nothing more". Looking for the next element behind the last one of a Matroska file with
   * something unknown at its end, the library asks for the last eight bytes for ever, without once letting go of the thread;
   * that answer ends the search.
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
    return this.#repeats > MOST_REPEATS;
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
      () => this.#forget(window), // whoever asked is told; what was only read ahead is asked for again when it is needed
    );
    for (let at = unit; at < end; at += 1) this.#byUnit.set(at, window);
    this.#windows.push(window);
    const [oldest] = this.#windows;
    if (oldest && this.#windows.length > MOST_WINDOWS) this.#forget(oldest);
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
