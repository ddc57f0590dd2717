import { describe, expect, it } from 'vitest';
import { savedAs, savedTables } from './saved.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('the sheets of a workbook', () => {
  it('become one file each, except for empty ones', async () => {
    const tables = [
      { name: 'One', bytes: utf8('a,b\n') },
      { name: 'Empty', bytes: utf8('\n') },
      { name: '둘째', bytes: utf8('c\n') },
    ];
    const { outputs } = savedTables(tables, { to: 'csv', options: {} });
    expect(outputs.map(({ label }) => label)).toEqual(['One', '둘째']);
    expect(savedTables([{ name: 'Empty', bytes: utf8('') }], { to: 'csv', options: {} }).warnings).toEqual([
      { code: 'no-content' },
    ]);
    expect(() => savedTables([], { to: 'csv', options: {} })).toThrow(expect.objectContaining({ code: 'empty' }) as Error);
  });

  it('are written in CP949 on request, with a warning about unsupported characters', async () => {
    const tables = [{ name: 'One', bytes: utf8('한글 똠,é\n') }];
    const { outputs, warnings } = savedTables(tables, { to: 'csv', options: { outputEncoding: 'euc-kr' } });
    const { content } = outputs[0];
    const bytes = content instanceof Blob ? [...new Uint8Array(await content.arrayBuffer())] : [];
    expect(bytes).toEqual([0xc7, 0xd1, 0xb1, 0xdb, 0x20, 0x8c, 0x63, 0x2c, 0x3f, 0x0a]);
    expect(warnings).toEqual([{ code: 'characters-replaced', params: { count: 1 } }]);
  });
});

describe('the text of a document', () => {
  it('has no byte order mark', async () => {
    expect(await savedAs(utf8('\uFEFF가\n'), { to: 'txt' }).text()).toBe('가\n');
  });

  it('fails as empty when there are only images, but not in other formats', () => {
    const nothing = utf8('\uFEFF\n\n\f \t\r\n');
    expect(() => savedAs(nothing, { to: 'txt' })).toThrow(expect.objectContaining({ code: 'empty' }));
    expect(savedAs(nothing, { to: 'rtf' }).size).toBe(nothing.length);
  });
});
