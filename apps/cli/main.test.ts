import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandLine, FIXTURES } from '@bakkum/tests/command-line';
import { describe, expect, test } from 'vitest';

const cli = commandLine();

describe('bakkum convert', () => {
  test('converts and prints the route', () => {
    const { exit, out } = cli.bakkum('convert', 'picture.v2.png', 'picture.jpg', '-o', 'quality=low', '--json');
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      outputs: [{ file: 'picture.jpg' }],
      fidelity: 'lossy',
      route: expect.stringContaining('-> jpeg'),
    });
    expect(readFileSync(path.join(cli.folder, 'picture.jpg')).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  test('overwrites an existing file only with --force', () => {
    const kept = path.join(cli.folder, 'kept.jpg');
    writeFileSync(kept, 'precious');
    expect(cli.bakkum('convert', 'picture.v2.png', 'kept.jpg')).toEqual({
      exit: 2,
      out: '',
      err: 'bakkum convert: kept.jpg already exists; use --force to overwrite it. Run bakkum convert --help.\n',
    });
    expect(readFileSync(kept, 'utf8')).toBe('precious');
    expect(cli.bakkum('convert', 'picture.v2.png', 'kept.jpg', '--force').exit).toBe(0);
    expect(readFileSync(kept).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  test('exits with 3 without a route and with 4 for an unreadable file, and prints the code', () => {
    writeFileSync(path.join(cli.folder, 'notes.json'), '{"a":1}');
    expect(cli.bakkum('convert', 'notes.json', 'a.png', '--json')).toMatchObject({
      exit: 3,
      out: expect.stringContaining('"code":"no-route"'),
    });
    const cut = readFileSync(path.join(cli.folder, 'picture.v2.png')).subarray(0, 100);
    writeFileSync(path.join(cli.folder, 'cut.png'), cut);
    expect(cli.bakkum('convert', 'cut.png', 'a.jpg', '--json')).toMatchObject({
      exit: 4,
      out: expect.stringContaining('"code":"corrupt"'),
    });
    writeFileSync(path.join(cli.folder, 'empty.png'), '');
    expect(cli.bakkum('convert', 'empty.png', 'a.jpg', '--json')).toMatchObject({
      exit: 4,
      out: expect.stringContaining('"code":"empty"'),
    });
  });
});

describe('commands on several files', () => {
  test('combine documents and images in order, and name a file that fails', () => {
    writeFileSync(path.join(cli.folder, 'cover.txt'), 'Cover');
    writeFileSync(path.join(cli.folder, 'story.txt'), 'Story');
    expect(cli.bakkum('combine', 'cover.txt', 'story.txt', 'cover.txt', '--out', 'book.pdf', '--json')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('book.pdf'),
    });
    expect(readFileSync(path.join(cli.folder, 'book.pdf'), 'latin1')).toMatch(/^%PDF-/);
    expect(cli.bakkum('combine', 'cover.txt', 'gone.txt', '--out', 'other.pdf')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('there is no file gone.txt'),
    });
    expect(cli.bakkum('combine', 'cover.txt', '--out', 'other.pdf')).toMatchObject({ exit: 2 });
    writeFileSync(path.join(cli.folder, 'nothing.txt'), '');
    expect(cli.bakkum('combine', 'cover.txt', 'nothing.txt', '--out', 'other.pdf')).toMatchObject({
      exit: 4,
      err: expect.stringContaining('nothing.txt'),
    });
  });

  test('compare documents, which become PDF first', () => {
    writeFileSync(path.join(cli.folder, 'one.txt'), 'The first version of these notes');
    writeFileSync(path.join(cli.folder, 'two.txt'), 'The final version of these notes');
    expect(cli.bakkum('compare', 'one.txt', 'two.txt', 'changes.txt').exit).toBe(0);
    expect(readFileSync(path.join(cli.folder, 'changes.txt'), 'utf8')).toContain('[-first-] {+final+}');
    expect(cli.bakkum('compare', 'one.txt', 'gone.txt', 'other.txt')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('there is no file gone.txt'),
    });
    expect(cli.bakkum('compare', 'one.txt', 'two.txt', 'changes.docx', '--json')).toMatchObject({
      exit: 3,
      out: expect.stringContaining('"code":"no-route"'),
    });
  });

  test('sign, and tell a certificate from other files', () => {
    writeFileSync(path.join(cli.folder, 'contract.txt'), 'We agree.');
    copyFileSync(path.join(FIXTURES, '../certificates/no-password.p12'), path.join(cli.folder, 'me.p12'));
    expect(cli.bakkum('sign', 'contract.txt', 'me.p12', 'signed.pdf').exit).toBe(0);
    expect(readFileSync(path.join(cli.folder, 'signed.pdf'), 'latin1')).toContain('/ETSI.CAdES.detached');
    expect(cli.bakkum('sign', 'contract.txt', 'contract.txt', 'other.pdf', '--json')).toMatchObject({
      exit: 4,
      out: expect.stringContaining('"code":"corrupt"'),
    });
  });
});

test('bakkum detect distinguishes content from name', () => {
  copyFileSync(path.join(FIXTURES, 'png.png'), path.join(cli.folder, 'photo.jpg'));
  expect(JSON.parse(cli.bakkum('detect', 'photo.jpg', '--json').out)).toMatchObject({
    format: 'png',
    claimed: 'jpeg',
    by: 'content',
  });
});

describe('usage', () => {
  test.each([
    [[], 'bakkum: a command is missing. Run bakkum --help.\n'],
    [['mcp', '--allow', 'nowhere'], 'bakkum mcp: there is no folder nowhere. Run bakkum mcp --help.\n'],
    [['watch', '.', '--to', 'nonsense'], 'bakkum watch: --to is "nonsense", which is not a format. Run bakkum watch --help.\n'],
    [['detect', '--nonsense'], 'bakkum detect: unknown option --nonsense. Run bakkum detect --help.\n'],
    [
      ['convert', 'picture.v2.png', 'b'],
      'bakkum convert: OUT has no extension; set the format with --to. Run bakkum convert --help.\n',
    ],
  ])('of %j is refused in one line', (args, err) => {
    expect(cli.bakkumWith({ NATIVE_TOOLS: '', npm_lifecycle_event: '' }, ...args)).toEqual({ exit: 2, out: '', err });
  });

  test('is in the help of every command', () => {
    expect(cli.bakkum('--help')).toMatchObject({ exit: 0, out: expect.stringContaining('Exit codes'), err: '' });
    expect(cli.bakkum('convert', '-h')).toMatchObject({ exit: 0, out: expect.stringContaining('--force') });
  });
});
