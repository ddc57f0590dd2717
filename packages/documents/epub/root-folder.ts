import type { Bytes } from '@bakkum/bytes/bytes';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { readDirectory } from '@bakkum/document-input/zip-directory';
import { zipSync } from 'fflate';

const CONTAINER = 'META-INF/container.xml';
/** Members that archivers and macOS add. */
const ADDED = /^__MACOSX\/|(?:^|\/)\.DS_Store$/;

/**
 * Moves the members of a book that was packed with its folder (`book/META-INF/container.xml`) to the root, where readers expect
 * them. Other files are returned unchanged. Errors: `corrupt`, `too-large`.
 */
export function withoutRootFolder(file: Bytes): Bytes {
  if (!isInFolder((readDirectory(file) ?? []).map(({ name }) => name))) return file;
  const parts = unpackParts(file, (path) => !ADDED.test(path) && !path.endsWith('/'));
  const members = Object.fromEntries([...parts].map(([path, bytes]) => [path.slice(path.indexOf('/') + 1), bytes]));
  return new Uint8Array(zipSync(members, { level: 0 }));
}

/** Whether one folder contains every member of a book. */
function isInFolder(names: readonly string[]): boolean {
  const own = names.filter((name) => !ADDED.test(name));
  const folder = /^[^/]+\//.exec(own[0] ?? '')?.[0];
  return folder !== undefined && own.includes(folder + CONTAINER) && own.every((name) => name.startsWith(folder));
}
