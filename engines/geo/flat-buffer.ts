import { viewOf } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';

/** A FlatBuffers table: fields by number, absent ones `undefined`. Reading past the end is a `RangeError`. */
export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;

  private constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
  }

  /** Reads the root table of a buffer. */
  static root(bytes: Uint8Array<ArrayBuffer>): FlatTable {
    const view = viewOf(bytes);
    return new FlatTable(view, view.getUint32(0, true));
  }

  #field(index: number): number | undefined {
    const directory = this.#at - this.#view.getInt32(this.#at, true);
    const entry = 4 + index * 2;
    if (entry >= this.#view.getUint16(directory, true)) return undefined;
    const offset = this.#view.getUint16(directory + entry, true);
    return offset === 0 ? undefined : this.#at + offset;
  }

  #target(index: number): number | undefined {
    const at = this.#field(index);
    return at === undefined ? undefined : at + this.#view.getUint32(at, true);
  }

  byte(index: number): number | undefined {
    const at = this.#field(index);
    return at === undefined ? undefined : this.#view.getUint8(at);
  }

  short(index: number): number | undefined {
    const at = this.#field(index);
    return at === undefined ? undefined : this.#view.getUint16(at, true);
  }

  int(index: number): number | undefined {
    const at = this.#field(index);
    return at === undefined ? undefined : this.#view.getInt32(at, true);
  }

  long(index: number): number | undefined {
    const at = this.#field(index);
    return at === undefined ? undefined : Number(this.#view.getBigUint64(at, true));
  }

  table(index: number): FlatTable | undefined {
    const at = this.#target(index);
    return at === undefined ? undefined : new FlatTable(this.#view, at);
  }

  text(index: number): string | undefined {
    const bytes = this.bytes(index);
    return bytes && new TextDecoder().decode(bytes);
  }

  bytes(index: number): Uint8Array<ArrayBuffer> | undefined {
    const list = this.#list(index, 1);
    return list && new Uint8Array(list.view.buffer as ArrayBuffer, list.view.byteOffset + list.at, list.count);
  }

  doubles(index: number): readonly number[] | undefined {
    const list = this.#list(index, 8);
    return list && Array.from({ length: list.count }, (_, item) => list.view.getFloat64(list.at + item * 8, true));
  }

  counts(index: number): readonly number[] | undefined {
    const list = this.#list(index, 4);
    return list && Array.from({ length: list.count }, (_, item) => list.view.getUint32(list.at + item * 4, true));
  }

  tables(index: number): readonly FlatTable[] | undefined {
    const list = this.#list(index, 4);
    return (
      list &&
      Array.from({ length: list.count }, (_, item) => {
        const at = list.at + item * 4;
        return new FlatTable(list.view, at + list.view.getUint32(at, true));
      })
    );
  }

  #list(index: number, size: number): { readonly view: DataView; readonly at: number; readonly count: number } | undefined {
    const start = this.#target(index);
    if (start === undefined) return undefined;
    const count = this.#view.getUint32(start, true);
    if (start + 4 + count * size > this.#view.byteLength) throw corrupt('a list longer than its file');
    return { view: this.#view, at: start + 4, count };
  }
}
