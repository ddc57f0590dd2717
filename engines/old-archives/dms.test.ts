import { crc16 } from '@bakkum/bytes/checksums';
import { convertWith } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const TRACK = 11_264;
const big = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256);

/** Packs bits, most significant first, with padding. */
function bitsOf(parts: readonly (readonly [value: number, count: number])[]): number[] {
  const bits = parts.flatMap(([value, count]) => Array.from({ length: count }, (_, bit) => (value >> (count - 1 - bit)) & 1));
  while (bits.length % 8 !== 0) bits.push(0);
  const bytes = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
  return [...bytes, 0, 0, 0, 0];
}

/** Track bytes below 128, with the last three repeating the two before them. */
function content(track: number): number[] {
  const bytes = Array.from({ length: TRACK }, (_, index) => (index * 7 + track * 13 + (index >> 7)) % 128);
  for (let index = TRACK - 3; index < TRACK; index += 1) bytes[index] = bytes[index - 2] ?? 0;
  return bytes;
}

type Packed = { readonly mode: number; readonly flags?: number; readonly between?: number; readonly bytes: readonly number[] };

/** Every packing method in its simplest form. */
const WAYS: readonly ((bytes: readonly number[]) => Packed)[] = [
  (bytes) => ({ mode: 0, bytes }),
  (bytes) => ({ mode: 1, bytes }),
  (bytes) => ({
    mode: 2,
    flags: 1,
    bytes: bitsOf([
      ...bytes.slice(0, -3).flatMap((byte): [number, number][] => [
        [1, 1],
        [byte, 8],
      ]),
      [0, 1],
      [1, 2],
      [1, 8],
    ]),
  }),
  (bytes) => ({
    mode: 3,
    flags: 1,
    bytes: bitsOf([
      ...bytes.slice(0, -3).flatMap((byte): [number, number][] => [
        [1, 1],
        [byte, 8],
      ]),
      [0, 1],
      [0, 8],
      [0, 3],
      [1, 3],
    ]),
  }),
  ...[5, 6].map((mode) => (bytes: readonly number[]): Packed => {
    const lengths = Array.from({ length: 257 }, (_, symbol): [number, number] => [symbol < 255 ? 8 : 9, 5]);
    const trees: [number, number][] = [[257, 9], ...lengths, [0, 5], [1, 5]];
    return {
      mode,
      flags: 3,
      bytes: bitsOf([...trees, ...bytes.slice(0, -3).map((byte): [number, number] => [byte, 8]), [511, 9]]),
    };
  }),
];

/** Run-length coding inside a heavy track, as indicated by its flag. */
function runsInHeavy(): Packed {
  const between = [0x90, 0xff, 7, ...big(TRACK, 2)];
  const lengths = Array.from({ length: 256 }, (): [number, number] => [8, 5]);
  return {
    mode: 6,
    flags: 6,
    between: between.length,
    bytes: bitsOf([[256, 9], ...lengths, [0, 5], [0, 5], ...between.map((byte): [number, number] => [byte, 8])]),
  };
}

function track(number: number, { mode, flags = 0, between = TRACK, bytes }: Packed, whole: readonly number[]): number[] {
  const sum = whole.reduce((total, byte) => (total + byte) & 0xffff, 0);
  const head = [
    0x54,
    0x52,
    ...big(number, 2),
    0,
    0,
    ...big(bytes.length, 2),
    ...big(between, 2),
    ...big(whole.length, 2),
    flags,
    mode,
    ...big(sum, 2),
    ...big(crc16(Uint8Array.from(bytes)), 2),
  ];
  return [...head, ...big(crc16(Uint8Array.from(head)), 2), ...bytes];
}

function archive(change: (head: number[]) => void = () => undefined): Uint8Array<ArrayBuffer> {
  const tracks = [
    ...WAYS.flatMap((way, number) => track(number, way(content(number)), content(number))),
    ...track(
      WAYS.length,
      runsInHeavy(),
      Array.from({ length: TRACK }, () => 7),
    ),
  ];
  const head = [
    ...Array.from({ length: 4 }, () => 0),
    ...big(0, 4),
    ...big(0, 4),
    ...big(0, 2),
    ...big(WAYS.length, 2),
    ...Array.from({ length: 34 }, () => 0),
  ];
  change(head);
  return Uint8Array.from([0x44, 0x4d, 0x53, 0x21, ...head, ...big(crc16(Uint8Array.from(head)), 2), ...tracks]);
}

async function disk(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { outputs } = await convertWith({ engine, manifest }, { input: new Blob([bytes]), from: 'dms', to: 'adf' });
  const [{ content: file }] = outputs;
  if (!(file instanceof Blob)) throw new TypeError('no file');
  return file.bytes();
}

describe('disks packed by Disk Masher', () => {
  it('are unpacked with every method, with missing tracks left empty', async () => {
    const whole = await disk(archive());
    expect(whole.length).toBe(901_120);
    for (const number of WAYS.keys()) expect([...whole.subarray(number * TRACK, (number + 1) * TRACK)]).toEqual(content(number));
    expect(new Set(whole.subarray(WAYS.length * TRACK, (WAYS.length + 1) * TRACK))).toEqual(new Set([7]));
    expect(new Set(whole.subarray((WAYS.length + 1) * TRACK))).toEqual(new Set([0]));
  });

  it.skipIf(!hasProgram('xdms'))('match the output of xdms', async () => {
    bench.write('a.dms', archive());
    bench.run('xdms', '-q', 'u', 'a.dms');
    const other = bench.read('a.adf');
    expect((await disk(archive())).subarray(0, other.length)).toEqual(Uint8Array.from(other));
  });

  it('are refused if encrypted, damaged or packed with the deep method', async () => {
    const bytes = archive();
    await expect(disk(archive((head) => void (head[7] = 2)))).rejects.toMatchObject({ code: 'encrypted' });
    await expect(disk(bytes.with(56 + 13, 4))).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(disk(bytes.with(56 + 40, 200))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(disk(bytes.slice(0, 60))).rejects.toMatchObject({ code: 'empty' });
    await expect(disk(bytes.slice(0, 5000))).rejects.toMatchObject({ code: 'corrupt' });
  });
});
