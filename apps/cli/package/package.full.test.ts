/** Tests the published package: packs it, installs it into an empty folder with npm, and runs its command. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { hasProgram } from '@bakkum/tests/native';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FIXTURES = path.join(ROOT, 'tests/fixtures');
const BUILD_MS = 5 * 60_000;
/** Timeout of a conversion that downloads its engine first. */
const FIRST_USE_MS = 10 * 60_000;
const MAX_TARBALL_BYTES = 10_000_000;
/** A port that nothing listens on. */
const NO_REGISTRY = 'http://127.0.0.1:9/';

const canReachRegistry = asksRegistry();

let folder: string;
let tarball: string;

type Ended = { readonly exit: number; readonly out: string; readonly err: string };

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-package-'));
  const build = path.join(import.meta.dirname, 'build.ts');
  const packed = await promisify(execFile)(process.execPath, [build, '--out', path.join(folder, 'built')]);
  tarball = packed.stdout.trim();
  mkdirSync(path.join(folder, 'empty'));
  const installed = await run('npm', ['install', '--no-audit', '--no-fund', '--offline', tarball]);
  expect(installed).toMatchObject({ exit: 0 });
}, BUILD_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether npm can reach its registry. Without it, these tests are skipped. */
function asksRegistry(): boolean {
  try {
    execFileSync('npm', ['view', 'harfbuzzjs', 'name', '--fetch-retries=0', '--fetch-timeout=20000'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function run(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const env = { ...process.env, BAKKUM_CACHE: path.join(folder, 'cache'), npm_config_loglevel: 'error', ...environment };
  const options = { cwd: path.join(folder, 'empty'), env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(program, [...args], options, (error, out, err) => {
      resolve({ exit: error ? Number(error.code) : 0, out, err });
    });
  });
}

const npx = (...args: string[]): Promise<Ended> => run('npx', ['--no', 'bakkum', ...args]);
const fixture = (name: string): string => path.join(FIXTURES, name);
const made = (name: string): Buffer => readFileSync(path.join(folder, 'empty', name));
const madePath = (name: string): string => path.join(folder, 'empty', name);

describe('the packed command', () => {
  test('is small and contains licences but no sources', () => {
    expect(statSync(tarball).size).toBeLessThan(MAX_TARBALL_BYTES);
    const installed = path.join(folder, 'empty/node_modules/bakkum');
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.map$/.test(file))).toEqual([]);
    for (const file of ['README.md', 'LICENSE', 'THIRD-PARTY-NOTICES.txt']) expect(files).toContain(file);
    expect(JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies');
    expect(readdirSync(path.join(folder, 'empty/node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['bakkum']);
  });

  test('converts images without a download', async () => {
    const cache = path.join(folder, 'untouched');
    const ended = await run('npx', ['--no', 'bakkum', 'convert', fixture('images/png.png'), 'a.jpg'], {
      BAKKUM_CACHE: cache,
      npm_config_registry: NO_REGISTRY,
    });
    expect(ended).toMatchObject({ exit: 0, err: '' });
    expect(made('a.jpg').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(existsSync(cache)).toBe(false);
  });

  test('runs on the Node of the repository as well', async () => {
    const main = path.join(folder, 'empty/node_modules/bakkum/dist/main.js');
    const ended = await run(process.execPath, [main, 'convert', fixture('documents/csv.csv'), 'a.xlsx']);
    expect(ended).toMatchObject({ exit: 0, err: '' });
    expect(made('a.xlsx').subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  });

  test('runs CommonJS packages that use __dirname', async () => {
    writeFileSync(madePath('cities.csv'), 'name,people\nSeoul,9\nBusan,3\n');
    expect(await npx('convert', 'cities.csv', 'cities.sqlite')).toMatchObject({ exit: 0 });
    expect(made('cities.sqlite').subarray(0, 15).toString('latin1')).toBe('SQLite format 3');
  });

  test('behaves like the repository’s command: detection, formats and exit codes', async () => {
    const detected = await npx('detect', fixture('images/png.png'), '--json');
    expect(JSON.parse(detected.out)).toMatchObject({ format: 'png', by: 'content' });
    const { out } = await npx('formats', '--json');
    const main = path.join(ROOT, 'apps/cli/main.ts');
    expect(JSON.parse(out)).toEqual(JSON.parse((await run(process.execPath, [main, 'formats', '--json'])).out));
    writeFileSync(madePath('notes.json'), '{"a":1}');
    copyFileSync(fixture('images/png.png'), madePath('same.png'));
    expect((await npx('convert', 'notes.json', 'a.png')).exit).toBe(3);
    expect((await npx('convert', 'same.png', 'same.png')).exit).toBe(2);
  });

  test('serves AI agents', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const main = path.join(folder, 'empty/node_modules/bakkum/dist/main.js');
    copyFileSync(fixture('images/png.png'), madePath('agent.png'));
    await client.connect(
      new StdioClientTransport({ command: 'node', args: [main, 'mcp', '--allow', path.join(folder, 'empty')] }),
    );
    const { isError } = await client.callTool({ name: 'convert', arguments: { input: 'agent.png', to: 'jpg' } });
    await client.close();
    expect([isError, made('agent.jpg').subarray(0, 3).toString('hex')]).toEqual([undefined, 'ffd8ff']);
  });

  test('converts several files, and what arrives in a folder', async () => {
    const incoming = madePath('incoming');
    mkdirSync(incoming);
    for (const name of ['a', 'b']) copyFileSync(fixture('images/png.png'), path.join(incoming, `${name}.png`));
    expect(await npx('batch', 'incoming/a.png', 'incoming/b.png', '--to', 'webp')).toMatchObject({ exit: 0 });
    expect(readdirSync(incoming).toSorted()).toEqual(['a.png', 'a.webp', 'b.png', 'b.webp']);
    const main = path.join(folder, 'empty/node_modules/bakkum/dist/main.js');
    const args = [main, 'watch', incoming, '--to', 'jpg', '--out', madePath('watched'), '--json'];
    const child = spawn('node', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const sources: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      sources.push((JSON.parse(line) as { source: string }).source);
      if (sources.length === 4) child.kill('SIGTERM');
    }
    // Of two files with the same name, the second keeps its extension.
    expect(readdirSync(madePath('watched')).filter((name) => name.endsWith('.jpg'))).toHaveLength(4);
    expect(sources.toSorted()).toEqual(['a.png', 'a.webp', 'b.png', 'b.webp']);
  });

  test('writes the menus of file managers, which start it', async () => {
    expect(await npx('integrate', '--desktop', 'gnome', '--out', 'menu')).toMatchObject({ exit: 0 });
    copyFileSync(fixture('images/png.png'), madePath('menu.png'));
    expect(await run(madePath('menu/Convert with Bakkum/JPG'), ['menu.png'])).toMatchObject({ exit: 0 });
    expect(made('menu.jpg').subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  test('reports a failed engine download in one line and keeps nothing', async () => {
    const BAKKUM_CACHE = path.join(folder, 'unreachable');
    const args = ['--no', 'bakkum', 'convert', fixture('documents/docx.docx'), 'never.pdf'];
    const environment = { BAKKUM_CACHE, npm_config_registry: NO_REGISTRY };
    const problem = expect.stringMatching(/couldn’t be loaded.*@matbee\/libreoffice-converter.*ECONNREFUSED/);
    const ended = await run('npx', args, environment);
    expect(ended).toMatchObject({ exit: 4, out: '' });
    expect(ended.err.trim().split('\n')).toEqual([expect.stringMatching(/^Downloading /), problem]);
    const quiet = await run('npx', [...args, '--quiet'], environment);
    expect(quiet).toMatchObject({ exit: 4, out: '' });
    expect(quiet.err.trim().split('\n')).toEqual([problem]);
    expect(existsSync(madePath('never.pdf'))).toBe(false);
    expect(readdirSync(BAKKUM_CACHE)).toEqual([]);
  });
});

describe.skipIf(!canReachRegistry)('engines fetched from the npm registry', () => {
  test(
    'turn a Word document into a PDF, the second time without a download',
    async () => {
      const first = await npx('convert', fixture('documents/docx.docx'), 'a.pdf', '--json');
      expect(first).toMatchObject({ exit: 0, err: expect.stringContaining('Downloading @matbee/libreoffice-converter') });
      expect(JSON.parse(first.out)).toMatchObject({ route: 'docx -[office]-> pdf' });
      expectPdf('a.pdf', /\S/);
      const second = await run('npx', ['--no', 'bakkum', 'convert', fixture('documents/docx.docx'), 'b.pdf'], {
        npm_config_registry: NO_REGISTRY,
      });
      expect(second).toMatchObject({ exit: 0, err: '' });
      expectPdf('b.pdf', /\S/);
    },
    2 * FIRST_USE_MS,
  );

  test(
    'can be downloaded ahead for offline use',
    async () => {
      expect(missingBytesOf('seven-zip', await npx('engines', '--json'))).toBeGreaterThan(0);
      expect(missingBytesOf('seven-zip', await npx('engines', 'fetch', 'seven-zip', '--json'))).toBe(0);
      const ended = await run('npx', ['--no', 'bakkum', 'convert', fixture('archives/tree.7z'), 'tree.zip'], {
        npm_config_registry: NO_REGISTRY,
      });
      expect(ended).toMatchObject({ exit: 0, err: '' });
      expect(made('tree.zip').subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    },
    FIRST_USE_MS,
  );

  test(
    'turn a Hangul document into a PDF',
    async () => {
      expect(await npx('convert', fixture('documents/hwp.hwp'), 'hangul.pdf')).toMatchObject({ exit: 0 });
      expectPdf('hangul.pdf', /[가-힣]/);
    },
    FIRST_USE_MS,
  );

  test(
    'turn MP3 into WAV, and a film into another container',
    async () => {
      expect(await npx('convert', fixture('media/tones.mp3'), 'a.wav')).toMatchObject({ exit: 0 });
      expect(made('a.wav').subarray(0, 4).toString('latin1')).toBe('RIFF');
      expect(await npx('convert', fixture('media/clip.mp4'), 'a.webm')).toMatchObject({ exit: 0 });
      expect(made('a.webm').subarray(0, 4).toString('hex')).toBe('1a45dfa3');
      if (!hasProgram('ffprobe')) return;
      const facts = await run('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', 'a.webm']);
      expect(facts.out.split('\n')).toContain('video');
    },
    FIRST_USE_MS,
  );

  test(
    'set Markdown in pages, with fonts for the characters that occur',
    async () => {
      writeFileSync(madePath('page.md'), '# 제목\n\nA line of text, и ещё одна.\n');
      expect(await npx('convert', 'page.md', 'page.pdf')).toMatchObject({ exit: 0 });
      expectPdf('page.pdf', /제목/);
    },
    FIRST_USE_MS,
  );
});

function missingBytesOf(id: string, { out }: Ended): number | undefined {
  const { engines } = JSON.parse(out) as { engines: readonly { id: string; missingBytes: number }[] };
  return engines.find((engine) => engine.id === id)?.missingBytes;
}

function expectPdf(name: string, content: RegExp): void {
  expect(made(name).subarray(0, 5).toString('latin1')).toBe('%PDF-');
  if (!hasProgram('pdftotext')) return;
  expect(execFileSync('pdftotext', [madePath(name), '-'], { encoding: 'utf8' })).toMatch(content);
}
