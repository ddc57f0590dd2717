import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readEpub } from './read.ts';
import { withoutRootFolder } from './root-folder.ts';

const CONTAINER = '<container><rootfiles><rootfile full-path="text/book.opf"/></rootfiles></container>';
const PACKAGE =
  '<package><metadata><dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">책</dc:title></metadata>' +
  '<manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest>' +
  '<spine><itemref idref="one"/></spine></package>';
const BOOK = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': CONTAINER,
  'text/book.opf': PACKAGE,
  'text/one.xhtml': '<p>one</p>',
};

/** Empty folders are members with a name that ends in a slash. */
function zip(members: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)]))));
}

const inside = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(BOOK).map(([name, text]) => [folder + name, text]));

describe('a book that was packed with its folder', () => {
  it.each([
    ['a folder', { 'book/': '', ...inside('book/') }],
    ['a package of macOS', { ...inside('책.epub/'), '__MACOSX/책.epub/._mimetype': 'x', '.DS_Store': 'x' }],
  ])('is read from %s', (_, members) => {
    const book = readEpub(zip(members));
    expect(book.title).toBe('책');
    expect(book.pages).toEqual([{ path: 'text/one.xhtml', markup: '<p>one</p>' }]);
    expect(book.file('META-INF/container.xml')).toBeDefined();
  });

  it.each([
    ['a usual book', BOOK],
    ['two books', { ...inside('one/'), ...inside('two/') }],
    ['a book next to another file', { ...inside('one/'), 'notes.txt': 'x' }],
  ])('does not change %s', (_, members) => {
    const file = zip(members);
    expect(withoutRootFolder(file)).toBe(file);
  });

  it('does not change a file that is no zip', () => {
    const file = new Uint8Array([1, 2, 3]);
    expect(withoutRootFolder(file)).toBe(file);
  });
});
