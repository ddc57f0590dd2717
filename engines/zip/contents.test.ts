import { buildTree, type FileTree, type TreeEntry } from '@bakkum/archive-tree/tree';
import { describe, expect, it } from 'vitest';
import { contextFor, convertWith } from '../../tests/engine-context.ts';
import { MAX_FILES, MAX_SMALL_BYTES } from './contents.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const job = (input: FileTree) => ({ input, from: 'files', to: 'archive-contents' }) as const;
const extract = (input: FileTree, signal?: AbortSignal) => convertWith({ engine, manifest }, job(input), signal);

function file(path: string, content: string | Uint8Array<ArrayBuffer>, size?: number): TreeEntry {
  const blob = new Blob([content]);
  return { kind: 'file', path, size: size ?? blob.size, open: () => blob.stream() };
}

function treeOf(...entries: readonly TreeEntry[]): FileTree {
  return buildTree(entries, 1_000_000).tree;
}

describe('extraction of an archive', () => {
  it('returns each file with its path, also empty ones', async () => {
    const tree = treeOf({ kind: 'directory', path: 'a' }, file('a/one.txt', 'one'), file('a/b/한글.txt', '둘'), file('none', ''));
    const { outputs, warnings } = await extract(tree);
    const texts = outputs.map(async ({ content, label }) => [label, content instanceof Blob ? await content.text() : undefined]);
    expect(await Promise.all(texts)).toEqual([
      ['a/one.txt', 'one'],
      ['a/b/한글.txt', '둘'],
      ['none', ''],
    ]);
    expect(warnings).toEqual([]);
  });

  it('gives files no type that a browser would open as a page', async () => {
    const { outputs } = await extract(treeOf(file('page.html', '<script>alert(1)</script>')));
    expect(outputs.map(({ content }) => content instanceof Blob && content.type)).toEqual(['application/octet-stream']);
  });

  it('writes large files to disk and small ones to memory', async () => {
    let opened = 0;
    const context = contextFor(manifest);
    const openOutput = () => {
      opened += 1;
      return context.openOutput();
    };
    const tree = treeOf(file('small', 'x'), file('large', new Uint8Array(MAX_SMALL_BYTES + 1).fill(7)));
    const request = { inputs: [tree], from: 'files', to: 'archive-contents', options: {} } as const;
    const { outputs } = await engine.convert(request, { ...context, openOutput });
    expect(opened).toBe(1);
    expect(outputs.map(({ content }) => content instanceof Blob && content.size)).toEqual([1, MAX_SMALL_BYTES + 1]);
  });

  it('counts links that it leaves out', async () => {
    const { outputs, warnings } = await extract(treeOf(file('a.txt', 'a'), { kind: 'link', path: 'b.txt', target: 'a.txt' }));
    expect(outputs).toHaveLength(1);
    expect(warnings).toEqual([{ code: 'links-dropped', params: { count: 1 } }]);
  });

  it('refuses an archive with too many files, before it reads any', async () => {
    const unread = (index: number): TreeEntry => ({
      kind: 'file',
      path: String(index),
      size: 1,
      open: () => {
        throw new Error('read');
      },
    });
    const tree = treeOf(...Array.from({ length: MAX_FILES + 1 }, (_, index) => unread(index)));
    await expect(extract(tree)).rejects.toMatchObject({ code: 'too-large' });
  });

  it('refuses an archive without files', async () => {
    await expect(extract(treeOf({ kind: 'directory', path: 'a' }))).rejects.toMatchObject({ code: 'empty' });
  });

  it.each([2, 20])('refuses content whose declared size is wrong (%i bytes)', async (size) => {
    await expect(extract(treeOf(file('a', 'content', size)))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const endless: TreeEntry = {
      kind: 'file',
      path: 'endless',
      size: 1e12,
      open: () =>
        new ReadableStream({
          pull(stream) {
            stream.enqueue(new Uint8Array(1024));
            controller.abort();
          },
        }),
    };
    // `buildTree` would refuse its size.
    const tree: FileTree = { interchange: 'files', entries: [endless], release: () => undefined };
    await expect(extract(tree, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
