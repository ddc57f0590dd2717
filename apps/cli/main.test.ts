import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasProgram } from '@bakkum/tests/native';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const MAIN = path.join(import.meta.dirname, 'main.ts');
const WORK_FOLDERS = path.resolve(import.meta.dirname, '../../packages/platform/native-programs/work-folders.ts');
const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/images');
let folder: string;
let temporary: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-cli-'));
  temporary = mkdtempSync(path.join(tmpdir(), 'bakkum-cli-temporary-'));
  copyFileSync(path.join(FIXTURES, 'png.png'), path.join(folder, 'picture.v2.png'));
});
afterAll(() => {
  for (const made of [folder, temporary]) rmSync(made, { recursive: true, force: true });
});

type Ended = { readonly exit: number | null; readonly out: string; readonly err: string };

const bakkum = (...args: string[]): Ended => bakkumWith({ NATIVE_TOOLS: '' }, ...args);

function bakkumWith(environment: Readonly<Record<string, string>>, ...args: string[]): Ended {
  const env = { ...process.env, TMPDIR: temporary, ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return { exit: status, out: stdout, err: stderr };
}

/** Output buffer in bytes: all pairs with their routes exceed Node's default. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

describe('bakkum convert', () => {
  test('converts and prints the route', () => {
    const { exit, out } = bakkum('convert', 'picture.v2.png', 'picture.jpg', '-o', 'quality=low', '--json');
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      outputs: [{ file: 'picture.jpg' }],
      fidelity: 'lossy',
      route: expect.stringContaining('-> jpeg'),
    });
    expect(readFileSync(path.join(folder, 'picture.jpg')).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  test('accepts a format that the extension does not name', () => {
    expect(bakkum('convert', 'picture.v2.png', 'result.bin', '--to', 'webp').exit).toBe(0);
    expect(readFileSync(path.join(folder, 'result.bin')).subarray(8, 12).toString('latin1')).toBe('WEBP');
  });

  test('refuses to write to its input', () => {
    expect(bakkum('convert', 'picture.v2.png', './picture.v2.png', '--force')).toMatchObject({ exit: 2, out: '' });
  });

  test('overwrites an existing file only with --force', () => {
    const kept = path.join(folder, 'kept.jpg');
    writeFileSync(kept, 'precious');
    expect(bakkum('convert', 'picture.v2.png', 'kept.jpg')).toEqual({
      exit: 2,
      out: '',
      err: 'bakkum convert: kept.jpg already exists; use --force to overwrite it. Run bakkum convert --help.\n',
    });
    expect(readFileSync(kept, 'utf8')).toBe('precious');
    expect(bakkum('convert', 'picture.v2.png', 'kept.jpg', '--force').exit).toBe(0);
    expect(readFileSync(kept).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  test('deletes the files that a killed conversion left', () => {
    const script = `const { processFolder } = await import(${JSON.stringify(WORK_FOLDERS)});
      const { writeFileSync } = await import('node:fs');
      writeFileSync(processFolder() + '/result', 'private');
      process.kill(process.pid, 'SIGKILL');`;
    spawnSync(process.execPath, ['--input-type=module', '--eval', script], { env: { ...process.env, TMPDIR: temporary } });
    expect(readdirSync(temporary)).toHaveLength(1);
    expect(bakkum('convert', 'picture.v2.png', 'after.jpg').exit).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('prints nothing with --quiet', () => {
    expect(bakkum('convert', 'picture.v2.png', 'quiet.jpg', '--quiet')).toEqual({ exit: 0, out: '', err: '' });
  });

  test('refuses a folder that does not exist', () => {
    expect(bakkum('convert', 'picture.v2.png', 'nowhere/a.jpg')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('nowhere'),
    });
  });

  test.skipIf(!existsSync('/dev/full'))('reports a disk that is full', () => {
    const full = bakkum('convert', 'picture.v2.png', '/dev/full', '--to', 'jpeg', '--json');
    expect([full.exit, JSON.parse(full.out).code]).toEqual([4, 'storage-full']);
  });

  test('refuses unknown options and values out of range', () => {
    expect(bakkum('convert', 'picture.v2.png', 'a.jpg', '-o', 'shine=9').err).toContain('shine');
    expect(bakkum('convert', 'picture.v2.png', 'a.jpg', '-o', 'quality=best').exit).toBe(2);
  });

  test('reads the value of an option from a file', () => {
    writeFileSync(path.join(folder, 'quality.txt'), 'best');
    expect(bakkum('convert', 'picture.v2.png', 'a.jpg', '--option-file', 'quality=quality.txt')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('quality'),
    });
    const missing = bakkum('convert', 'picture.v2.png', 'a.jpg', '--option-file', 'quality=none.txt');
    expect([missing.exit, missing.err]).toEqual([2, expect.stringContaining('none.txt could not be read')]);
    expect(bakkum('convert', 'picture.v2.png', 'a.jpg', '--option-file', 'quality').err).toContain('NAME=FILE');
  });

  test('exits with 3 without a route and with 4 for an unreadable file, and prints the code', () => {
    writeFileSync(path.join(folder, 'notes.json'), '{"a":1}');
    expect(bakkum('convert', 'notes.json', 'a.png', '--json')).toMatchObject({
      exit: 3,
      out: expect.stringContaining('"code":"no-route"'),
    });
    const cut = readFileSync(path.join(folder, 'picture.v2.png')).subarray(0, 100);
    writeFileSync(path.join(folder, 'cut.png'), cut);
    expect(bakkum('convert', 'cut.png', 'a.jpg', '--json')).toMatchObject({
      exit: 4,
      out: expect.stringContaining('"code":"corrupt"'),
    });
    writeFileSync(path.join(folder, 'empty.png'), '');
    expect(bakkum('convert', 'empty.png', 'a.jpg', '--json')).toMatchObject({
      exit: 4,
      out: expect.stringContaining('"code":"empty"'),
    });
  });
});

describe('programs of the machine', () => {
  const film = path.resolve(FIXTURES, '../media/clip.mp4');

  test('are used only when allowed, whatever is installed', () => {
    const { out } = bakkum('convert', film, 'plain.mkv', '--json');
    expect(JSON.parse(out).route).not.toContain('native');
  });

  test.skipIf(!hasProgram('ffmpeg') || !hasProgram('ffprobe'))('leave nothing behind', () => {
    const { exit, out } = bakkum('convert', film, 'native.webm', '--native', '--json');
    expect([exit, JSON.parse(out).route]).toEqual([0, 'mp4 -[native-ffmpeg]-> webm']);
    expect(readFileSync(path.join(folder, 'native.webm')).subarray(0, 4).toString('hex')).toBe('1a45dfa3');
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('that are unknown are named in the error', () => {
    const { exit, err } = bakkumWith({ NATIVE_TOOLS: 'ffmpeg,photoshop' }, 'convert', film, 'other.mkv');
    expect([exit, err]).toEqual([2, expect.stringContaining('"photoshop"')]);
  });
});

test('bakkum detect distinguishes content from name', () => {
  copyFileSync(path.join(FIXTURES, 'png.png'), path.join(folder, 'photo.jpg'));
  expect(JSON.parse(bakkum('detect', 'photo.jpg', '--json').out)).toMatchObject({
    format: 'png',
    claimed: 'jpeg',
    by: 'content',
  });
});

test('bakkum formats lists formats and pairs with their routes', () => {
  const { formats, pairs } = JSON.parse(bakkum('formats', '--json').out);
  expect(formats).toContainEqual(expect.objectContaining({ id: 'heic', family: 'image', reads: true, writes: false }));
  expect(pairs).toContainEqual(expect.objectContaining({ from: 'heic', to: 'png', route: expect.any(String) }));
});

test('bakkum engines has nothing to download in the repository', () => {
  expect(bakkum('engines')).toMatchObject({ exit: 0, out: 'Every engine is installed.\n' });
  expect(bakkum('engines', 'fetch', 'office').exit).toBe(2);
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
    expect(bakkumWith({ NATIVE_TOOLS: '', npm_lifecycle_event: '' }, ...args)).toEqual({ exit: 2, out: '', err });
  });

  test('is in the help of every command', () => {
    expect(bakkum('--help')).toMatchObject({ exit: 0, out: expect.stringContaining('Exit codes'), err: '' });
    expect(bakkum('convert', '-h')).toMatchObject({ exit: 0, out: expect.stringContaining('--force') });
  });
});
