import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findNativeTools, parseNativeTools } from './find-tools.ts';
import { type Command, runProcess } from './process.ts';
import { commandLineOf, environmentOf, type Shut } from './sandbox.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the native tools setting', () => {
  it('allows nothing by default', () => {
    expect(parseNativeTools('')).toEqual({ ok: true, tools: [] });
    expect(parseNativeTools(' FFmpeg, libreoffice,ffmpeg ')).toEqual({ ok: true, tools: ['ffmpeg', 'libreoffice'] });
  });

  it('reports unknown names', () => {
    expect(parseNativeTools('ffmpeg,inkscape,toString')).toEqual({ ok: false, unknown: ['inkscape', 'tostring'] });
  });

  it('finds nothing where nothing is installed', () => {
    expect(findNativeTools(['ffmpeg', 'libreoffice'], folder)).toBeUndefined();
    expect(findNativeTools(['ffmpeg'], 'relative/folder')).toBeUndefined();
  });

  it.each(['echo "GraphicsMagick 1.3.40"', 'exit 1'])('leaves out another program that is called convert: %s', (script) => {
    const programs = mkdtempSync(path.join(folder, 'programs-'));
    const install = (name: string, text: string): void =>
      writeFileSync(path.join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    install('convert', script);
    expect(findNativeTools(['imagemagick'], programs, ['none'])).toBeUndefined();
    install('tesseract', 'echo "tesseract 5.3.0"');
    const found = findNativeTools(['imagemagick', 'tesseract'], programs, ['none']);
    expect(found).toMatchObject({
      programs: { tesseract: path.join(programs, 'tesseract') },
      versions: { tesseract: 'tesseract 5.3.0' },
    });
    expect(found?.programs).not.toHaveProperty('magick');
    expect(found?.versions).not.toHaveProperty('magick');
    install('convert', 'echo "Version: ImageMagick 6.9.11-60 Q16"');
    expect(findNativeTools(['imagemagick'], programs, ['none'])?.programs.magick).toBe(path.join(programs, 'convert'));
  });
});

describe('the command line', () => {
  const shut: Shut = {
    sandbox: 'bubblewrap',
    program: '/usr/bin/ffmpeg',
    arguments: ['-i', 'source'],
    folder: '/jobs/1',
    lent: [{ path: '/home/someone/film.mp4', name: 'source' }],
    limits: { processorSeconds: 10, fileBytes: 2000, memoryBytes: 3000 },
    canLimit: true,
  };

  it('sets limits and a sandbox, and mounts the folder and the lent inputs, which are read-only', () => {
    const line = commandLineOf(shut);
    const text = line.join(' ');
    expect(line[0]).toBe('prlimit');
    expect(text).toContain('--cpu=10 --fsize=2000 --as=3000');
    expect(text).toContain('bwrap --unshare-all --die-with-parent --new-session');
    expect(text).toContain('--bind /jobs/1 /sandbox --chdir /sandbox --ro-bind /home/someone/film.mp4 /sandbox/source');
    expect(line.slice(-3)).toEqual(['/usr/bin/ffmpeg', '-i', 'source']);
    expect(text.match(/ --bind /g)).toHaveLength(1);
  });

  it('blocks the network where it cannot hide files', () => {
    expect(commandLineOf({ ...shut, sandbox: 'namespaces' }).join(' ')).toMatch(/ unshare .*--net .*--kill-child -- \/usr/);
  });

  it('is the program itself where no sandbox is installed', () => {
    expect(commandLineOf({ ...shut, sandbox: 'none', canLimit: false })).toEqual(['/usr/bin/ffmpeg', '-i', 'source']);
  });

  it('passes no environment variables of the server', () => {
    expect(Object.keys(environmentOf('none', '/jobs/1'))).toEqual(['PATH', 'HOME', 'TMPDIR', 'LANG']);
  });
});

describe.skipIf(process.platform === 'win32')('a process', () => {
  const command = (script: string, more: Partial<Command> = {}): Command => ({
    line: ['sh', '-c', script],
    folder,
    environment: { PATH: '/usr/bin:/bin', ONLY: 'this' },
    signal: new AbortController().signal,
    ...more,
  });
  const codeOf = (run: Promise<unknown>): Promise<unknown> =>
    run.then(
      () => 'a result',
      (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
    );

  it('returns its exit code, output and error messages', async () => {
    const end = await runProcess(command('echo "$ONLY $USER"; printf "one\\rtwo\\nthree" >&2; exit 3'));
    expect(end).toEqual({ code: 3, text: 'this \n', log: ['one', 'two', 'three'] });
  });

  it('reports its output line by line', async () => {
    const lines: string[] = [];
    await runProcess(command('echo a; echo b; printf c', { onLine: (line) => lines.push(line) }));
    expect(lines).toEqual(['a', 'b']);
  });

  it('keeps only the last of many error messages', async () => {
    const { log } = await runProcess(command('i=0; while [ $i -lt 2000 ]; do echo $i >&2; i=$((i+1)); done'));
    expect([log.length, log.at(-1)]).toEqual([400, '1999']);
  });

  it('ends with all its child processes when cancelled', async () => {
    const controller = new AbortController();
    const groups: (readonly [number, boolean])[] = [];
    // The run ends when no process holds its output any more, including the one in the background.
    const run = runProcess(
      command('sleep 600 & echo started; wait', {
        signal: controller.signal,
        onGroup: (...heard) => groups.push(heard),
        onLine: () => controller.abort(),
      }),
    );
    expect(await codeOf(run)).toBe('cancelled');
    expect(groups.map(([, running]) => running)).toEqual([true, false]);
    expect(await codeOf(runProcess(command('true', { signal: controller.signal })))).toBe('cancelled');
  });

  it('ends at its time limit', async () => {
    expect(await codeOf(runProcess(command('sleep 600', { seconds: 0.05 })))).toBe('timeout');
  });

  it('has limited output', async () => {
    expect(await codeOf(runProcess(command('yes')))).toBe('too-large');
  });

  it('that is not installed reports engine-unavailable', async () => {
    expect(await codeOf(runProcess({ ...command(''), line: ['no-such-program'] }))).toBe('engine-unavailable');
  });
});
