import { compose, hasSurplusMarks } from '@bakkum/conversion/compose';
import type { Content, Interchange, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { safePath, uniqueNames } from '@bakkum/conversion/file-names';
import { isInside, safeTarget } from './paths.ts';

/** Interchange format id of a file tree. Every archive reader produces one and every writer consumes one. */
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
  /** Size in bytes, exactly what `open` streams. */
  readonly size: number;
  /** Opens the content from its start, each time it is called. Errors: `corrupt`, `wrong-password`, `cancelled`. */
  open(): ReadableStream<Uint8Array<ArrayBuffer>>;
};

export type TreeEntry =
  | TreeFile
  | (Common & { readonly kind: 'directory' })
  /** `target` is the text of the link, relative to its own folder. */
  | (Common & { readonly kind: 'link'; readonly target: string });

/**
 * Files and folders passed between two archive engines. Content stays in the source, often still compressed, until a writer opens
 * it.
 */
export type FileTree = Interchange & { readonly interchange: typeof FILES; readonly entries: readonly TreeEntry[] };

export function treeOf(content: Content): FileTree {
  if (!(content instanceof Blob) && content.interchange === FILES) return content as FileTree;
  throw new TypeError('expected a folder of files');
}

const PICTURE = /\.(jpe?g|png|gif|webp|avif|bmp|tiff?|jxl)$/i;

/** Requires at least one image, because a comic book is an archive of images. Errors: `unsupported-feature` without one. */
export function assertComic({ entries }: FileTree): void {
  if (!entries.some(({ kind, path }) => kind === 'file' && PICTURE.test(path)))
    throw new ConversionError('unsupported-feature', 'no pictures to make a comic of');
}

/** Eight times the limit of a zip without extensions, and more than people pack by hand. */
const MAX_ENTRIES = 65_535 * 8;
const GIB = 1024 ** 3;
/** Larger results are not plausible on a personal device. */
const MAX_BYTES = 64 * GIB;
/** Text compresses about 20 times, an empty disk image hundreds of times, an archive bomb a thousand times and more. */
const MAX_RATIO = 250;
const HARMLESS_BYTES = GIB;

/** Refuses an archive that unpacks to far more than its size suggests. Errors: `too-large`. */
export function assertNoBomb(unpackedBytes: number, packedBytes: number, entries = 1): void {
  const swollen = unpackedBytes > HARMLESS_BYTES && unpackedBytes > packedBytes * MAX_RATIO;
  if (swollen || unpackedBytes > MAX_BYTES || entries > MAX_ENTRIES)
    throw new ConversionError('too-large', `${packedBytes} bytes unpack to ${unpackedBytes} bytes in ${entries} entries`);
}

export type BuiltTree = { readonly tree: FileTree; readonly warnings: readonly Warning[] };

/**
 * Builds a tree from the listed entries of an archive. Paths are made safe; entries that would leave the folder and links that
 * point outside it are dropped with a warning. Of two entries with one path the later wins, as when unpacking; different names that
 * become equal when made safe are all kept. Errors: `too-large` for an archive bomb.
 */
export function buildTree(listed: readonly TreeEntry[], packedBytes: number, release: () => void = () => undefined): BuiltTree {
  const total = listed.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.size : 0), 0);
  assertNoBomb(total, packedBytes, listed.length);
  const entries = new Map<string, TreeEntry>();
  let dropped = 0;
  for (const entry of listed) {
    const path = safePath(entry.path);
    if (path === '') continue; // The folder itself.
    if (path === undefined || (entry.kind === 'link' && !isInside(path, entry.target))) dropped += 1;
    else {
      const given = pathAsGiven(entry.path);
      entries.delete(given);
      entries.set(given, entry.kind === 'link' ? { ...entry, path, target: safeTarget(entry.target) } : { ...entry, path });
    }
  }
  return {
    tree: { interchange: FILES, entries: distinct(entries), release },
    warnings: dropped === 0 ? [] : [{ code: 'entries-dropped', params: { count: dropped } }],
  };
}

/** A path as its archive spells it, so that its entries with the same path are recognised. Different paths stay different. */
function pathAsGiven(raw: string): string {
  const names = (hasSurplusMarks(raw) ? raw : compose(raw)).split(/[\\/]/);
  return names.filter((name) => name !== '' && name !== '.').join('/');
}

/** Numbers entries that were renamed to the path of another. Folders are merged. */
function distinct(entries: ReadonlyMap<string, TreeEntry>): readonly TreeEntry[] {
  const unique = uniqueNames();
  let isAnyRenamed = false;
  for (const [given, { path }] of entries) {
    if (given === path) unique(path);
    else isAnyRenamed = true;
  }
  if (!isAnyRenamed) return [...entries.values()];
  return [...entries].flatMap(([given, entry]) => {
    if (given === entry.path) return [entry];
    const path = unique(entry.path);
    return entry.kind === 'directory' && path !== entry.path ? [] : [{ ...entry, path }];
  });
}
