import { dataOf } from '@bakkum/data-tree/tree';
import { isList, isTable, type Value, wordsOf } from '@bakkum/data-tree/value';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { expect, test } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const statistics = { engine, manifest };

async function rowsOf(input: Blob, from: string, options = {}): Promise<readonly string[]> {
  const { outputs } = await convertWith(statistics, { input, from, to: 'data', options });
  const value = dataOf(outputs[0].content);
  if (!isList(value)) throw new TypeError('rows were expected');
  return [...value.slice(0, 1), ...value].map((row, index) => cellsOf(row, index === 0));
}

function cellsOf(row: Value, isHead: boolean): string {
  if (!isTable(row)) throw new TypeError('a record was expected');
  return [...row].map(([name, value]) => (isHead ? name : value === null ? 'null' : wordsOf(value))).join('|');
}

test.each(['sav.sav', 'packed.zsav'])('%s, saved by PSPP, has the original values under long names', async (name) => {
  expect(await rowsOf(await fixture(`data/${name}`), 'sav')).toEqual([
    'id|이름|price|day|moment|answer',
    '1|사과|1.5|2026-11-21|2026-11-21T10:20:30|1',
    '2|Pear, green|-2.25|1999-12-31|1999-12-31T23:59:59|2',
    '3||null|null|null|9',
  ]);
});

test('codes become labels on request', async () => {
  const rows = await rowsOf(await fixture('data/sav.sav'), 'sav', { codedValues: 'labels' });
  expect(rows.map((row) => row.split('|').at(-1))).toEqual(['answer', '예', 'No', 'Not asked']);
});

test.each([
  ['dta.dta', '이름', '사과'],
  ['dta-114.dta', 'name', 'Apple'],
  ['dta-117.dta', 'name', 'Apple'],
])('%s, saved by pandas, has the values of the data frame', async (file, name, first) => {
  expect(await rowsOf(await fixture(`data/${file}`), 'dta', { codedValues: 'labels' })).toEqual([
    `id|${name}|price|day|answer`,
    expect.stringMatching(new RegExp(`^1\\|${first}\\|1\\.5\\|2026-11-21\\|(?:예|Yes)$`)),
    '2|Pear, green|-2.25|1999-12-31|No',
    '3||null|null|No',
  ]);
});

test.each([
  ['sas.xpt', 'with the numbers of a mainframe', 'ID|NAME|PRICE|DAY'],
  ['sas.sas7bdat', 'saved by ReadStat', 'id|name|price|day'],
])('%s, %s, has dates according to their format', async (file, _, head) => {
  expect(await rowsOf(await fixture(`data/${file}`), 'sas')).toEqual([
    head,
    '1|Apple|1.5|2026-11-21',
    '2|Pear, green|-2.25|1999-12-31',
    '3||null|null',
  ]);
});

test.each(['sav.sav', 'packed.zsav', 'dta.dta', 'dta-114.dta', 'sas.xpt'])(
  '%s truncated anywhere is refused or shortened',
  async (name) => {
    const whole = await fixture(`data/${name}`);
    const from = name.endsWith('sav') ? 'sav' : name.endsWith('dta') ? 'dta' : 'sas';
    for (let length = 0; length < whole.size; length += 37) {
      const result = rowsOf(whole.slice(0, length), from);
      const code = await result.then(
        (rows) => (rows.length <= 4 ? 'shorter' : 'longer'),
        (failure: unknown) => (failure instanceof Error && 'code' in failure ? failure.code : failure),
      );
      expect(['shorter', 'corrupt', 'empty', 'unsupported-feature', 'too-large']).toContain(code);
    }
  },
);
