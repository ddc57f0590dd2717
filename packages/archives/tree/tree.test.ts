import { collect } from '@bakkum/bytes/streams';
import { describe, expect, it } from 'vitest';
import { decodeNames } from './names.ts';
import { isInside, safeTarget } from './paths.ts';
import { exactly, streamOf } from './streams.ts';
import { buildTree, type TreeEntry } from './tree.ts';

const file = (path: string, size = 1): TreeEntry => ({ kind: 'file', path, size, open: () => streamOf(new Blob(['x'])) });

describe('paths', () => {
  it.each([
    ['a/link', 'b.txt', true],
    ['a/link', '../b.txt', true],
    ['link', '../b.txt', false],
    ['a/link', '../b/../../c', false],
    ['link', '/etc/passwd', false],
    ['link', 'C:\\secret', false],
    ['link', '', false],
  ])('tells whether a link at %s to %s stays inside: %s', (path, target, inside) => {
    expect(isInside(path, target)).toBe(inside);
  });

  it('name the target of a link like its entry', () => {
    expect(safeTarget('../a\u202Eb/./nul.txt')).toBe('../ab/./_nul.txt');
  });
});

describe('file tree', () => {
  it('leaves out entries outside the folder and counts them', () => {
    const { tree, warnings } = buildTree([file('a.txt'), file('../b.txt'), { kind: 'link', path: 'c', target: '/etc' }], 100);
    expect(tree.entries.map(({ path }) => path)).toEqual(['a.txt']);
    expect(warnings).toEqual([{ code: 'entries-dropped', params: { count: 2 } }]);
  });

  it('keeps the later of two entries with the same path', () => {
    const { tree } = buildTree([file('a.txt', 1), file('./a.txt', 2)], 100);
    expect(tree.entries.map((entry) => entry.kind === 'file' && entry.size)).toEqual([2]);
  });

  // Sorting the marks as they are takes minutes.
  it('keeps entries that differ only in surplus combining marks', () => {
    const marks = '\u0315\u0316'.repeat(500_000);
    const { tree } = buildTree([file(`${marks}a`), file(`${marks}\u0315a`), file(`${marks}a`)], 100_000);
    const paths = tree.entries.map(({ path }) => path);
    expect(paths.map((path) => path.replace(/^\p{M}{30}/u, ''))).toEqual(['', ' (2)']);
  });

  it('renames entries that a system would misread, and keeps all of them', () => {
    const folder = (path: string): TreeEntry => ({ kind: 'directory', path });
    const link: TreeEntry = { kind: 'link', path: 'x\u202E', target: 'a/\u202Eb.txt' };
    const names = ['a/b.txt', 'a/\u202Eb.txt', 'a/b\r.txt', 'A/B.txt', 'aux.c', 'c:b.txt', 'a/.\u200b./b.txt'];
    const { tree, warnings } = buildTree([folder('a'), folder('a\u202E'), ...names.map((name) => file(name)), link], 100);
    expect(warnings).toEqual([]);
    expect(tree.entries.map(({ path }) => path)).toEqual([
      'a',
      'a/b.txt',
      'a/b (3).txt',
      'a/b (4).txt',
      'A/B.txt',
      '_aux.c',
      'c_b.txt',
      'a/__/b.txt',
      'x',
    ]);
    expect(tree.entries.at(-1)).toMatchObject({ target: 'a/b.txt' });
  });

  it('refuses an archive bomb but accepts an empty disk image', () => {
    const tenGigabytes = 10 * 1024 ** 3;
    expect(() => buildTree([file('zeros', tenGigabytes)], 10 * 1024 ** 2)).toThrow(
      expect.objectContaining({ code: 'too-large' }),
    );
    expect(buildTree([file('image', 1024 ** 3)], 1024 ** 2).tree.entries).toHaveLength(1);
    expect(buildTree([file('photos', tenGigabytes)], 9 * 1024 ** 3).tree.entries).toHaveLength(1);
  });
});

describe('names without an encoding mark', () => {
  it('are decoded together', () => {
    const korean = Uint8Array.of(0xc7, 0xd1, 0xb1, 0xdb); // 한글 in CP949
    expect(decodeNames([korean, new TextEncoder().encode('a.txt')])).toEqual(['한글', 'a.txt']);
    expect(decodeNames([new TextEncoder().encode('가.txt')])).toEqual(['가.txt']);
    expect(decodeNames([Uint8Array.of(0xff, 0xff)])).toBeUndefined();
  });
});

describe('stream with a declared length', () => {
  it.each([3, 5])('fails when %i bytes were declared for 4', async (size) => {
    const stream = streamOf(new Blob(['four'])).pipeThrough(exactly(size));
    await expect(collect(stream)).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('passes bytes through unchanged', async () => {
    expect(await collect(streamOf(new Blob(['four'])).pipeThrough(exactly(4)))).toEqual(new TextEncoder().encode('four'));
  });
});
