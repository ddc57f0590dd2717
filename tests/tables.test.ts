/** Typed tables through every reader and writer, and to and from independent programs. */

import { bytesOf, type Content, type Engine, type EngineManifest } from '@bakkum/conversion/engine';
import { DATA, dataOf, dataTree } from '@bakkum/data-tree/tree';
import { isList, isTable, Moment, Real, type Table, type Value } from '@bakkum/data-tree/value';
import { ENGINE_LOADERS } from '@bakkum/registry/engines.gen';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { describe, expect, it } from 'vitest';
import { convertWith, fixture } from './engine-context.ts';

type Subject = { readonly engine: Engine; readonly manifest: EngineManifest };

async function subject(id: string): Promise<Subject> {
  const manifest = MANIFESTS.find((each) => each.id === id);
  const load = ENGINE_LOADERS[id];
  if (!manifest || !load) throw new RangeError(`no engine ${id}`);
  return { engine: (await load()).engine, manifest };
}

async function read(id: string, input: Blob, from: string): Promise<Value> {
  const { outputs } = await convertWith(await subject(id), { input, from, to: DATA });
  return dataOf(outputs[0].content);
}

async function written(id: string, value: Value, to: string) {
  const { outputs, warnings } = await convertWith(await subject(id), { input: dataTree(value), from: DATA, to });
  return { files: outputs.map(({ content }: { content: Content }) => content), warnings: warnings.map(({ code }) => code) };
}

const blobIn = (content: Content | undefined): Blob => {
  if (content instanceof Blob) return content;
  throw new TypeError('a table is a file');
};

/** Converts a tree to plain data that keeps types distinguishable. */
function shown(value: Value): unknown {
  if (isList(value)) return value.map(shown);
  if (isTable(value)) return { table: [...value].map(([key, child]) => [key, shown(child)]) };
  if (value instanceof Uint8Array) return { bytes: [...value] };
  return value instanceof Real || value instanceof Moment ? { ...value } : value;
}

const row = (cells: Readonly<Record<string, Value>>): Table => new Map(Object.entries(cells));
const nothing = { 이름: null, big: null, ratio: null, yes: null, at: null, local: null, day: null };
/** Content of the fixtures, which independent programs created. */
const FLAT: readonly Table[] = [
  row({
    이름: '다람쥐',
    big: 9_007_199_254_740_993n,
    ratio: 0.5,
    yes: true,
    at: new Moment('2026-01-31T12:00:00.250Z', 'instant'),
    local: new Moment('2026-01-31T09:30:00', 'date-time'),
    day: new Moment('2026-01-31', 'date'),
    bytes: Uint8Array.of(0, 255, 1),
  }),
  row({
    이름: '고양이',
    big: -5,
    ratio: new Real(2),
    yes: false,
    at: new Moment('1969-12-31T23:59:59Z', 'instant'),
    local: new Moment('2026-01-31T09:30:01', 'date-time'),
    day: new Moment('1900-03-01', 'date'),
    bytes: new Uint8Array(),
  }),
  row({ ...nothing, bytes: null }),
];
const NESTED: readonly Readonly<Record<string, Value>>[] = [
  { price: new Real(123.45, '123.450'), tags: ['a', 'b'], place: row({ city: '서울', n: 1 }), kind: 'x' },
  { price: new Real(-0.001, '-0.001'), tags: [], place: row({ city: null, n: 2 }), kind: 'y' },
  { price: null, tags: null, place: null, kind: 'x' },
];
const WHOLE = FLAT.map((record, index) => {
  const { price = null, ...nested } = NESTED[index] ?? {};
  const entries = [...record].filter(([name]) => name !== 'bytes');
  return new Map([...entries, ['price', price], ['bytes', record.get('bytes') ?? null], ...Object.entries(nested)] as const);
});

describe('tables of other programs are read with their types', () => {
  it.each([
    ['parquet', 'table.plain.parquet', 'parquet'],
    ['parquet', 'table.snappy.parquet', 'parquet'],
    ['parquet', 'table.zstd.parquet', 'parquet'],
    ['arrow', 'table.arrow', 'arrow'],
    ['arrow', 'table.arrows', 'arrows'],
  ])('%s: %s', async (id, name, from) => {
    expect(shown(await read(id, await fixture(`tables/${name}`), from))).toEqual(shown(WHOLE));
  });
});

describe('tables survive a round trip value for value, without warnings', () => {
  it.each([
    ['parquet', 'parquet'],
    ['arrow', 'arrow'],
    ['arrow', 'arrows'],
  ])('%s: %s', async (id, to) => {
    const { files, warnings } = await written(id, FLAT, to);
    expect(warnings).toEqual([]);
    expect(shown(await read(id, blobIn(files[0]), to))).toEqual(shown(FLAT));
  });

  it('converts nested values to JSON and mixed cells to text, with a warning for each', async () => {
    const value = [row({ a: [1, 2], b: 1 }), row({ a: null, b: 'x' })];
    const { files, warnings } = await written('parquet', value, 'parquet');
    expect(warnings.toSorted()).toEqual(['structure-changed', 'types-changed']);
    const again = await read('parquet', blobIn(files[0]), 'parquet');
    expect(shown(again)).toEqual(shown([row({ a: '[1,2]', b: '1' }), row({ a: null, b: 'x' })]));
  });

  it('writes several tables to one file each', async () => {
    const value = row({ people: [row({ name: '김' })], places: [row({ city: '서울' })] });
    expect((await written('parquet', value, 'parquet')).files).toHaveLength(2);
  });
});

describe('databases', () => {
  it('of SQLite are read table by table, including large integers and binary values', async () => {
    const value = await read('sqlite', await fixture('tables/tables.sqlite'), 'sqlite');
    expect(isTable(value) && [...value.keys()]).toEqual(['people', '주소 록', 'empty']);
    const people = (isTable(value) ? value.get('people') : undefined) ?? null;
    expect(shown(isList(people) ? (people[1] ?? null) : null)).toEqual(
      shown(row({ id: 2, 이름: "O'Neil", age: 9_007_199_254_740_993n, ratio: new Real(2), photo: null, born: null })),
    );
    const { files, warnings } = await written('sqlite', value, 'sqlite');
    expect(warnings).toEqual([]);
    const again = await read('sqlite', blobIn(files[0]), 'sqlite');
    expect(shown(again)).toEqual(shown(isTable(value) ? new Map([...value].filter(([name]) => name !== 'empty')) : value));
  });
});

describe('damage', () => {
  it.each([
    ['sqlite', 'tables.sqlite', 'sqlite'],
    ['parquet', 'table.snappy.parquet', 'parquet'],
    ['arrow', 'table.arrow', 'arrow'],
  ])('%s: setting any byte of %s to 255 is refused or changes only values', async (id, name, from) => {
    const bytes = await bytesOf(await fixture(`tables/${name}`));
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 100)) {
      const changed = bytes.slice();
      changed[at] = 0xff;
      const outcome = await read(id, new Blob([changed]), from).then(
        () => 'read',
        (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? String(thrown.code) : thrown),
      );
      expect(['read', 'corrupt', 'unsupported-feature', 'too-large', 'encrypted']).toContain(outcome);
    }
  });
});
