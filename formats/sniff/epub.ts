import { zipMembers, zipMimetypeIs } from './zip.ts';

const hasMediaType = zipMimetypeIs('application/epub+zip');

/** Tests for EPUB books. */
export function isEpub(head: Uint8Array): boolean | undefined {
  return isPackedFolder(head) ? true : hasMediaType(head);
}

/** Members that archivers and macOS add. */
const ADDED = /^__MACOSX\/|(?:^|\/)\.DS_Store$/;

/** Whether a book was packed with its folder, as macOS keeps books: `Book.epub/META-INF/container.xml`. */
function isPackedFolder(head: Uint8Array): boolean {
  const names = [...zipMembers(head)].map(({ name }) => name).filter((name) => !ADDED.test(name));
  const folder = /^[^/]+\.epub\//.exec(names[0] ?? '')?.[0];
  if (folder === undefined || !names.every((name) => name.startsWith(folder))) return false;
  return names.includes(`${folder}META-INF/container.xml`);
}
