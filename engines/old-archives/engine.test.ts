import { createHash } from 'node:crypto';
import { FILES, treeOf } from '@bakkum/archive-tree/tree';
import { collect } from '@bakkum/bytes/streams';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const file = (name: string): Promise<Blob> => fixture(`archives/${name}`);

/** Names with sizes and the start of their SHA-1. */
async function inside(input: Blob, from: string): Promise<readonly string[]> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from, to: FILES });
  const found: string[] = [];
  for (const entry of treeOf(outputs[0].content).entries) {
    if (entry.kind === 'directory') found.push(`${entry.path}/`);
    if (entry.kind !== 'file') continue;
    const bytes = await collect(entry.open());
    found.push(`${entry.path} ${bytes.length} ${createHash('sha1').update(bytes).digest('hex').slice(0, 8)}`);
  }
  return found;
}

const HELLO = 'hello.txt 15 94037122';

describe('old archives', () => {
  it('unpack ARC: stored, packed, squeezed, crunched, squashed', async () => {
    expect(await inside(await file('tree.arc'), 'arc')).toEqual([
      HELLO,
      'run.txt 36 6c783ce5',
      'skew.txt 900 88363aea',
      'small.txt 3000 36a29d2a',
      'w.txt 9000 2f5aec4d',
    ]);
    expect(await inside(await file('squashed.arc'), 'arc')).toEqual(['long.txt 18500 2546ca22', 'ww.txt 25000 df89a36a']);
  });

  it('unpack zoo: stored, LZW, LZH, without deleted files', async () => {
    expect(await inside(await file('tree.zoo'), 'zoo')).toEqual([
      HELLO,
      'sub/words of Bakkum.txt 25000 df89a36a',
      'lh5.txt 3360 383ebd8e',
    ]);
  });

  it('unpack floppies with both file systems', async () => {
    expect([...(await inside(await file('old.adf'), 'adf'))].sort()).toEqual([
      'Sub/',
      'Sub/Empty 0 da39a3ee',
      'Sub/words 18000 49035421',
      HELLO,
    ]);
    expect(await inside(await file('fast.adf'), 'adf')).toEqual(expect.arrayContaining(['Sub/words 18000 49035421', HELLO]));
  });
});

describe('hostile input', () => {
  it.each([
    ['tree.arc', 'arc'],
    ['tree.zoo', 'zoo'],
    ['old.adf', 'adf'],
  ])('%s truncated or changed anywhere is refused or read, without hanging', async (name, from) => {
    const whole = new Uint8Array(await (await file(name)).arrayBuffer());
    const outcomes = new Set<unknown>();
    const attempt = (bytes: Uint8Array<ArrayBuffer>): Promise<unknown> =>
      inside(new Blob([bytes]), from).then(
        () => 'read',
        (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
      );
    for (let step = 1; step < 40; step += 1) {
      const at = Math.floor((whole.length * step) / 40);
      outcomes.add(await attempt(whole.slice(0, at)));
      const changed = whole.slice();
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      outcomes.add(await attempt(changed));
    }
    const known = ['read', 'corrupt', 'empty', 'unsupported-feature', 'too-large'];
    expect([...outcomes].filter((outcome) => !known.includes(String(outcome)))).toEqual([]);
    expect(outcomes).toContain('corrupt');
  });
});
