import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Converter, openConverter } from '../converter.ts';
import { allowFolders, isElsewhere } from './allowed-folders.ts';
import { createMcpServer } from './server.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../tests/fixtures');
const PNG = path.join(FIXTURES, 'images/png.png');

let root: string;
let allowed: string;
let converter: Converter;
let client: Client;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'bakkum-mcp-')));
  converter = await openConverter({ native: { allowed: [], searchPath: '' }, maxWorkers: 2 });
});
afterAll(async () => {
  await converter.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  allowed = mkdtempSync(path.join(root, 'allowed-'));
  copyFileSync(PNG, path.join(allowed, 'photo.png'));
  const server = createMcpServer({ converter, folders: await allowFolders([allowed]), version: '1.2.3' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  return () => client.close();
});

const inAllowed = (name: string): string => path.join(allowed, name);
const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
const codeOf = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
  const { isError, structuredContent } = await call(name, args);
  expect(isError).toBe(true);
  return (structuredContent as { error: { code: string } } | undefined)?.error.code;
};

test('describes itself and its tools', async () => {
  expect(client.getServerVersion()).toMatchObject({ name: 'bakkum', version: '1.2.3' });
  expect(client.getInstructions()).toContain(allowed);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['convert', 'combine_files', 'detect', 'list_formats']);
});

