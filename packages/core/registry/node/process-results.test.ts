import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pathOf } from './file-blobs.node.ts';
import { copyResults, isFromProcess, takeResults } from './process-results.node.ts';

let outside: string;
let folder: string;

beforeEach(() => {
  outside = mkdtempSync(path.join(tmpdir(), 'bakkum-results-'));
  folder = path.join(outside, 'job');
  mkdirSync(folder);
  writeFileSync(path.join(outside, 'secret'), 'secret');
  writeFileSync(path.join(folder, 'result'), 'result');
});
afterEach(() => rmSync(outside, { recursive: true, force: true }));

const take = (first: string, ...rest: string[]) => {
  const sent = (name: string) => ({ blob: { path: path.join(folder, name), type: 'text/plain' }, label: name });
  return takeResults({ type: 'done', job: 1, files: [sent(first), ...rest.map(sent)], warnings: [] }, folder, 'an engine');
};

it('reads files from the folder with their properties', async () => {
  const message = await take('result', 'result');
  if (message.type !== 'done') throw new Error(message.type);
  const [file] = message.files;
  expect([message.files.length, file.label, file.blob.type, await file.blob.text()]).toEqual([
    2,
    'result',
    'text/plain',
    'result',
  ]);
  expect(pathOf(file.blob)).toMatch(/job\/result$/);
});

it.runIf(process.platform === 'linux')('refuses everything outside the folder, wherever a name leads', async () => {
  symlinkSync(path.join(outside, 'secret'), path.join(folder, 'link'));
  symlinkSync(outside, path.join(folder, 'away'));
  execFileSync('mkfifo', [path.join(folder, 'pipe')]);
  await expect(take('result', 'link')).rejects.toThrow('ELOOP');
  for (const name of ['away/secret', '../secret', 'pipe', '.'])
    await expect(take('result', name)).rejects.toThrow('outside its folder');
  await expect(take('result', 'nothing')).rejects.toThrow('ENOENT');
});

it('refuses more files than any real conversion produces', async () => {
  const names = Array.from({ length: 10_000 }, () => 'result');
  expect(await take('result', ...names)).toMatchObject({ type: 'failed', job: 1, code: 'too-large', engine: 'an engine' });
});

it('shortens labels, which may be content of any length', async () => {
  const sent = (label: string) => ({ blob: { path: path.join(folder, 'result'), type: 'text/plain' }, label });
  const files = [sent(`${'a'.repeat(999)}😀`), sent('b'.repeat(1_000_000))] as const;
  const message = { type: 'done', job: 1, files, warnings: [] } as const;
  const short = { files: [{ label: 'a'.repeat(999) }, { label: 'b'.repeat(1000) }] };
  expect(await takeResults(message, folder, 'an engine')).toMatchObject(short);
  const copied = await copyResults(message, folder, outside);
  if (process.platform === 'linux') expect(copied).toMatchObject(short);
});

it.runIf(process.platform === 'linux')('copies small results into memory and larger ones into the other folder', async () => {
  writeFileSync(path.join(folder, 'large'), Buffer.alloc(2 * 1024 ** 2, 7));
  const sent = (name: string) => ({ blob: { path: path.join(folder, name), type: 'text/plain' } });
  const to = path.join(outside, 'copies');
  mkdirSync(to);
  const message = { type: 'done', job: 1, files: [sent('large'), sent('result')], warnings: [] } as const;
  const copied = await copyResults(message, folder, to);
  if (copied?.type !== 'done') throw new Error('not copied');
  rmSync(folder, { recursive: true });
  const [large, small] = copied.files.map(({ blob }) => blob);
  expect([await small?.text(), small?.type, large?.size]).toEqual(['result', 'text/plain', 2 * 1024 ** 2]);
  expect([small && pathOf(small), large && pathOf(large)]).toEqual([undefined, path.join(to, '0')]);
});

it.runIf(process.platform === 'linux')('copies nothing that is too large together', async () => {
  writeFileSync(path.join(folder, 'large'), '');
  truncateSync(path.join(folder, 'large'), 40 * 1024 ** 2);
  const sent = { blob: { path: path.join(folder, 'large'), type: '' } };
  const message = { type: 'done', job: 1, files: [sent, sent], warnings: [] } as const;
  expect(await copyResults(message, folder, outside)).toBeUndefined();
});

it.each([null, 1, 'done', [], {}, { type: 'other' }])('are ignored in the message %j', (message) => {
  expect(isFromProcess(message)).toBe(false);
});

it.each([undefined, [], {}, [null], [{}], [{ blob: null }], [{ blob: {} }], [{ blob: { path: 1 } }], 'label'])(
  'are refused if their files are %j',
  async (given) => {
    const blob = { path: path.join(folder, 'result'), type: '' };
    const files = given === 'label' ? [{ blob, label: { length: 1 } }] : given;
    const message: unknown = JSON.parse(JSON.stringify({ type: 'done', job: 1, files, warnings: [] }));
    if (!isFromProcess(message) || message.type !== 'done') throw new Error('ignored');
    await expect(copyResults(message, folder, outside)).rejects.toThrow(Error);
    await expect(takeResults(message, folder, 'an engine')).rejects.toThrow(Error);
  },
);
