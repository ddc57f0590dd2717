import { FILES, treeOf } from '@bakkum/archive-tree/tree';
import { collect } from '@bakkum/bytes/streams';
import { unpackLzma } from '@bakkum/copying-codecs/lzma';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function unpacked(input: Blob): Promise<string> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'lrzip', to: FILES });
  const [file] = treeOf(outputs[0].content).entries;
  if (file?.kind !== 'file') throw new TypeError('expected a file');
  return new TextDecoder().decode(await collect(file.open()));
}

const LINES = Array.from({ length: 1500 }, (_, line) => `${line} 다람쥐 ${line % 97}\n`).join('');

const patched = async (at: number, bytes: readonly number[]): Promise<Blob> => {
  const copy = new Uint8Array(await (await fixture('archives/lines.lrz')).arrayBuffer());
  copy.set(bytes, at);
  return new Blob([copy]);
};

describe('lrzip files', () => {
  it.each([
    ['hello.txt.lrz', 'Hello, archive.\n'],
    ['lines.lrz', LINES],
    ['lines-g.lrz', LINES],
    ['lines-l.lrz', LINES],
  ])('%s', async (name, text) => {
    expect(await unpacked(await fixture(`archives/${name}`))).toBe(text);
  });

  it('are refused if encrypted, of another version, truncated or changed', async () => {
    await expect(unpacked(await patched(22, [1]))).rejects.toMatchObject({ code: 'encrypted' });
    await expect(unpacked(await patched(5, [7]))).rejects.toMatchObject({ code: 'unsupported-feature' });
    const whole = await fixture('archives/lines.lrz');
    for (const length of [30, 60, 1000])
      await expect(unpacked(whole.slice(0, length))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(unpacked(await patched(1500, [1, 2, 3, 4]))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('are refused if a block refers back to itself', async () => {
    const bytes = new Uint8Array(await (await fixture('archives/hello.txt.lrz')).arrayBuffer());
    const start = 26 + (bytes[24] ?? 0);
    const next = bytes[start + 3] ?? 0;
    bytes[start + next + 3] = next;
    await expect(unpacked(new Blob([bytes]))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('are corrupt with copies from before the start or invalid properties', () => {
    expect(() => unpackLzma(Uint8Array.of(0, 255, 255, 255, 255, 255, 255, 255), 93, 100)).toThrow('copy');
    expect(() => unpackLzma(new Uint8Array(8), 240, 100)).toThrow('properties');
  });
});
