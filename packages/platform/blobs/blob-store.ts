import type { Readable } from 'node:stream';

/** A range of a blob: first byte and last byte, inclusive. Without `last`, it extends to the end. */
export type ByteRange = { readonly first: number; readonly last?: number };

export type StoredBlob = {
  readonly body: Readable;
  /** Number of bytes returned: the whole blob, or the range. */
  readonly bytes: number;
};

/** Stores files as bytes under a key. Their format and owner are recorded in the database. */
export type BlobStore = {
  /**
   * Stores all `bytes` bytes of the body, or nothing. Replaces an existing blob under the key.
   * @param first runs before anything exists under the key, possibly while the bytes are written; if it fails, nothing is stored
   * @throws if the body has another length, and the error of `first`
   */
  put(key: string, body: Readable | Uint8Array, bytes: number, first?: () => Promise<void>): Promise<void>;
  /** Undefined when the key does not exist. */
  get(key: string, range?: ByteRange): Promise<StoredBlob | undefined>;
  /**
   * Makes a blob appear under a path of this machine, sharing its bytes where the file system can. The file must not be written. False
   * when the key does not exist. Absent where blobs are stored elsewhere.
   */
  link?(key: string, file: string): Promise<boolean>;
  /** Does nothing when the key does not exist. */
  remove(key: string): Promise<void>;
  /** Every key with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<string>;
  /**
   * Removes drafts of interrupted `put` calls that were last written before `since`, and folders that have been empty since then. Returns
   * the number of drafts.
   */
  removeUnfinished(since: Date): Promise<number>;
};

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const MAX_KEY_LENGTH = 500;

/** Checks that a key is a path of plain names. Our keys are built from ids, so any other key is a defect. @throws RangeError */
export function assertKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw new RangeError('A blob has an unusable key');
}
