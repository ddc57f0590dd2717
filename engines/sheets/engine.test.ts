import { jsonLine } from '@bakkum/data-tree/json-line';
import { dataOf, dataTree, lossNotes } from '@bakkum/data-tree/tree';
import { Moment, type Value } from '@bakkum/data-tree/value';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { read, utils, write } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';
import { fillRows } from './workbook.ts';

const sheets = { engine, manifest };

async function textOf(input: Blob, from: string, to: string, options = {}): Promise<string> {
  const { outputs } = await convertWith(sheets, { input, from, to, options });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('a file was expected');
  return content.text();
}

const FRUIT = 'Name,Count,Value\r\nApple,3,1.5\r\nPear,12,-2.25\r\nFig,0,1000000\r\n';

test.each([
  ['wk1.wk1', 'wk1', FRUIT],
  ['qpro.wq1', 'qpro', FRUIT],
  ['dbf.dbf', 'dbf', '이름,COUNT,VALUE\r\n사과,3,1.5\r\n배,12,-2.25\r\n감,0,1000000\r\n'],
  ['slk.slk', 'slk', '이름,수량,값,코드\r\n사과,3,1.5,7\r\n배,12,-2.25,A\r\n감,0,1000000,B\r\n'],
  ['dif.dif', 'dif', '이름,수량,값,코드\r\n사과,3,1.5,7\r\n배,12,-2.25,A\r\n감,0,1000000,B\r\n'],
])('%s keeps the original content', async (name, from, expected) => {
  expect(await textOf(await fixture(`documents/${name}`), from, 'csv')).toBe(expected);
});

test.each(['xlsb', 'numbers'])('every sheet of %s becomes a table of the same name', async (from) => {
  const { outputs } = await convertWith(sheets, { input: await fixture(`documents/${from}.${from}`), from, to: 'csv' });
  const tables = outputs.map(async ({ label, content }) => [label, content instanceof Blob ? await content.text() : '']);
  expect(await Promise.all(tables)).toEqual([
    ['표', '이름,수량,값\r\n사과,3,1.5\r\n배,12,2.25\r\n'],
    ['Two', 'Second\r\n7\r\n'],
  ]);
});

test('Numbers 2009 documents are read from one XML file with sequentially numbered cells', async () => {
  const tables = (name: string, cells: string) =>
    `<sf:tabular-model sf:name="${name}"><sf:grid><sf:datasource>${cells}</sf:datasource></sf:grid></sf:tabular-model>`;
  const text = (letters: string, distance = '') => `<sf:t${distance}><sf:ct sfa:s="${letters}"/></sf:t>`;
  const first = [
    text('품목', ' sf:ct="0"'),
    text('Count'),
    '<sf:g/>',
    '<sf:t sf:ct="254"><sf:so><sf:text-body><sf:p>A &amp; <sf:span>B</sf:span></sf:p></sf:text-body></sf:so></sf:t>',
    '<sf:n sf:v="97.400000000000006"/>',
    '<sf:cb sf:v="1"/>',
    '<sf:d sf:ct="254" sf:cell-date="276048000"/>',
    '<sf:f><sf:fo sf:fs="=1+1"/><sf:r><sf:rn sf:v="2"/></sf:r></sf:f>',
    '<sf:pm sf:ct="256"><sf:menu-choices><sf:t sfa:ID="a"><sf:ct sfa:s="Food"/></sf:t></sf:menu-choices><sf:proxied-cell-ref sfa:IDREF="a"/></sf:pm>',
  ].join('');
  const sheet = (name: string, ...all: readonly string[]) =>
    `<ls:workspace ls:workspace-name="${name}">${all.join('')}</ls:workspace>`;
  const index = `<ls:document>${sheet('Costs', tables('One', first), tables('Two', text('x', ' sf:ct="0"')))}${sheet('Last', tables('T', text('y', ' sf:ct="0"')))}<ls:templates>${tables('Unused', text('z'))}</ls:templates></ls:document>`;
  const file = new Blob([new Uint8Array(zipSync({ 'index.xml': strToU8(index) }))]);
  const { outputs } = await convertWith(sheets, { input: file, from: 'numbers', to: 'csv' });
  const found = outputs.map(async ({ label, content }) => [label, content instanceof Blob ? await content.text() : '']);
  expect(await Promise.all(found)).toEqual([
    ['Costs One', '품목,Count,\r\nA & B,97.4,TRUE\r\n2009-10-01,2,\r\n,Food,\r\n'],
    ['Costs Two', 'x\r\n'],
    ['Last', 'y\r\n'],
  ]);
});

test('Numbers documents with a password are refused without asking for it', async () => {
  const input = new Blob([new Uint8Array(zipSync({ '.iwpv2': new Uint8Array(4) }))]);
  const locked = convertWith(sheets, { input, from: 'numbers', to: 'csv', options: { password: 'secret' } });
  await expect(locked).rejects.toMatchObject({ code: 'encrypted' });
  const options = manifest.conversions.filter(({ from }) => from.includes('numbers')).map((each) => each.options ?? {});
  expect(options.some((schema) => Object.hasOwn(schema, 'password'))).toBe(false);
});