describe('convert', () => {
  test('writes the result beside the source and links it', async () => {
    const progress: Progress[] = [];
    const result = await client.callTool({ name: 'convert', arguments: { input: 'photo.png', to: 'jpg' } }, undefined, {
      onprogress: (each) => progress.push(each),
    });
    const uri = pathToFileURL(inAllowed('photo.jpg')).href;
    expect(result).toMatchObject({
      structuredContent: {
        outputs: [{ path: inAllowed('photo.jpg'), uri, mediaType: 'image/jpeg' }],
        fidelity: 'lossy',
        route: expect.stringContaining('-> jpeg'),
      },
    });
    expect(result.content).toContainEqual(expect.objectContaining({ type: 'resource_link', uri, mimeType: 'image/jpeg' }));
    expect(readFileSync(inAllowed('photo.jpg')).subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(readdirSync(allowed).toSorted()).toEqual(['photo.jpg', 'photo.png']);
    expect(progress.map((each) => each.progress)).toEqual(progress.map((each) => each.progress).toSorted((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(0);
  });

  test('accepts a file URL, an output and options', async () => {
    mkdirSync(inAllowed('out'));
    const input = pathToFileURL(inAllowed('photo.png')).href;
    await call('convert', { input, output: 'out/small.webp', options: { quality: 'low' } });
    expect(readFileSync(inAllowed('out/small.webp')).subarray(8, 12).toString('latin1')).toBe('WEBP');
    const second = await call('convert', { input, to: 'gif', output: 'out' });
    expect(second.structuredContent).toMatchObject({ outputs: [{ path: inAllowed('out/photo.gif') }] });
  });

  test('overwrites only when asked to', async () => {
    writeFileSync(inAllowed('photo.jpg'), 'precious');
    expect(await codeOf('convert', { input: 'photo.png', to: 'jpeg' })).toBe('output-exists');
    expect(readFileSync(inAllowed('photo.jpg'), 'utf8')).toBe('precious');
    expect((await call('convert', { input: 'photo.png', to: 'jpeg', overwrite: true })).isError).toBeUndefined();
    expect(readFileSync(inAllowed('photo.jpg')).subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(await codeOf('convert', { input: 'photo.png', to: 'png', overwrite: true })).toBe('output-is-input');
  });

  test('states the problem and the next step', async () => {
    writeFileSync(inAllowed('cut.png'), readFileSync(PNG).subarray(0, 100));
    writeFileSync(inAllowed('empty.png'), '');
    writeFileSync(inAllowed('notes.json'), '{"a":1}');
    expect(await codeOf('convert', { input: 'cut.png', to: 'jpeg' })).toBe('corrupt');
    expect(await codeOf('convert', { input: 'empty.png', to: 'jpeg' })).toBe('empty');
    expect(await codeOf('convert', { input: 'notes.json', to: 'png' })).toBe('no-route');
    expect(await codeOf('convert', { input: 'photo.png', to: 'jpeg', options: { quality: 'best' } })).toBe('invalid-options');
    expect(await codeOf('convert', { input: 'photo.png' })).toBe('target-missing');
    expect(await codeOf('convert', { input: 'photo.png', to: 'nonsense' })).toBe('unknown-format');
    const { structuredContent } = await call('convert', { input: 'gone.png', to: 'jpeg' });
    expect(structuredContent).toEqual({
      error: {
        code: 'not-found',
        message: 'The file or folder does not exist.',
        nextStep: 'Check the path. Folders are not created automatically.',
        detail: inAllowed('gone.png'),
      },
    });
  });
});

test.each([
  ['\\\\other\\share\\a.png', true],
  ['\\\\?\\UNC\\other\\share\\a.png', true],
  ['\\\\.\\pipe\\a', true],
  ['\\\\Home\\Share\\a.png', false],
  ['D:\\a.png', false],
])('does not ask another Windows computer for %s: %s', (file, elsewhere) => {
  expect(isElsewhere(['C:\\kim', '\\\\home\\share\\kim'], file, path.win32)).toBe(elsewhere);
});

describe('combine_files', () => {
  const texts = (): void => {
    writeFileSync(inAllowed('one.txt'), 'The first page.\n');
    writeFileSync(inAllowed('two.txt'), 'The second page.\n');
  };

  test('combines files in their order', async () => {
    texts();
    const inputs = ['two.txt', 'photo.png', pathToFileURL(inAllowed('one.txt')).href];
    const { structuredContent, isError } = await call('combine_files', { operation: 'combine', inputs, to: 'pdf' });
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({ outputs: [{ path: inAllowed('combined.pdf'), mediaType: 'application/pdf' }] });
    await call('convert', { input: 'combined.pdf', to: 'txt' });
    expect(readFileSync(inAllowed('combined.txt'), 'utf8')).toMatch(/The second page\.[^]*The first page\./);
  });

  test('lists the differences of two documents', async () => {
    texts();
    const inputs = ['one.txt', 'two.txt'];
    await call('combine_files', { operation: 'compare', inputs, to: 'json' });
    expect(readFileSync(inAllowed('comparison.json'), 'utf8')).toMatch(/first[^]*second/);
  });

  test('replaces nothing unless asked to', async () => {
    texts();
    const given = { operation: 'combine', inputs: ['one.txt', 'two.txt'], to: 'pdf', output: 'all.pdf' };
    writeFileSync(inAllowed('all.pdf'), 'precious');
    expect(await codeOf('combine_files', given)).toBe('output-exists');
    expect(readFileSync(inAllowed('all.pdf'), 'utf8')).toBe('precious');
    expect((await call('combine_files', { ...given, overwrite: true })).isError).toBeUndefined();
    const same = { ...given, inputs: ['one.txt', 'all.pdf'], overwrite: true };
    expect(await codeOf('combine_files', same)).toBe('output-is-input');
  });

  test('names the file that failed', async () => {
    texts();
    writeFileSync(inAllowed('empty.txt'), '');
    writeFileSync(inAllowed('cut.png'), readFileSync(PNG).subarray(0, 100));
    const detailOf = async (inputs: string[]): Promise<unknown> =>
      (await call('combine_files', { operation: 'combine', inputs, to: 'pdf' })).structuredContent;
    expect(await detailOf(['one.txt', 'empty.txt'])).toMatchObject({
      error: { code: 'empty', detail: `${inAllowed('empty.txt')}: zero bytes` },
    });
    expect(await detailOf(['one.txt', 'two.txt', 'cut.png'])).toMatchObject({
      error: { code: 'corrupt', detail: expect.stringContaining(inAllowed('cut.png')) },
    });
  });

  test('refuses other files and numbers of files', async () => {
    texts();
    copyFileSync(PNG, path.join(root, 'secret.png'));
    const refused = (given: Record<string, unknown>) => codeOf('combine_files', { operation: 'combine', to: 'pdf', ...given });
    expect(await refused({ inputs: ['one.txt', '../secret.png'] })).toBe('outside-allowed-folders');
    expect(await refused({ inputs: ['one.txt', 'two.txt'], output: '../all.pdf' })).toBe('outside-allowed-folders');
    expect(await refused({ inputs: ['one.txt', 'gone.txt'] })).toBe('not-found');
    expect(await refused({ inputs: ['one.txt', 'two.txt'], to: 'mp3' })).toBe('no-route');
    expect(await refused({ operation: 'compare', inputs: ['one.txt', 'two.txt', 'photo.png'] })).toBe('too-many-files');
    const one = await call('combine_files', { operation: 'combine', inputs: ['one.txt'], to: 'pdf' });
    expect(JSON.stringify(one.content)).toMatch(/Invalid arguments/);
  });
});

describe('outside the allowed folders', () => {
  let secret: string;
  beforeEach(() => {
    secret = path.join(root, 'secret.png');
    copyFileSync(PNG, secret);
    mkdirSync(`${allowed}-twin`);
    copyFileSync(PNG, path.join(`${allowed}-twin`, 'near.png'));
    symlinkSync(secret, inAllowed('link.png'));
    symlinkSync(root, inAllowed('up'));
    symlinkSync(inAllowed('loop'), inAllowed('loop'));
    return () => rmSync(`${allowed}-twin`, { recursive: true });
  });

  test.each([
    ['an absolute path', () => secret],
    ['a relative path', () => '../secret.png'],
    ['a path through a folder', () => 'sub/../../secret.png'],
    ['a folder with the same start', () => path.join(`${allowed}-twin`, 'near.png')],
    ['a file URL', () => pathToFileURL(secret).href],
    ['an encoded file URL', () => `${pathToFileURL(allowed).href}/%2e%2e/secret.png`],
    ['a symbolic link', () => 'link.png'],
    ['a linked folder', () => 'up/secret.png'],
    ['a file that does not exist', () => '/nowhere/at-all.png'],
    ['a device', () => '/dev/zero'],
  ])('refuses to read %s', async (_, input) => {
    expect(await codeOf('convert', { input: input(), to: 'jpeg' })).toBe('outside-allowed-folders');
    expect(await codeOf('detect', { path: input() })).toBe('outside-allowed-folders');
  });

  test.each([
    ['an absolute path', () => path.join(root, 'written.jpg')],
    ['a relative path', () => '../written.jpg'],
    ['a linked folder', () => 'up/written.jpg'],
    ['a folder', () => '..'],
    ['a linked folder without a name', () => 'up'],
  ])('refuses to write to %s', async (_, output) => {
    expect(await codeOf('convert', { input: 'photo.png', to: 'jpeg', output: output() })).toBe('outside-allowed-folders');
    expect(readdirSync(root)).not.toContain('written.jpg');
    expect(readdirSync(root)).not.toContain('photo.jpg');
  });

  test('never writes through a link', async () => {
    symlinkSync(secret, inAllowed('out.jpg'));
    symlinkSync(inAllowed('photo.png'), inAllowed('same.png'));
    const before = readFileSync(PNG);
    for (const overwrite of [false, true]) {
      expect(await codeOf('convert', { input: 'photo.png', output: 'out.jpg', overwrite })).toBe('outside-allowed-folders');
    }
    expect(await codeOf('convert', { input: 'photo.png', to: 'jpeg', output: 'same.png' })).toBe('output-exists');
    await call('convert', { input: 'photo.png', to: 'jpeg', output: 'same.png', overwrite: true });
    expect([readFileSync(secret), readFileSync(inAllowed('photo.png'))]).toEqual([before, before]);
    expect(readFileSync(inAllowed('same.png')).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  test('offers neither other files nor results that became links as resources', async () => {
    await expect(client.readResource({ uri: pathToFileURL(secret).href })).rejects.toThrow('not found');
    const { structuredContent } = await call('convert', { input: 'photo.png', to: 'jpeg' });
    const { outputs } = structuredContent as { outputs: [{ uri: string; path: string }] };
    rmSync(outputs[0].path);
    symlinkSync(secret, outputs[0].path);
    await expect(client.readResource({ uri: outputs[0].uri })).rejects.toThrow('moved or deleted');
  });
});

describe('hostile arguments', () => {
  test.each([
    ['no path', { input: '' }, 'invalid-path'],
    ['a null character', { input: 'photo.png\0.txt' }, 'invalid-path'],
    ['a very long path', { input: 'a'.repeat(5000) }, 'invalid-path'],
    ['a URL of another machine', { input: 'file://evil.example/share/a.png' }, 'invalid-path'],
    ['a folder', { input: '.' }, 'not-a-file'],
    ['a URL of the web', { input: 'https://evil.example/a.png' }, 'not-found'],
    ['a loop of links', { input: 'loop' }, 'not-found'],
    ['a missing folder', { input: 'photo.png', output: 'no/where.jpg' }, 'not-found'],
    ['an option of every object', { input: 'photo.png', options: { constructor: 'x' } }, 'invalid-options'],
    ['a path as an option', { input: 'photo.png', options: { quality: '../../etc/passwd' } }, 'invalid-options'],
  ])('%s', async (_, args, code) => {
    symlinkSync(inAllowed('loop'), inAllowed('loop'));
    expect(await codeOf('convert', { to: 'jpeg', ...args })).toBe(code);
  });

  test.each([
    ['numbers', { input: 7 }],
    ['objects', { input: { path: 'photo.png' } }],
    ['nested options', { input: 'photo.png', options: { quality: { high: true } } }],
    [
      'thousands of options',
      { input: 'photo.png', options: Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`o${i}`, i])) },
    ],
    ['an endless option', { input: 'photo.png', options: { quality: 'x'.repeat(20_000) } }],
  ])('%s are refused before anything is read', async (_, args) => {
    const { isError, content } = await call('convert', { to: 'jpeg', ...args });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toMatch(/Invalid arguments/);
  });

  test('unknown tools are refused', async () => {
    expect((await call('shell', { command: 'id' })).isError).toBe(true);
  });
});

test('detect shows the format of the content and its targets', async () => {
  copyFileSync(PNG, inAllowed('fake.jpg'));
  const { structuredContent } = await call('detect', { path: 'fake.jpg' });
  expect(structuredContent).toMatchObject({ format: 'png', claimed: 'jpeg', by: 'content', defaultTarget: 'webp' });
  expect((structuredContent as { targets: string[] }).targets).toContain('jpeg');
});

test('list_formats lists formats, targets and options', async () => {
  const all = await call('list_formats', {});
  expect(all.structuredContent).toMatchObject({
    formats: expect.arrayContaining([expect.objectContaining({ id: 'docx', reads: true })]),
  });
  const targets = await call('list_formats', { from: 'docx' });
  expect(targets.structuredContent).toMatchObject({ targets: expect.arrayContaining([expect.objectContaining({ id: 'pdf' })]) });
  const options = await call('list_formats', { from: 'png', to: 'jpg' });
  expect(options.structuredContent).toMatchObject({
    options: { quality: { kind: 'choice', values: expect.arrayContaining(['low']) } },
  });
  expect(await codeOf('list_formats', { from: '__proto__' })).toBe('unknown-format');
  expect(await codeOf('list_formats', { to: 'pdf' })).toBe('invalid-options');
});

test('results are resources that can be read', async () => {
  writeFileSync(inAllowed('cities.csv'), 'name,people\nSeoul,9\n');
  await call('convert', { input: 'cities.csv', to: 'json' });
  await call('convert', { input: 'photo.png', to: 'jpeg' });
  const { resources } = await client.listResources();
  expect(resources.map(({ title }) => title)).toEqual(['cities.json', 'photo.jpg']);
  const [json, jpeg] = await Promise.all(resources.map(({ uri }) => client.readResource({ uri })));
  expect(json?.contents[0]).toMatchObject({ mimeType: 'application/json', text: expect.stringContaining('"Seoul"') });
  expect(jpeg?.contents[0]).toMatchObject({ blob: readFileSync(inAllowed('photo.jpg')).toString('base64') });
});
