import { FILES, treeOf } from '@bakkum/archive-tree/tree';
import { collect } from '@bakkum/bytes/streams';
import { bytesOf } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const parts = { engine, manifest };

async function inside(input: Blob, from: string): Promise<readonly (readonly [string, Uint8Array])[]> {
  const { outputs } = await convertWith(parts, { input, from, to: FILES });
  const files: [string, Uint8Array][] = [];
  for (const entry of treeOf(outputs[0].content).entries)
    if (entry.kind === 'file') files.push([entry.path, await collect(entry.open())]);
  return files;
}

const hello = new TextEncoder().encode('Hello, 바꿈!\n');

describe('an encoded file', () => {
  it.each([
    ['SGVsbG8sIOuwlOq\n/iCEK', 'data.txt'],
    ['data:text/plain;base64,SGVsbG8sIOuwlOq/iCEK', 'data.txt'],
    ['SGVsbG8sIOuwlOq_iCEK', 'data.txt'],
  ])('%s', async (text, name) => {
    expect(await inside(new Blob([text]), 'base64')).toEqual([[name, hello]]);
  });

  it('is named after the text file it came from', async () => {
    const named = new File(['SGVsbG8sIOuwlOq/iCEK'], 'greeting.md.b64');
    expect((await inside(named, 'base64'))[0]?.[0]).toBe('greeting.md');
  });

  it('matches uuencode of the native program', async () => {
    const files = await inside(await fixture('archives/two-files.uue'), 'uue');
    expect(files.map(([name, bytes]) => [name, bytes.length])).toEqual([
      ['hello.txt', 15],
      ['all-bytes.bin', 256],
    ]);
    expect(files[0]?.[1]).toEqual(hello);
    expect(files[1]?.[1]).toEqual(Uint8Array.from({ length: 256 }, (_, index) => index));
  });

  it.each(['base64', 'uue'])('survives a round trip through %s byte for byte', async (to) => {
    const tree = (await convertWith(parts, { input: await fixture('archives/two-files.uue'), from: 'uue', to: FILES })).outputs[0]
      .content;
    const { outputs } = await convertWith(parts, { input: tree, from: FILES, to });
    expect(outputs.map(({ label }) => label)).toEqual(['hello.txt', 'all-bytes.bin']);
    const second = outputs[1]?.content;
    if (second === undefined) throw new TypeError('two files were expected');
    expect((await inside(new Blob([await bytesOf(second)]), to))[0]?.[1]).toEqual(
      Uint8Array.from({ length: 256 }, (_, index) => index),
    );
  });
});

it.each([
  ['§§§', 'base64'],
  ['AAAAA', 'base64'],
  ['begin 644 x\n#AAAA', 'uue'],
  ['nothing', 'uue'],
])('%j as %s is corrupt', async (text, from) => {
  await expect(inside(new Blob([text]), from)).rejects.toMatchObject({ code: 'corrupt' });
});
