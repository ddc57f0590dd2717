import type { Content, Interchange, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { isInside, safePath } from './paths.ts';

/** Interchange format id of a folder of files. Every reader of archives ends here, every writer starts here. */
export const FILES = 'files';

type Common = {
  /** Relative, `/` between names, NFC, never leaving the folder. */
  readonly path: string;
  readonly modifiedAt?: Date;
  /** POSIX permission bits, where the source has them. */
  readonly mode?: number;
};

export type TreeFile = Common & {
  readonly kind: 'file';
  /** In bytes, exactly what `open` gives. */
  readonly size: number;
  /** The content from its beginning, each time. Errors: `corrupt`, `wrong-password`, `cancelled`. */
  open(): ReadableStream<Uint8Array<ArrayBuffer>>;
};

export type TreeEntry =
  | TreeFile
  | (Common & { readonly kind: 'directory' })
  /** `target` as it was written, relative to the folder the link is in. */
  | (Common & { readonly kind: 'link'; readonly target: string });

/** Files and folders between two archives. Content stays where it is, often still packed, until a writer opens it. */
export type FileTree = Interchange & { readonly interchange: typeof FILES; readonly entries: readonly TreeEntry[] };

export function treeOf(content: Content): FileTree {
  if (!(content instanceof Blob) && content.interchange === FILES) return content as FileTree;
  throw new TypeError('expected a folder of files');
}

const PICTURE = /\.(jpe?g|png|gif|webp|avif|bmp|tiff?|jxl)$/i;

/** A comic is an archive of pictures. Errors: `unsupported-feature` where there is none. */
export function assertComic({ entries }: FileTree): void {
  if (!entries.some(({ kind, path }) => kind === 'file' && PICTURE.test(path)))
    throw new ConversionError('unsupported-feature', 'no pictures to make a comic of');
}

/** As many as a zip without extensions holds, and more than any folder people pack by hand. */
const MAX_ENTRIES = 65_535 * 8;
const GIB = 1024 ** 3;
/** Nothing honest unpacks to more on a person's own device. */
const MAX_BYTES = 64 * GIB;
/** Text packs 20 times, an empty disk image hundreds of times; a bomb a thousand times and more. */
const MAX_RATIO = 250;
const HARMLESS_BYTES = GIB;

/** Refuses what unpacks to far more than it seems. Errors: `too-large`. */
export function assertNoBomb(unpackedBytes: number, packedBytes: number, entries = 1): void {
  const swollen = unpackedBytes > HARMLESS_BYTES && unpackedBytes > packedBytes * MAX_RATIO;
  if (swollen || unpackedBytes > MAX_BYTES || entries > MAX_ENTRIES)
    throw new ConversionError('too-large', `${packedBytes} bytes unpack to ${unpackedBytes} bytes in ${entries} entries`);
}

export type BuiltTree = { readonly tree: FileTree; readonly warnings: readonly Warning[] };

/**
 * A tree out of what an archive lists. Paths are made safe; entries that would leave the folder, and links that point out
 * of it, are left out with a warning. Of two entries with one path the later counts, as when unpacking.
 * Errors: `too-large` for a bomb.
 */
export function buildTree(listed: readonly TreeEntry[], packedBytes: number, release: () => void = () => undefined): BuiltTree {
  const total = listed.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.size : 0), 0);
  assertNoBomb(total, packedBytes, listed.length);
  const entries = new Map<string, TreeEntry>();
  let dropped = 0;
  for (const entry of listed) {
    const path = safePath(entry.path);
    if (path === '') continue; // the folder itself
    if (path === undefined || (entry.kind === 'link' && !isInside(path, entry.target))) dropped += 1;
    else {
      entries.delete(path);
      entries.set(path, { ...entry, path });
    }
  }
  return {
    tree: { interchange: FILES, entries: [...entries.values()], release },
    warnings: dropped === 0 ? [] : [{ code: 'entries-dropped', params: { count: dropped } }],
  };
}
