import { buildTree, FILES, treeOf } from '@bakkum/archive-tree/tree';
import { collect } from '@bakkum/bytes/streams';
import { blobOf } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const native = workbench();
afterAll(() => native.dispose());

async function unpacked(input: Blob, from: string): Promise<Uint8Array> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from, to: FILES });
  const [file] = treeOf(outputs[0].content).entries;
  if (file?.kind !== 'file') throw new TypeError('expected a file');
  return collect(file.open());
}

async function packed(bytes: Uint8Array<ArrayBuffer>, to: string, options = {}): Promise<Uint8Array> {
  const blob = new Blob([bytes]);
  const { tree } = buildTree([{ kind: 'file', path: 'a.bin', size: blob.size, open: () => blob.stream() }], blob.size);
  const { outputs } = await convertWith({ engine, manifest }, { input: tree, from: FILES, to, options });
  return new Uint8Array(await blobOf(outputs[0].content).arrayBuffer());
}

/** Deterministic pseudo-random bytes. */
function noise(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0, state = 1; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

const lines = new TextEncoder().encode(Array.from({ length: 60_000 }, (_, line) => `${line} 다람쥐 ${line % 97}\n`).join(''));
const PAYLOADS: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
  ['nothing', new Uint8Array()],
  ['one byte', Uint8Array.of(7)],
  ['lines of text', lines],
  ['noise', noise(300_000)],
  ['zeros', new Uint8Array(2_500_000)],
  ['repeated noise', Uint8Array.from([...noise(70_000), ...noise(70_000)])],
];

describe('files packed by native programs', () => {
  it.each([
    ['hello.txt.lz4', 'lz4', 'Hello, archive.\n'],
    ['hello.txt.lzo', 'lzo', 'Hello, archive.\n'],
    ['hello.txt.br', 'br', 'Hello, archive.\n'],
    ['text.sz', 'snappy', `Hello, archive.\n${'abcd'.repeat(20)}end\n`],
  ])('%s', async (name, from, text) => {
    expect(new TextDecoder().decode(await unpacked(await fixture(`archives/${name}`), from))).toBe(text);
  });

  it('are unpacked from LZ4 blocks that refer to earlier blocks', async () => {
    const bytes = await unpacked(await fixture('archives/dependent.txt.lz4'), 'lz4');
    expect(bytes).toHaveLength(200_000);
    expect(new Set(new TextDecoder().decode(bytes).split('\n').slice(0, -1))).toEqual(
      new Set(['다람쥐 헌 쳇바퀴에 타고파. 0123456789']),
    );
  });

  it.each([
    ['tree.tar.lz4', 'tar-lz4'],
    ['tree.tar.lzo', 'tar-lzo'],
    ['tree.tar.br', 'tar-br'],
  ])('are unpacked as a tar: %s', async (name, from) => {
    const { outputs } = await convertWith({ engine, manifest }, { input: await fixture(`archives/${name}`), from, to: FILES });
    expect(treeOf(outputs[0].content).entries.map(({ path }) => path)).toContain('folder/한글 이름.txt');
  });

  const packers = [
    ['lz4', 'lz4', ['-q', '-f', '-1', 'in', 'out']],
    ['lz4', 'lz4', ['-q', '-f', '-9', '-B4', '-BD', '-BX', 'in', 'out']],
    ['lz4', 'lz4', ['-q', '-f', '-l', 'in', 'out']],
    ['lzo', 'lzop', ['-f', '-1', '-o', 'out', 'in']],
    ['lzo', 'lzop', ['-f', '-9', '-CC', '-o', 'out', 'in']],
    ['br', 'brotli', ['-f', '-q', '5', '-o', 'out', 'in']],
  ] as const;
  describe.each(packers)('%s by %s', (from, program, args) => {
    it.skipIf(!hasProgram(program)).each(PAYLOADS)(`${args.join(' ')}: %s`, async (_, bytes) => {
      native.write('in', bytes);
      native.run(program, ...args);
      expect(Buffer.from(await unpacked(new Blob([native.read('out')]), from)).equals(bytes)).toBe(true);
    });
  });
});

describe('files packed here', () => {
  const unpackers = [
    ['lz4', 'lz4', ['-q', '-d', '-f', 'in.lz4', 'out']],
    ['zst', 'zstd', ['-q', '-d', '-f', 'in.zst', '-o', 'out']],
    ['br', 'brotli', ['-d', '-f', 'in.br', '-o', 'out']],
    ['compress', '7z', ['e', '-y', '-so', 'in.compress']],
  ] as const;
  describe.each(unpackers)('are opened by native programs: %s, %s', (to, program, args) => {
    it.skipIf(!hasProgram(program)).each(PAYLOADS)('%s', async (_, bytes) => {
      native.write(`in.${to}`, await packed(bytes, to));
      if (to === 'compress') {
        native.write('unpack', '#!/bin/sh\ngzip -d -c in.compress > out\n');
        native.run('sh', 'unpack');
      } else native.run(program, ...args);
      expect(Buffer.from(native.read('out')).equals(bytes)).toBe(true);
    });
  });

  it.each(PAYLOADS)('survive a round trip through Snappy: %s', async (_, bytes) => {
    expect(Buffer.from(await unpacked(new Blob([Uint8Array.from(await packed(bytes, 'snappy'))]), 'snappy')).equals(bytes)).toBe(
      true,
    );
  });

  it('get smaller with more effort', async () => {
    const [fast, smallest] = await Promise.all([
      packed(lines, 'zst', { compression: 'fast' }),
      packed(lines, 'zst', { compression: 'smallest' }),
    ]);
    expect(smallest.length).toBeLessThan(fast.length);
  });
});

describe('damaged files', () => {
  const files = [
    ['dependent.txt.lz4', 'lz4'],
    ['hello.txt.lzo', 'lzo'],
    ['text.sz', 'snappy'],
    ['tree.tar.br', 'br'],
  ] as const;
  it.each(files)('are refused if truncated: %s', async (name, from) => {
    const whole = await fixture(`archives/${name}`);
    await expect(unpacked(whole.slice(0, whole.size - 9), from)).rejects.toMatchObject({ code: 'corrupt' });
    await expect(unpacked(new Blob(['no such thing, only words']), from)).rejects.toMatchObject({ code: 'corrupt' });
    await expect(unpacked(new Blob(), from)).rejects.toMatchObject({ code: 'empty' });
  });

  it.each(files.slice(0, 3))('are refused with a changed bit: %s', async (name, from) => {
    const bytes = new Uint8Array(await (await fixture(`archives/${name}`)).arrayBuffer());
    const at = bytes.length - 12;
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    await expect(unpacked(new Blob([bytes]), from)).rejects.toMatchObject({ code: 'corrupt' });
  });
});
