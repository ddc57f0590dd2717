/** A stream read byte by byte, possibly decoding another stream. Reads no further than requested. */
export abstract class ByteStream {
  private held: number[] = [];
  private ended = false;

  /** The next byte, -1 at the end. */
  protected abstract pull(): number;

  read(): number {
    const held = this.held.pop();
    if (held !== undefined) return held;
    if (this.ended) return -1;
    const byte = this.pull();
    if (byte < 0) this.ended = true;
    return byte;
  }

  peek(): number {
    const byte = this.read();
    if (byte >= 0) this.held.push(byte);
    return byte;
  }

  unread(byte: number): void {
    if (byte >= 0) this.held.push(byte);
  }

  close(): void {
    this.held = [];
    this.ended = true;
  }

  /** At most `count` bytes; fewer at the end. */
  take(count: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(count);
    let length = 0;
    while (length < count) {
      const byte = this.read();
      if (byte < 0) break;
      bytes[length] = byte;
      length += 1;
    }
    return length === count ? bytes : bytes.subarray(0, length);
  }

  /** Number of bytes that were pushed back and not read again. */
  heldBytes(): number {
    return this.held.length;
  }

  isOpen(): boolean {
    return !this.ended || this.held.length > 0;
  }
}

/** Bytes in memory. */
export class MemoryStream extends ByteStream {
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super();
    this.bytes = bytes;
  }

  protected pull(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) return -1;
    this.at += 1;
    return byte;
  }

  /** Number of bytes read so far. */
  position(): number {
    return this.at;
  }

  seek(at: number): void {
    this.at = Math.max(0, Math.min(at, this.bytes.length));
  }
}

/** The output of a function, piece by piece, until a piece is empty. */
export class PiecesStream extends ByteStream {
  private piece: Uint8Array = new Uint8Array();
  private at = 0;
  private readonly next: () => Uint8Array;

  constructor(next: () => Uint8Array) {
    super();
    this.next = next;
  }

  protected pull(): number {
    if (this.at >= this.piece.length) this.advance();
    const byte = this.piece[this.at];
    if (byte === undefined) return -1;
    this.at += 1;
    return byte;
  }

  protected advance(): void {
    this.piece = this.next();
    this.at = 0;
  }

  protected isUsedUp(): boolean {
    return this.at >= this.piece.length;
  }
}

/** Stays one piece ahead of the reader, so that the end-of-data mark is consumed with the last byte. */
export class DecodedStream extends PiecesStream {
  protected override pull(): number {
    const byte = super.pull();
    if (byte >= 0 && this.isUsedUp()) this.advance();
    return byte;
  }
}

/** All bytes up to the end, or up to `limit`. */
export function drain(stream: ByteStream, limit: number): Uint8Array<ArrayBuffer> {
  let bytes = new Uint8Array(4096);
  let length = 0;
  for (let byte = stream.read(); byte >= 0 && length < limit; byte = stream.read()) {
    if (length === bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
    bytes[length] = byte;
    length += 1;
  }
  return bytes.subarray(0, length);
}
