import { bytesOf } from '@bakkum/conversion/engine';
import { jsonLine } from '@bakkum/data-tree/json-line';
import { DATA, dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const file = (name: string): Promise<Blob> => fixture(`shortcuts/${name}`);

async function convert(input: Blob, from: string, to: string): Promise<string> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from, to });
  const { content } = outputs[0];
  return to === DATA ? jsonLine(dataOf(content), lossNotes()) : new TextDecoder().decode(await bytesOf(content));
}

const json = async (name: string, from: string): Promise<unknown> =>
  JSON.parse(await convert(await file(name), from, DATA)) as unknown;

describe('a web shortcut', () => {
  it.each([
    ['page.url', 'url', 'https://example.com/?a=1&b=다람쥐'],
    ['binary.webloc', 'webloc', 'https://example.com/'],
    ['text.webloc', 'webloc', 'https://example.com/?a=1&b=2'],
    ['link.desktop', 'desktop', 'https://example.com/'],
  ])('%s is converted for every system', async (name, from, address) => {
    expect(await convert(await file(name), from, 'txt')).toBe(`${address}\n`);
    for (const to of ['url', 'webloc', 'desktop'].filter((each) => each !== from)) {
      const there = await convert(await file(name), from, to);
      expect(await convert(new Blob([there]), to, 'txt')).toBe(`${address}\n`);
    }
  });

  it('becomes a page that runs nothing', async () => {
    const page = await convert(new Blob(['[InternetShortcut]\nURL=javascript:alert(1)//"<']), 'url', 'html');
    expect(page).toContain('<p>javascript:alert(1)//&quot;&lt;</p>');
    expect(page).not.toContain('href');
  });

  it('keeps its other settings as data', async () => {
    expect(await json('link.desktop', 'desktop')).toEqual({
      Type: 'Link',
      Name: 'Example',
      'Name[ko]': '보기',
      URL: 'https://example.com/',
    });
  });
});

describe('a program shortcut', () => {
  it('states its target', async () => {
    expect(await json('program.lnk', 'lnk')).toEqual({
      target: 'C:\\다람쥐\\app.exe',
      description: '설명',
      relativePath: '..\\app.exe',
      workingFolder: 'C:\\',
      arguments: '--quiet',
      icon: '%SystemRoot%\\x.ico',
      attributes: ['archive'],
      created: '2020-03-30T00:00:00Z',
      accessed: '2020-03-30T00:00:00Z',
      modified: null,
      bytes: 1234,
      window: 'maximized',
    });
  });

  it('is corrupt if truncated', async () => {
    const whole = await (await file('program.lnk')).arrayBuffer();
    for (let length = 1; length < whole.byteLength - 4; length += 7)
      await expect(convert(new Blob([whole.slice(0, length)]), 'lnk', 'txt')).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('a registry file', () => {
  it('has every type of value', async () => {
    expect(await json('settings.reg', 'reg')).toEqual({
      'HKEY_CURRENT_USER\\Software\\바꿈': {
        '@': 'default "x"',
        path: 'C:\\dir',
        count: 42,
        long: 1,
        list: ['a', 'b'],
        expand: '%A%',
        raw: 'AP8=',
        gone: null,
      },
      'HKEY_CURRENT_USER\\Old': null,
    });
    expect(await json('old.reg', 'reg')).toEqual({ 'HKEY_CURRENT_USER\\Software\\Test': { Value: 'Yes', expand: '%A%' } });
  });

  it('becomes a table with one row per value', async () => {
    const [head, first] = (await convert(await file('settings.reg'), 'reg', 'csv')).split('\r\n');
    expect([head, first]).toEqual(['key,name,value', 'HKEY_CURRENT_USER\\Software\\바꿈,@,"default ""x"""']);
  });
});
