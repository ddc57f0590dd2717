import type { TreeEntry } from '@bakkum/archive-tree/tree';
import { type Bytes, startsWith, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { entryFor } from './entry.ts';
import { MAX_UNPACKED_BYTES } from './packing.ts';

const BLOCK = 512;
const KIND = { folder: 2, file: -3, softLink: 3, hardLink: -4, folderLink: 4 } as const;
const PLACES = 72;
/** 1978-01-01, the Amiga epoch. */
const EPOCH = Date.UTC(1978, 0, 1);

/**
 * Reads the files of an Amiga floppy with the old or the fast file system. Errors: `corrupt`, `unsupported-feature` for other
 * disks.
 */
export function readAmigaDisk(bytes: Bytes): readonly TreeEntry[] {
  if (bytes.length < 4 || !startsWith(bytes, 'DOS'))
    throw new ConversionError('unsupported-feature', 'a disk without the system of files');
  const disk = new Disk(bytes, ((bytes[3] ?? 0) & 1) === 1);
  return disk.folder(Math.floor(bytes.length / BLOCK / 2), '');
}

class Disk {
  readonly #bytes: Bytes;
  readonly #view: DataView;
  readonly #isFast: boolean;
  readonly #seen = new Set<number>();

  constructor(bytes: Bytes, isFast: boolean) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#isFast = isFast;
  }

  /** Returns the offset of a block. */
  #place(block: number): number {
    if (!(block > 0 && (block + 1) * BLOCK <= this.#bytes.length))
      throw new ConversionError('corrupt', 'a block beyond the disk');
    return block * BLOCK;
  }

  #number(block: number, offset: number): number {
    return this.#view.getInt32(this.#place(block) + offset);
  }

  /** Reads a folder: names are in hash chains. */
  folder(block: number, path: string): readonly TreeEntry[] {
    if (this.#number(block, 0) !== 2) throw new ConversionError('corrupt', 'no folder where one should be');
    const entries: TreeEntry[] = [];
    for (let index = 0; index < PLACES; index += 1)
      for (let next = this.#number(block, 24 + index * 4); next !== 0; next = this.#number(next, 496)) {
        if (this.#seen.has(next)) throw new ConversionError('corrupt', 'a name that leads to itself');
        this.#seen.add(next);
        entries.push(...this.#entry(next, path));
      }
    return entries;
  }

  #entry(block: number, folder: string): readonly TreeEntry[] {
    const at = this.#place(block);
    const length = Math.min(30, this.#bytes[at + 432] ?? 0);
    const name = decodeText(this.#bytes.subarray(at + 433, at + 433 + length)).replaceAll('/', '_');
    const path = folder === '' ? name : `${folder}/${name}`;
    const kind = this.#number(block, 508);
    if (kind === KIND.folder) return [{ kind: 'directory', path }, ...this.folder(block, path)];
    if (kind !== KIND.file) return []; // links refer to entries stored under another name
    const size = this.#number(block, 324);
    if (size < 0 || size > Math.min(this.#bytes.length, MAX_UNPACKED_BYTES))
      throw new ConversionError('corrupt', 'a file larger than its disk');
    return [entryFor({ path, size, modifiedAt: this.#time(block), unpack: () => this.#content(block, size) })];
  }

  #time(block: number): Date {
    const [days, minutes, ticks] = [this.#number(block, 420), this.#number(block, 424), this.#number(block, 428)];
    return new Date(EPOCH + days * 86_400_000 + minutes * 60_000 + ticks * 20);
  }

  /** Reads a file: its blocks are listed from the end of the table, and in extension blocks. */
  #content(header: number, size: number): Bytes {
    const content = new Uint8Array(size);
    let done = 0;
    const tables = new Set<number>();
    for (let table = header; table !== 0 && done < size; table = this.#number(table, 504)) {
      if (tables.has(table)) throw new ConversionError('corrupt', 'a list of blocks without end');
      tables.add(table);
      const count = Math.min(PLACES, this.#number(table, 8));
      for (let index = 0; index < count && done < size; index += 1) {
        const piece = this.#piece(this.#number(table, 24 + (PLACES - 1 - index) * 4)).subarray(0, size - done);
        content.set(piece, done);
        done += piece.length;
      }
    }
    if (done < size) throw new ConversionError('corrupt', 'a file is shorter than it should be');
    return content;
  }

  /** In the old file system each block has a header. */
  #piece(block: number): Bytes {
    const at = this.#place(block);
    if (this.#isFast) return this.#bytes.subarray(at, at + BLOCK);
    const length = Math.min(BLOCK - 24, this.#view.getUint32(at + 12));
    return this.#bytes.subarray(at + 24, at + 24 + length);
  }
}