test('records have numbers as numbers, and sheets by name', async () => {
  const { outputs } = await convertWith(sheets, {
    input: await fixture('documents/numbers.numbers'),
    from: 'numbers',
    to: 'data',
  });
  expect(jsonLine(dataOf(outputs[0].content), lossNotes())).toBe(
    '{"표":[{"이름":"사과","수량":3,"값":1.5},{"이름":"배","수량":12,"값":2.25}],"Two":[{"Second":7}]}',
  );
});

test('records become one sheet per table, with typed numbers and dates and unchanged long numbers', async () => {
  const table = new Map<string, Value>([
    ['day', new Moment('2026-11-21', 'date')],
    ['count', 12n],
    ['long', 12345678901234567890n],
    ['none', null],
  ]);
  const { outputs } = await convertWith(sheets, {
    input: dataTree(
      new Map([
        ['표/하나', [table]],
        ['Two', [new Map([['a', 1.5]])]],
      ]),
    ),
    from: 'data',
    to: 'xlsx',
  });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('a workbook was expected');
  const again = await convertWith(sheets, { input: content, from: 'xlsx', to: 'data' });
  expect(jsonLine(dataOf(again.outputs[0].content), lossNotes())).toBe(
    '{"표 하나":[{"day":"2026-11-21","count":12,"long":"12345678901234567890","none":null}],"Two":[{"a":1.5}]}',
  );
});

test('a postal code keeps its leading zero in both directions', async () => {
  const { outputs } = await convertWith(sheets, {
    input: new Blob(['code,n\r\n01234,5\r\n']),
    from: 'csv',
    to: 'xlsx',
  });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('a workbook was expected');
  const records = await convertWith(sheets, { input: content, from: 'xlsx', to: 'data' });
  expect(jsonLine(dataOf(records.outputs[0].content), lossNotes())).toBe('[{"code":"01234","n":5}]');
});

test('a table changes only its separators', async () => {
  const table = 'a,"b\tc"\r\n007,"say ""so"""\r\n';
  expect(await textOf(new Blob([table]), 'csv', 'tsv')).toBe('a\t"b\tc"\r\n007\t"say ""so"""\r\n');
});

test('workbooks that need calculation are left to the office engine', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, { '!ref': 'A1:B1', A1: { t: 'n', v: 2 }, B1: { t: 'n', f: 'A1+1' } }, 'A');
  const bytes: unknown = write(book, { type: 'array', bookType: 'xlsx' });
  if (!(bytes instanceof ArrayBuffer)) throw new TypeError('a workbook was expected');
  await expect(textOf(new Blob([bytes]), 'xlsx', 'csv')).rejects.toMatchObject({ code: 'unsupported-feature' });
});

test.each([
  ['zero bytes', new Uint8Array(0), 'xlsx', 'empty'],
  ['a zip without sheets', new TextEncoder().encode('PK\u0003\u0004nothing'), 'xlsx', 'corrupt'],
])('%s is refused', async (_, bytes, from, code) => {
  await expect(textOf(new Blob([bytes]), from, 'csv')).rejects.toMatchObject({ code });
});

test('a protected workbook asks for its password', async () => {
  await expect(textOf(await fixture('documents/encrypted.xls'), 'xls', 'csv')).rejects.toMatchObject({ code: 'encrypted' });
});

test('an empty workbook becomes an empty table or page, with a warning', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Sheet1');
  const bytes: unknown = write(book, { type: 'array', bookType: 'xlsx' });
  if (!(bytes instanceof ArrayBuffer)) throw new TypeError('no workbook');
  const input = new Blob([bytes]);
  const { outputs, warnings } = await convertWith(sheets, { input, from: 'xlsx', to: 'csv' });
  const { content } = outputs[0];
  expect(content instanceof Blob && (await content.text())).toBe('\r\n');
  expect(warnings).toEqual([{ code: 'no-content' }]);
  expect(await textOf(input, 'xlsx', 'html')).toContain('<h2>Sheet1</h2>');
  const page = await convertWith(sheets, { input, from: 'xlsx', to: 'html' });
  expect(page.warnings).toEqual([{ code: 'no-content' }]);
  const workbook = await convertWith(sheets, { input, from: 'xlsx', to: 'ods' });
  expect(workbook.warnings).toEqual([{ code: 'no-content' }]);
  await expect(convertWith(sheets, { input, from: 'xlsx', to: 'data' })).rejects.toMatchObject({ code: 'empty' });
});

test('text longer than a cell is cut with a warning', async () => {
  const input = dataTree([new Map([['long', '가'.repeat(40_000)]])]);
  const { warnings } = await convertWith(sheets, { input, from: 'data', to: 'xlsx' });
  expect(warnings).toEqual([{ code: 'cells-cut' }]);
});

test('rows that the reader of Numbers leaves out are written as empty ones', () => {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([['a'], [], ['b'], []], { dense: true });
  sheet['!ref'] = 'A1:A4';
  for (const row of [1, 3]) delete sheet['!data']?.[row];
  utils.book_append_sheet(book, sheet, 'Sheet1');
  fillRows(book);
  const again = read(write(book, { type: 'array', bookType: 'xlsx' }), { type: 'array' });
  expect(utils.sheet_to_csv(again.Sheets['Sheet1'] ?? {})).toBe('a\n\nb\n');
});
