import { FILES, treeOf } from '@bakkum/archive-tree/tree';
import { crc16 } from '@bakkum/bytes/checksums';
import { collect } from '@bakkum/bytes/streams';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const convert = (input: Blob) => convertWith({ engine, manifest }, { input, from: 'lzh', to: FILES });

async function inside(input: Blob): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of treeOf((await convert(input)).outputs[0].content).entries)
    found.push(
      entry.kind === 'file' ? `${entry.path}: ${new TextDecoder().decode(await collect(entry.open()))}` : `${entry.path}/`,
    );
  return found;
}

const int = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
const letters = (text: string): number[] => [...new TextEncoder().encode(text)];
const wide = (text: string): number[] => [...text].flatMap((letter) => int(letter.charCodeAt(0), 2));
const CONTENT = letters('words');
const CRC = crc16(Uint8Array.from(CONTENT));
/** 2026-11-22 06:00 as a DOS time and as a Unix time. */
const DOS = ((46 << 9) | (11 << 5) | 22) * 65_536 + (6 << 11);
const UNIX = 1_795_327_200;

const fixed = (method: string, packed: number, time: number, level: number): number[] => [
  ...letters(method),
  ...int(packed, 4),
  ...int(CONTENT.length, 4),
  ...int(time, 4),
  0x20,
  level,
];

function levelZero(name: string): number[] {
  const body = [...fixed('-lh0-', CONTENT.length, DOS, 0), name.length, ...letters(name), ...int(CRC, 2)];
  return [body.length, body.reduce((sum, byte) => sum + byte, 0) % 256, ...body, ...CONTENT];
}

/** Extensions, each followed by the length of the next, preceded by the length of the first. */
function chain(extensions: readonly (readonly number[])[], bytes: number): number[] {
  const sizes = extensions.map((each) => each.length + bytes);
  return [...int(sizes[0] ?? 0, bytes), ...extensions.flatMap((each, index) => [...each, ...int(sizes[index + 1] ?? 0, bytes)])];
}

function levelOne(name: string, extensions: readonly (readonly number[])[]): number[] {
  const extended = chain(extensions, 2);
  const own = [
    ...fixed('-lh0-', CONTENT.length + extended.length - 2, DOS, 1),
    name.length,
    ...letters(name),
    ...int(CRC, 2),
    0x4d,
  ];
  const body = [...own, ...extended.slice(0, 2)];
  return [body.length, body.reduce((sum, byte) => sum + byte, 0) % 256, ...body, ...extended.slice(2), ...CONTENT];
}

function levelTwo(method: string, extensions: readonly (readonly number[])[]): number[] {
  const body = [
    ...fixed(method, method === '-lhd-' ? 0 : CONTENT.length, UNIX, 2),
    ...int(CRC, 2),
    0x4d,
    ...chain(extensions, 2),
  ];
  return [...int(body.length + 2, 2), ...body, ...(method === '-lhd-' ? [] : CONTENT)];
}

function levelThree(extensions: readonly (readonly number[])[]): number[] {
  const extended = chain(extensions, 4);
  const start = [...fixed('-lh0-', CONTENT.length, UNIX, 3), ...int(CRC, 2), 0x55];
  return [4, 0, ...start, ...int(start.length + 6 + extended.length, 4), ...extended, ...CONTENT];
}

const archive = (...entries: readonly (readonly number[])[]): Blob => new Blob([Uint8Array.from([...entries.flat(), 0])]);
const KINDS = archive(
  levelZero('a\\b.txt'),
  levelOne('short', [
    [0x01, ...letters('longer.txt')],
    [0x02, ...letters('folder'), 0xff],
  ]),
  levelTwo('-lh0-', [
    [0x46, ...int(932, 4)],
    [0x01, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67],
    [0x02, 0x83, 0x65, 0xff],
  ]),
  levelTwo('-lh0-', [
    [0x01, ...letters('____')],
    [0x44, ...wide('한글.txt')],
    [0x45, ...wide('폴더\uffff속\uffff')],
  ]),
  levelTwo('-lhd-', [[0x01], [0x45, ...wide('빈\uffff')]]),
  levelThree([[0x01, ...letters('three.txt')]]),
);

describe('LHA archives', () => {
  it('of every level have their names, in code pages and in UTF-16', async () => {
    expect(await inside(KINDS)).toEqual([
      'a/b.txt: words',
      'folder/longer.txt: words',
      'テ/テスト: words',
      '폴더/속/한글.txt: words',
      '빈/',
      'three.txt: words',
    ]);
    const times = treeOf((await convert(KINDS)).outputs[0].content).entries.map(({ modifiedAt }) => modifiedAt?.toISOString());
    expect(new Set(times)).toEqual(new Set(['2026-11-22T06:00:00.000Z']));
  });

  it.skipIf(!hasProgram('lha'))('match the listing of lhasa', async () => {
    const some = archive(
      levelZero('a/b.txt'),
      levelOne('short', [
        [0x01, ...letters('longer.txt')],
        [0x02, ...letters('folder'), 0xff],
      ]),
      levelThree([[0x01, ...letters('three.txt')]]),
    );
    bench.write('a.lzh', await some.bytes());
    const listed = bench.run('lha', 'l', 'a.lzh');
    for (const name of ['a/b.txt', 'folder/longer.txt', 'three.txt']) expect(listed).toContain(name);
  });

  it('match the content read by 7-Zip', async () => {
    expect(await inside(await fixture('archives/tree.lzh'))).toEqual([expect.stringMatching(/^hello\.txt: .{15}\n?$/)]);
  });

  it('with a wrong checksum or unknown method are refused on opening', async () => {
    const bytes = await archive(levelZero('a')).bytes();
    await expect(inside(new Blob([bytes.with(-2, 0)]))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(inside(new Blob([bytes.with(5, 0x31)]))).rejects.toMatchObject({ code: 'unsupported-feature' });
  });

  it('are refused or read when truncated or changed anywhere', async () => {
    const whole = await KINDS.bytes();
    const codes = new Set<unknown>();
    for (let at = 1; at < whole.length; at += 1) {
      const changed = whole.with(at, (whole[at] ?? 0) ^ 0xff);
      for (const bytes of [changed, whole.slice(0, at)])
        codes.add(
          await inside(new Blob([bytes])).then(
            () => 'read',
            (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
          ),
        );
    }
    const allowed = ['read', 'corrupt', 'empty', 'unsupported-feature', 'too-large'];
    expect([...codes].filter((code) => !allowed.includes(String(code)))).toEqual([]);
  });
});
