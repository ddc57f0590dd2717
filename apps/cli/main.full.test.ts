/** Commands that take seconds each, as each starts a process. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandLine, FIXTURES } from '@bakkum/tests/command-line';
import { hasProgram } from '@bakkum/tests/native';
import { describe, expect, test } from 'vitest';

const WORK_FOLDERS = path.resolve(import.meta.dirname, '../../packages/platform/native-programs/work-folders.ts');
const cli = commandLine();

describe('bakkum convert', () => {
  test('accepts a format that the extension does not name', () => {
    expect(cli.bakkum('convert', 'picture.v2.png', 'result.bin', '--to', 'webp').exit).toBe(0);
    expect(readFileSync(path.join(cli.folder, 'result.bin')).subarray(8, 12).toString('latin1')).toBe('WEBP');
  });

  test('refuses to write to its input', () => {
    expect(cli.bakkum('convert', 'picture.v2.png', './picture.v2.png', '--force')).toMatchObject({ exit: 2, out: '' });
  });

  test('deletes the files that a killed conversion left', () => {
    const script = `const { processFolder } = await import(${JSON.stringify(WORK_FOLDERS)});
      const { writeFileSync } = await import('node:fs');
      writeFileSync(processFolder() + '/result', 'private');
      process.kill(process.pid, 'SIGKILL');`;
    spawnSync(process.execPath, ['--input-type=module', '--eval', script], { env: { ...process.env, TMPDIR: cli.temporary } });
    expect(readdirSync(cli.temporary)).toHaveLength(1);
    expect(cli.bakkum('convert', 'picture.v2.png', 'after.jpg').exit).toBe(0);
    expect(readdirSync(cli.temporary)).toEqual([]);
  });

  test('prints nothing with --quiet', () => {
    expect(cli.bakkum('convert', 'picture.v2.png', 'quiet.jpg', '--quiet')).toEqual({ exit: 0, out: '', err: '' });
  });

  test('refuses a folder that does not exist', () => {
    expect(cli.bakkum('convert', 'picture.v2.png', 'nowhere/a.jpg')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('nowhere'),
    });
  });

  test.skipIf(!existsSync('/dev/full'))('reports a disk that is full', () => {
    const full = cli.bakkum('convert', 'picture.v2.png', '/dev/full', '--to', 'jpeg', '--json');
    expect([full.exit, JSON.parse(full.out).code]).toEqual([4, 'storage-full']);
  });

  test('refuses unknown options and values out of range', () => {
    expect(cli.bakkum('convert', 'picture.v2.png', 'a.jpg', '-o', 'shine=9').err).toContain('shine');
    expect(cli.bakkum('convert', 'picture.v2.png', 'a.jpg', '-o', 'quality=best').exit).toBe(2);
  });

  test('reads the value of an option from a file', () => {
    writeFileSync(path.join(cli.folder, 'quality.txt'), 'best');
    expect(cli.bakkum('convert', 'picture.v2.png', 'a.jpg', '--option-file', 'quality=quality.txt')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('quality'),
    });
    const missing = cli.bakkum('convert', 'picture.v2.png', 'a.jpg', '--option-file', 'quality=none.txt');
    expect([missing.exit, missing.err]).toEqual([2, expect.stringContaining('none.txt could not be read')]);
    expect(cli.bakkum('convert', 'picture.v2.png', 'a.jpg', '--option-file', 'quality').err).toContain('NAME=FILE');
  });
});

describe('programs of the machine', () => {
  const film = path.resolve(FIXTURES, '../media/clip.mp4');

  test('are used only when allowed, whatever is installed', () => {
    const { out } = cli.bakkum('convert', film, 'plain.mkv', '--json');
    expect(JSON.parse(out).route).not.toContain('native');
  });

  test.skipIf(!hasProgram('ffmpeg') || !hasProgram('ffprobe'))('leave nothing behind', () => {
    const { exit, out } = cli.bakkum('convert', film, 'native.webm', '--native', '--json');
    expect([exit, JSON.parse(out).route]).toEqual([0, 'mp4 -[native-ffmpeg]-> webm']);
    expect(readFileSync(path.join(cli.folder, 'native.webm')).subarray(0, 4).toString('hex')).toBe('1a45dfa3');
    expect(readdirSync(cli.temporary)).toEqual([]);
  });

  test('that are unknown are named in the error', () => {
    const { exit, err } = cli.bakkumWith({ NATIVE_TOOLS: 'ffmpeg,photoshop' }, 'convert', film, 'other.mkv');
    expect([exit, err]).toEqual([2, expect.stringContaining('"photoshop"')]);
  });
});

test('bakkum formats lists formats and pairs with their routes', () => {
  const { formats, pairs } = JSON.parse(cli.bakkum('formats', '--json').out);
  expect(formats).toContainEqual(expect.objectContaining({ id: 'heic', family: 'image', reads: true, writes: false }));
  expect(pairs).toContainEqual(expect.objectContaining({ from: 'heic', to: 'png', route: expect.any(String) }));
});

test('bakkum engines has nothing to download in the repository', () => {
  expect(cli.bakkum('engines')).toMatchObject({ exit: 0, out: 'Every engine is installed.\n' });
  expect(cli.bakkum('engines', 'fetch', 'office').exit).toBe(2);
});
