import { startsWith } from '@bakkum/bytes/bytes';
import { type ByteStream, DecodedStream } from './byte-stream.ts';

const NOTHING = new Uint8Array();

/** PackBits run lengths, where 128 marks the end (RunLengthDecode). */
export function runLengthStream(source: ByteStream): ByteStream {
  return new DecodedStream(() => {
    const length = source.read();
    if (length < 0 || length === 128) return NOTHING;
    if (length < 128) return source.take(length + 1);
    const byte = source.read();
    return byte < 0 ? NOTHING : new Uint8Array(257 - length).fill(byte);
  });
}

const CLEAR = 256;
const END = 257;

/** LZW with codes of 9 to 12 bits, as in TIFF and PDF (LZWDecode). `early`: the code length grows one code sooner. */
export function lzwStream(source: ByteStream, early: boolean): ByteStream {
  let table: Uint8Array[] = [];
  let previous: Uint8Array | undefined;
  let ended = false;
  const bits = bitReader(source);
  const clear = (): void => {
    table = [];
    previous = undefined;
  };
  return new DecodedStream(() => {
    while (!ended) {
      const next = 258 + table.length + (early ? 1 : 0);
      const code = bits(next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9);
      if (code === CLEAR) clear();
      else if (code < 0 || code === END) ended = true;
      else {
        const piece = pieceOf(code, table, previous);
        if (!piece) break;
        if (previous && table.length < 3838) table.push(joined(previous, piece[0] ?? 0));
        previous = piece;
        return piece;
      }
    }
    ended = true;
    return NOTHING;
  });
}

function pieceOf(code: number, table: readonly Uint8Array[], previous: Uint8Array | undefined): Uint8Array | undefined {
  if (code < 256) return Uint8Array.of(code);
  const known = table[code - 258];
  if (known) return known;
  return previous && code === 258 + table.length ? joined(previous, previous[0] ?? 0) : undefined;
}

function joined(piece: Uint8Array, last: number): Uint8Array {
  const longer = new Uint8Array(piece.length + 1);
  longer.set(piece);
  longer[piece.length] = last;
  return longer;
}

/** Reads numbers of a given bit length, most significant bit first; -1 at the end. */
function bitReader(source: ByteStream): (count: number) => number {
  let held = 0;
  let have = 0;
  return (count) => {
    while (have < count) {
      const byte = source.read();
      if (byte < 0) return -1;
      held = ((held << 8) | byte) & 0xfffff;
      have += 8;
    }
    have -= count;
    return (held >> have) & ((1 << count) - 1);
  };
}

/** The data before an end string, or a number of bytes (SubFileDecode). */
export function subFileStream(source: ByteStream, count: number, marker: Uint8Array): ByteStream {
  if (marker.length === 0) {
    let left = count;
    return new DecodedStream(() => {
      const piece = left > 0 || count === 0 ? source.take(count === 0 ? 1 : Math.min(left, 4096)) : NOTHING;
      left -= piece.length;
      return piece;
    });
  }
  let markers = count;
  let ended = false;
  const window: number[] = [];
  return new DecodedStream(() => {
    while (!ended) {
      if (window.length === marker.length && startsWith(marker, window)) {
        if (markers === 0) break;
        markers -= 1;
        return Uint8Array.from(window.splice(0));
      }
      const out = window.length === marker.length ? window.shift() : undefined;
      const byte = source.read();
      if (byte < 0) {
        ended = true;
        return Uint8Array.from(out === undefined ? window.splice(0) : [out, ...window.splice(0)]);
      }
      window.push(byte);
      if (out !== undefined) return Uint8Array.of(out);
    }
    ended = true;
    return NOTHING;
  });
}

export type Predictor = {
  readonly predictor: number;
  readonly colours: number;
  readonly bits: number;
  readonly columns: number;
};

/** Undoes the row prediction of TIFF (2) or PNG (10 and above). */
export function predictedStream(source: ByteStream, { predictor, colours, bits, columns }: Predictor): ByteStream {
  if (predictor < 2) return source;
  const step = Math.max(1, (colours * bits) >> 3);
  const rowBytes = Math.ceil((colours * bits * columns) / 8);
  let above = new Uint8Array(rowBytes);
  return new DecodedStream(() => {
    const filter = predictor >= 10 ? source.read() : 1;
    if (filter < 0) return NOTHING;
    const row = source.take(rowBytes);
    for (let at = 0; at < row.length; at += 1) {
      const left = at >= step ? (row[at - step] ?? 0) : 0;
      const corner = at >= step ? (above[at - step] ?? 0) : 0;
      row[at] = (row[at] ?? 0) + guess(filter, left, above[at] ?? 0, corner);
    }
    if (row.length === rowBytes) above = row.slice();
    return row;
  });
}

/** PNG, 9.2. */
function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
