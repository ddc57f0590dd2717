import { type ByteStream, DecodedStream } from './byte-stream.ts';
import { BLACK_RUNS, type FaxCodes, HORIZONTAL, MODES, PASS, WHITE_RUNS } from './fax-codes.ts';

const NOTHING = new Uint8Array();
const MAX_CODE_BITS = 13;
const MAX_EDGE_CODE_BITS = 12;

export type FaxOptions = {
  /** Negative: every row refers to the one above (Group 4). Zero: none does. Positive: some do. */
  readonly k: number;
  readonly columns: number;
  /** 0 if the data marks its own end. */
  readonly rows: number;
  readonly byteAlign: boolean;
  readonly blackIsOne: boolean;
};

/** Decodes black and white rows of fax data (CCITTFaxDecode; ITU-T T.4 and T.6). */
export function faxStream(source: ByteStream, options: FaxOptions): ByteStream {
  const reader = new FaxReader(source, options);
  let rows = 0;
  return new DecodedStream(() => {
    if (options.rows > 0 && rows >= options.rows) return NOTHING;
    const edges = reader.row();
    rows += 1;
    return edges ? packed(edges, options) : NOTHING;
  });
}

/** Edges are the positions where colours change, starting with white. */
function packed(edges: readonly number[], { columns, blackIsOne }: FaxOptions): Uint8Array {
  const row = new Uint8Array((columns + 7) >> 3);
  for (let index = 0; index < edges.length; index += 2) {
    const end = edges[index + 1] ?? columns;
    for (let x = edges[index] ?? 0; x < end; x += 1) row[x >> 3] = (row[x >> 3] ?? 0) | (128 >> (x & 7));
  }
  return blackIsOne ? row : row.map((byte) => ~byte);
}

class FaxReader {
  private readonly source: ByteStream;
  private readonly options: FaxOptions;
  private held = 0;
  private have = 0;
  private above: number[] = [];
  private ended = false;

  constructor(source: ByteStream, options: FaxOptions) {
    this.source = source;
    this.options = options;
  }

  row(): readonly number[] | undefined {
    const { k, byteAlign } = this.options;
    if (this.ended) return undefined;
    if (byteAlign) this.have -= this.have % 8;
    const marks = this.skipLineEnds();
    // Two marks without a row between them end the data.
    if (this.ended || marks > 1) {
      this.ended = true;
      return undefined;
    }
    const isPlain = k === 0 || (k > 0 && this.bit() === 1);
    const edges = isPlain ? this.plainRow() : this.rowByAbove();
    if (edges.length === 0 && this.ended) return undefined;
    this.above = edges;
    return edges;
  }

  private fill(count: number): boolean {
    while (this.have < count) {
      const byte = this.source.read();
      if (byte < 0) return false;
      this.held = ((this.held << 8) | byte) & 0xffffff;
      this.have += 8;
    }
    return true;
  }

  private bit(): number {
    if (!this.fill(1)) {
      this.ended = true;
      return 0;
    }
    this.have -= 1;
    return (this.held >> this.have) & 1;
  }

  /** At least eleven zeros and a one; with mixed rows, one more bit follows. */
  private skipLineEnds(): number {
    let count = 0;
    while (this.fill(MAX_EDGE_CODE_BITS) && ((this.held >> (this.have - 11)) & 0x7ff) === 0) {
      while (!this.ended && this.bit() === 0);
      count += 1;
      const next = this.options.k > 0 && this.fill(MAX_EDGE_CODE_BITS + 1) ? (this.held >> (this.have - 12)) & 0x7ff : 1;
      if (next === 0) this.bit();
    }
    if (!this.fill(1)) this.ended = true;
    return count;
  }

  private code(codes: FaxCodes): number | undefined {
    let code = 1;
    for (let length = 0; length < MAX_CODE_BITS; length += 1) {
      code = code * 2 + this.bit();
      const value = codes.get(code);
      if (value !== undefined) return value;
    }
    this.ended = true;
    return undefined;
  }

  private run(isBlack: boolean): number {
    let length = 0;
    for (;;) {
      const part = this.code(isBlack ? BLACK_RUNS : WHITE_RUNS);
      if (part === undefined) return length;
      length += part;
      if (part < 64) return length;
    }
  }

  private plainRow(): number[] {
    const edges: number[] = [];
    let at = 0;
    for (let isBlack = false; at < this.options.columns && !this.ended; isBlack = !isBlack) {
      at += this.run(isBlack);
      edges.push(Math.min(at, this.options.columns));
    }
    return edges;
  }

  private rowByAbove(): number[] {
    const { columns } = this.options;
    const edges: number[] = [];
    let at = -1;
    while (at < columns && !this.ended) {
      const mode = this.code(MODES);
      if (mode === undefined) break;
      const isBlack = edges.length % 2 === 1;
      const first = this.edgeAbove(at, isBlack);
      if (mode === PASS) at = this.above[first + 1] ?? columns;
      else if (mode === HORIZONTAL) {
        const start = Math.max(0, at) + this.run(isBlack);
        at = start + this.run(!isBlack);
        edges.push(Math.min(start, columns), Math.min(at, columns));
      } else {
        at = Math.max(0, (this.above[first] ?? columns) + mode);
        edges.push(Math.min(at, columns));
      }
    }
    return edges;
  }

  /** The first edge above, to the right, that changes to the opposite of the current colour. */
  private edgeAbove(at: number, isBlack: boolean): number {
    let index = isBlack ? 1 : 0;
    while (index < this.above.length && (this.above[index] ?? 0) <= at) index += 2;
    return index;
  }
}
