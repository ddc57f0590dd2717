import { jsonLine } from '@bakkum/data-tree/json-line';
import { DATA, dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function json(input: Blob): Promise<unknown> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'avro', to: DATA });
  return JSON.parse(jsonLine(dataOf(outputs[0].content), lossNotes())) as unknown;
}

const order = (id: number, more: object): object => ({
  id,
  이름: null,
  price: '1234.56',
  rate: id / 2,
  open: false,
  day: `2026-11-0${id}`,
  at: '2026-11-21T10:20:30.1234Z',
  kind: 'TEA',
  tags: [],
  counts: {},
  raw: 'AP8Q',
  next: null,
  ...more,
});

const first = order(1, { 이름: '홍차', open: true, tags: ['a', '나'], counts: { x: -3, y: 70000 } });

/** Compares decimals by their digits. */
const withDigits = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, each: unknown) => (key === 'price' ? String(each) : each)) as unknown;

describe('containers written by fastavro', () => {
  it.each(['avro', 'snappy', 'unpacked'])('hold the original records: %s.avro', async (name) => {
    expect(withDigits(await json(await fixture(`data/${name}.avro`)))).toEqual([
      { ...first, next: order(3, { 이름: '안쪽' }) },
      order(2, { kind: 'RICE', price: '-12.5' }),
    ]);
  });
});

/** Builds a container with one block. */
function container(schema: unknown, codec: string, count: number, block: readonly number[]): Blob {
  const text = (words: string): Uint8Array<ArrayBuffer> => {
    const bytes = new TextEncoder().encode(words);
    return new Uint8Array([...long(bytes.length), ...bytes]);
  };
  const sync = new Uint8Array(16);
  const facts = [text('avro.schema'), text(JSON.stringify(schema)), text('avro.codec'), text(codec)];
  const body = [new Uint8Array([...long(count), ...long(block.length), ...block]), sync];
  return new Blob([new Uint8Array([0x4f, 0x62, 0x6a, 1, ...long(2)]), ...facts, new Uint8Array([0]), sync, ...body]);
}

function long(value: number): readonly number[] {
  const bytes: number[] = [];
  let left = value >= 0 ? value * 2 : -value * 2 - 1;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return [...bytes, left];
}

describe('Avro values', () => {
  it('are exact at 64 bits', async () => {
    const most = [0xfe, ...Array.from({ length: 8 }, () => 0xff), 1];
    const { outputs } = await convertWith(
      { engine, manifest },
      { input: container('long', 'null', 2, [...most, 3]), from: 'avro', to: DATA },
    );
    expect(dataOf(outputs[0].content)).toEqual([2n ** 63n - 1n, -2]);
  });

  it('keep times and dates before 1970', async () => {
    const schema = [
      { type: 'int', logicalType: 'date' },
      { type: 'int', logicalType: 'time-millis' },
      { type: 'long', logicalType: 'local-timestamp-millis' },
    ];
    expect(await json(container(schema, 'null', 3, [0, 1, 2, ...long(1500), 4, 1]))).toEqual([
      '1969-12-31',
      '00:00:01.5',
      '1969-12-31T23:59:59.999',
    ]);
  });

  it('are read from Zstandard blocks', async () => {
    // A frame with one raw block: magic, single segment of 3 bytes, last block, data.
    const frame = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 3, 0x19, 0, 0, 4, 0x68, 0x69];
    expect(await json(container('string', 'zstandard', 1, frame))).toEqual(['hi']);
  });
});

describe('hostile input', () => {
  it.each([
    ['no container', 'corrupt', new Blob(['nothing'])],
    ['an unknown codec', 'unsupported-feature', container('int', 'xz', 1, [2])],
    [
      'a schema that is only itself',
      'corrupt',
      container({ type: 'record', name: 'a', fields: [{ name: 'b', type: 'c' }] }, 'null', 1, []),
    ],
    [
      'a record in itself without end',
      'too-large',
      container({ type: 'record', name: 'a', fields: [{ name: 'b', type: 'a' }] }, 'null', 1, []),
    ],
    [
      'an array of nothing, beyond counting',
      'too-large',
      container({ type: 'array', items: 'null' }, 'null', 1, [...long(2 ** 45), 0]),
    ],
  ])('%s is %s', async (_, code, input) => {
    await expect(json(input)).rejects.toMatchObject({ code });
  });

  it('is read or refused without crashing wherever it is truncated or changed', async () => {
    const whole = await (await fixture('data/snappy.avro')).bytes();
    const codes = new Set<unknown>();
    for (let at = 1; at < whole.length; at += 5) {
      const changed = whole.slice();
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      for (const bytes of [changed, whole.slice(0, at)])
        codes.add(
          await json(new Blob([bytes])).then(
            () => 'read',
            (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
          ),
        );
    }
    const allowed = ['read', 'corrupt', 'unsupported-feature', 'too-large'];
    expect([...codes].filter((code) => !allowed.includes(String(code)))).toEqual([]);
  });
});
