import { describe, expect, it, test } from 'vitest';
import { numbered, safeName, safePath, uniqueNames } from './file-names.ts';

describe('a name', () => {
  it.each([
    ['사진 👨‍👩‍👧.png', '사진 👨‍👩‍👧.png'],
    ['می‌خواهم.txt', 'می‌خواهم.txt'],
    ['report-x/../../../../evil.csv', 'report-x_.._.._.._.._evil.csv'],
    ['..\\..\\evil.exe', '.._.._evil.exe'],
    ['/etc/passwd', '_etc_passwd'],
    ['C:\\evil.exe', 'C__evil.exe'],
    ['c:evil.exe', 'c_evil.exe'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['a\u2066b\u200Fc\uFEFFd.txt', 'abcd.txt'],
    ['a\0b\r\nc\u0085d\u2028e.txt', 'abcde.txt'],
    ['a\ud800b.txt', 'a\ufffdb.txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['Com1 .tar.gz', '_Com1 .tar.gz'],
    ['lpt¹', '_lpt¹'],
    ['conin$.csv', '_conin$.csv'],
    ['console.log', 'console.log'],
    ['com10.txt', 'com10.txt'],
    ['..', '__'],
    ['.. ', '__'],
    ['...', '___'],
    ['.', '_'],
    ['.gitignore', '.gitignore'],
    [' \u200b ', 'file'],
    ['', 'file'],
    ['한글.png'.normalize('NFD'), '한글.png'],
  ])('%j is written as %j', (text, name) => {
    expect(safeName(text)).toBe(name);
    expect(safeName(name)).toBe(name);
  });

  it('is at most 255 long and keeps its extension', () => {
    expect(safeName(`${'가'.repeat(400)}.hwpx`)).toBe(`${'가'.repeat(250)}.hwpx`);
    expect(safeName(`${'a'.repeat(254)}😀`)).toBe('a'.repeat(254));
    expect(safeName('.'.repeat(400))).toHaveLength(255);
    expect(safeName(`${'\u200b'.repeat(1014)}😀${'a'.repeat(1000)}.png`)).toBe('😀.png');
    expect(safeName(`${'\u200b'.repeat(1015)}😀${'a'.repeat(1000)}.png`)).toBe('.png');
    expect(safeName('\u1100\u1161\u11a8'.repeat(300))).toBe('각'.repeat(255));
  });

  // Without a limit, sorting the marks takes minutes.
  it.each([
    ['blocks', `${'\u0315'.repeat(500_000)}${'\u0316'.repeat(500_000)}`],
    ['pairs', '\u0315\u0316'.repeat(500_000)],
  ])('keeps 30 of a million combining marks in %s', (_, marks) => {
    expect(safeName(`e${marks}.png`)).toMatch(/^e\p{M}{30}\.png$/u);
    expect(safePath(`a/${marks}/b.png`)).toMatch(/^a\/\p{M}{30}\/b\.png$/u);
  });
});

describe('a path', () => {
  it.each([
    ['a/b.txt', 'a/b.txt'],
    ['./a//b.txt', 'a/b.txt'],
    ['a\\b.txt', 'a/b.txt'],
    ['/etc/passwd', 'etc/passwd'],
    ['C:\\Windows\\a.dll', 'Windows/a.dll'],
    ['C:a.dll', 'C_a.dll'],
    ['a/c:b', 'a/c_b'],
    ['a/aux/b', 'a/_aux/b'],
    ['a/.. /b', 'a/__/b'],
    ['a/.../b', 'a/___/b'],
    ['a\u202E/b\u200D', 'a/b\u200D'],
    ['한글.txt', '한글.txt'],
    ['./', ''],
    ['../a', undefined],
    ['a/../../b', undefined],
    ['a\\..\\b', undefined],
    ['a\0.txt', undefined],
  ])('%j is written as %j', (raw, path) => {
    expect(safePath(raw)).toBe(path);
  });

  // Removing an invisible character must not create what was refused.
  it.each(['a/.\u200b./b', 'a/\u202e../b', '.\u200b./b'])('%j never leaves the folder', (raw) => {
    expect(safePath(raw)?.split('/')).not.toContain('..');
  });
});

test('equal names are counted, ignoring case, before the extension', () => {
  const unique = uniqueNames();
  expect(['a (2).png', 'a.png', 'A.PNG', 'a.png', 'a (2).png', '.x', '.x', 'b.c/d', 'b.c/d'].map(unique)).toEqual([
    'a (2).png',
    'a.png',
    'A (3).PNG',
    'a (4).png',
    'a (2) (2).png',
    '.x',
    '.x (2)',
    'b.c/d',
    'b.c/d (2)',
  ]);
});

test('equal names are written as their format needs it', () => {
  const unique = uniqueNames(numbered('-'));
  expect(['a/b.txt', 'a/b.txt', 'a.d/b', 'a.d/b'].map(unique)).toEqual(['a/b.txt', 'a/b-2.txt', 'a.d/b', 'a.d/b-2']);
});

// Quadratic time would be hours, far beyond the time limit of a test.
test('equal names take linear time', () => {
  const unique = uniqueNames();
  const names = Array.from({ length: 300_000 }, () => unique('page.png'));
  expect(names.at(-1)).toBe('page (300000).png');
  expect(new Set(names).size).toBe(300_000);
});
