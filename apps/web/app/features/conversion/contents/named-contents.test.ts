import { describe, expect, it } from 'vitest';
import { namedContents } from './named-contents.ts';

const blob = new Blob(['x']);
const paths = (name: string, labels: readonly [string, ...string[]], folder?: string): readonly string[] => {
  const [first, ...rest] = labels.map((label) => ({ blob, label }));
  const archive = { name, ...(folder !== undefined && { folder }) };
  return namedContents(archive, [first ?? { blob }, ...rest]).map((file) => [file.folder, file.name].join('/'));
};

describe('names of files from an archive', () => {
  it('are sorted by path, numbers by value', () => {
    expect(paths('a.zip', ['a/page 10.png', 'a/page 9.png', 'a/b/c.txt'])).toEqual([
      'a/b/c.txt',
      'a/page 9.png',
      'a/page 10.png',
    ]);
  });

  it('begin with a folder named after the archive, unless all files are in one folder', () => {
    expect(paths('photos.tar.gz', ['1.jpg', 'more/2.jpg'])).toEqual(['photos/1.jpg', 'photos/more/2.jpg']);
    expect(paths('photos.zip', ['a/1.jpg', 'b/2.jpg'])).toEqual(['photos/a/1.jpg', 'photos/b/2.jpg']);
    expect(paths('photos.zip', ['a/1.jpg', 'a/2.jpg'])).toEqual(['a/1.jpg', 'a/2.jpg']);
  });

  it('keep the folder that the archive was added from', () => {
    expect(paths('photos.zip', ['1.jpg', '2.jpg'], 'holiday')).toEqual(['holiday/photos/1.jpg', 'holiday/photos/2.jpg']);
  });

  it('of a single file are its own', () => {
    expect(paths('notes.txt.gz', ['notes.txt'])).toEqual(['/notes.txt']);
  });
});
