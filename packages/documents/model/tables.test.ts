import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { numberOf, tableCsv, textSheet, textTables } from './tables.ts';
import { EVERYTHING } from './test-document.ts';
import { writeXlsx } from './xlsx.ts';

describe('tables of a document', () => {
  it('are grids of text, named after the heading above', () => {
    expect(textTables(EVERYTHING)).toEqual([
      {
        title: 'Chapter',
        rows: [
          ['A', 'B', 'C'],
          ['tall', 'wide', ''],
          ['', 'x|y', 'z'],
        ],
      },
    ]);
  });

  it('appear among the lines of the document in a sheet with all of its text', () => {
    const { title, rows } = textSheet(EVERYTHING, 'Page 1');
    const lines = rows.map((row) => row.join('|'));
    expect(title).toBe('Page 1');
    expect(lines[0]).toBe('The title');
    expect(lines).toEqual(expect.arrayContaining(['Chapter', 'A|B|C', 'tall|wide|', 'The note.']));
    expect(lines.indexOf('Chapter')).toBeLessThan(lines.indexOf('A|B|C'));
    expect(lines.join()).not.toContain('Head');
  });

  it.each([
    ['1,250', 1250],
    ['-3.5', -3.5],
    ['−12', -12],
    ['0', 0],
    ['007', undefined],
    ['1,25', undefined],
    ['12 %', undefined],
    ['2026-01-31', undefined],
    ['', undefined],
  ])('convert %j to %j', (text, value) => expect(numberOf(text)).toBe(value));

  it('become CSV with plain numbers and quotes where required', () => {
    expect(
      tableCsv({
        title: '',
        rows: [
          ['a, b', '1,250'],
          ['say "no"', ''],
        ],
      }),
    ).toBe('"a, b",1250\r\n"say ""no""",\r\n');
  });

  it('become sheets', async () => {
    const tables = [
      { title: 'A/B: 표', rows: [['x', '1,250', '2.5']] },
      { title: 'a b  표', rows: [['<&>']] },
      { title: '', rows: [['007']] },
    ];
    const files = unzipSync(new Uint8Array(await writeXlsx(tables).arrayBuffer()));
    const part = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    expect([...part('xl/workbook.xml').matchAll(/name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'A B 표',
      'a b 표 (2)',
      'Table 3',
    ]);
    expect(part('xl/worksheets/sheet1.xml')).toContain('<c r="B1" s="1"><v>1250</v></c><c r="C1" s="0"><v>2.5</v></c>');
    expect(part('xl/worksheets/sheet2.xml')).toContain('&lt;&amp;&gt;');
    expect(part('xl/worksheets/sheet3.xml')).toContain('>007<');
  });
});
