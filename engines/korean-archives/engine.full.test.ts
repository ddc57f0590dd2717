import { FILES, treeOf } from '@bakkum/archive-tree/tree';
import { type Bytes, decodeLatin1 } from '@bakkum/bytes/bytes';
import { crc32 } from '@bakkum/bytes/checksums';
import { collect } from '@bakkum/bytes/streams';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function inside(input: Blob, from: string): Promise<readonly string[]> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from, to: FILES });
  const found: string[] = [];
  for (const entry of treeOf(outputs[0].content).entries) {
    if (entry.kind === 'directory') found.push(`${entry.path}/`);
    if (entry.kind !== 'file') continue;
    const bytes = await collect(entry.open());
    found.push(
      `${entry.path} ${bytes.length} ${crc32(bytes).toString(16)} ${entry.modifiedAt?.toISOString().slice(0, 16) ?? ''}`,
    );
  }
  return found;
}

const sample = async (name: string): Promise<Bytes> => new Uint8Array(await (await fixture(`archives/${name}`)).arrayBuffer());

/** Replaces the bytes at the first place of a mark. */
function changed(bytes: Bytes, mark: string, offset: number, value: number): Blob {
  const copy = bytes.slice();
  copy[decodeLatin1(bytes).indexOf(mark) + offset] = value;
  return new Blob([copy]);
}

describe('archives of ALZip', () => {
  it('unpack from ALZ: stored, deflate, its bzip2, and Korean names', async () => {
    expect(await inside(new Blob([await sample('tree.alz')]), 'alz')).toEqual([
      'hello.txt 15 e5e80a6f 2024-05-17T12:30',
      '폴더/인사.txt 640 9422bcb6 2024-05-17T12:30',
      'bottles.txt 3490 4fc31477 2024-05-17T12:30',
      '빈 폴더/',
    ]);
  });

  it('unpack from EGG: stored, deflate, bzip2, LZMA', async () => {
    expect(await inside(new Blob([await sample('tree.egg')]), 'egg')).toEqual([
      'hello.txt 15 e5e80a6f 2024-05-17T12:30',
      '폴더/인사.txt 640 9422bcb6 2024-05-17T12:30',
      'bottles.txt 3490 4fc31477 2024-05-17T12:30',
      'numbers.txt 6980 6cfaea85 2024-05-17T12:30',
      '빈 폴더/',
    ]);
  });

  it('are corrupt with a wrong checksum or cut off', async () => {
    const [alz, egg] = [await sample('tree.alz'), await sample('tree.egg')];
    await expect(inside(changed(alz, 'Hello', 0, 0x68), 'alz')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(inside(changed(egg, 'Hello', 0, 0x68), 'egg')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(inside(new Blob([alz.subarray(0, 60)]), 'alz')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(inside(new Blob([egg.subarray(0, 60)]), 'egg')).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('are refused for AZO, and ask for a password', async () => {
    const [alz, egg] = [await sample('tree.alz'), await sample('tree.egg')];
    const azo = 3;
    await expect(inside(changed(egg, '\x13\x0c\xb5\x02', 4, azo), 'egg')).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(inside(changed(alz, 'BLZ\x01', 11, 0x21), 'alz')).rejects.toMatchObject({ code: 'encrypted' });
  });
});
