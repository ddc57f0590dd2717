import type { Readable } from 'node:stream';

/** Part of a blob: the first byte, and the last one (inclusive); to the end without one. */
export type ByteRange = { readonly first: number; readonly last?: number };

export type StoredBlob = {
  readonly body: Readable;
  /** Of what is sent: the whole, or the range. */
  readonly bytes: number;
};

/** Where files are kept. What they are, and whose, stands in the database; here they are bytes under a key. */
export type BlobStore = {
  /**
   * Keeps all `bytes` of it, or nothing. What had that key before is replaced.
   * @param first is done, perhaps while the bytes are written, before there is anything under the key; where it fails, nothing is kept
   * @throws when the body has another length, and what `first` rejects with
   */
  put(key: string, body: Readable | Uint8Array, bytes: number, first?: () => Promise<void>): Promise<void>;
  /** Undefined when there is nothing under that key. */
  get(key: string, range?: ByteRange): Promise<StoredBlob | undefined>;
  /** Does nothing when there is nothing. */
  remove(key: string): Promise<void>;
  /** Every key that begins so, in no order. */
  list(prefix: string): AsyncIterable<string>;
  /** Removes what a `put` that died left behind, and nobody has written to since; answers how many. */
  removeUnfinished(since: Date): Promise<number>;
};

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const LONGEST_KEY = 500;

/** A key is a path of plain names. Ours are made of ids, so another one is a defect. @throws RangeError */
export function assertKey(key: string): void {
  if (key.length > LONGEST_KEY || !KEY.test(key)) throw new RangeError('A blob has an unusable key');
}
