import { dataOf } from '@bakkum/data-tree/tree';
import { isList, isTable } from '@bakkum/data-tree/value';
import { convertWith } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const convert = (input: Blob) => convertWith({ engine, manifest }, { input, from: 'frm', to: 'data' });
const int = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

type Column = {
  readonly name: string;
  readonly type: number;
  readonly length: number;
  readonly flags: number;
  readonly charset?: number;
  readonly choices?: readonly string[];
  readonly comment?: string;
};

/** A definition as the server writes it: header, form, columns, names, values, comments. */
function definition(columns: readonly Column[]): Blob {
  const lists = columns.flatMap(({ choices }) => (choices ? [choices] : []));
  const names = [255, ...columns.flatMap(({ name }) => [...utf8(name), 255]), 0];
  const choices = lists.flatMap((list) => [255, ...list.flatMap((each) => [...utf8(each), 255]), 0]);
  const comments = columns.flatMap(({ comment = '' }) => utf8(comment));
  const fields = columns.flatMap((column) => {
    const list = column.choices ? lists.indexOf(column.choices) + 1 : 0;
    const { charset = 8 } = column;
    return [
      0,
      0,
      0,
      ...int(column.length, 2),
      0,
      0,
      0,
      ...int(column.flags, 2),
      0,
      charset >> 8,
      list,
      column.type,
      charset & 255,
      ...int(utf8(column.comment ?? '').length, 2),
    ];
  });
  const form = [
    ...zeros(258),
    ...int(columns.length, 2),
    ...int(5, 2),
    ...zeros(6),
    ...int(names.length, 2),
    ...zeros(4),
    ...int(choices.length, 2),
    ...zeros(12),
  ];
  const head = [0xfe, 1, 9, 12, 3, 0, ...zeros(61), ...int(100, 4), ...zeros(29)];
  return new Blob([Uint8Array.from([...head, ...form, ...zeros(5), ...fields, ...names, ...choices, ...comments])]);
}

const TABLE = definition([
  { name: '번호', type: 8, length: 20, flags: 0, comment: '기본 키' },
  { name: 'name', type: 15, length: 120, flags: 0x8000, charset: 33 },
  { name: 'price', type: 246, length: 12, flags: 0x8000 | (2 << 8) | 1 },
  { name: 'kind', type: 247, length: 8, flags: 0x8000, charset: 45, choices: ['차', "it's"] },
  { name: 'note', type: 252, length: 10, flags: 0x8000, charset: 224 },
  { name: 'raw', type: 252, length: 10, flags: 0x8000, charset: 63 },
  { name: 'count', type: 3, length: 11, flags: 1 },
]);

async function columns(input: Blob): Promise<readonly (readonly unknown[])[]> {
  const value = dataOf((await convert(input)).outputs[0].content);
  return isList(value) ? value.map((each) => (isTable(each) ? [...each.values()] : [])) : [];
}

describe('MySQL tables', () => {
  it('are read as a list of columns', async () => {
    expect(await columns(TABLE)).toEqual([
      ['번호', 'bigint(20) unsigned', false, null, '기본 키'],
      ['name', 'varchar(40)', true, 'utf8', null],
      ['price', 'decimal(10,2)', true, null, null],
      ['kind', "enum('차','it''s')", true, 'utf8mb4', null],
      ['note', 'text', true, 'utf8mb4', null],
      ['raw', 'blob', true, null, null],
      ['count', 'int(11)', false, null, null],
    ]);
  });

  it('are refused if they are views or not tables', async () => {
    await expect(convert(new Blob(['TYPE=VIEW\nquery=select 1']))).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(convert(new Blob(['words']))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('are refused or read when truncated or changed anywhere', async () => {
    const whole = await TABLE.bytes();
    const codes = new Set<unknown>();
    for (let at = 1; at < whole.length; at += 1)
      for (const bytes of [whole.with(at, (whole[at] ?? 0) ^ 0xff), whole.slice(0, at)])
        codes.add(
          await columns(new Blob([bytes])).then(
            () => 'read',
            (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
          ),
        );
    expect([...codes].filter((code) => !['read', 'corrupt', 'unsupported-feature'].includes(String(code)))).toEqual([]);
  });
});
