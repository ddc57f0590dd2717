import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mayReplace } from './output-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-out-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (...names: readonly string[]): void => names.forEach((name) => writeFileSync(path.join(folder, name), ''));

it('writes to a new or an empty folder, and over an earlier copy', () => {
  expect([mayReplace(path.join(folder, 'new')), mayReplace(folder)]).toEqual([true, true]);
  write('engine-files.json', 'service-worker.js', '404.html', 'index.html');
  expect(mayReplace(folder)).toBe(true);
});

it('replaces neither other files nor a file', () => {
  mkdirSync(path.join(folder, 'photos'));
  expect(mayReplace(folder)).toBe(false);
  write('404.html', 'notes.txt');
  expect([mayReplace(folder), mayReplace(path.join(folder, 'notes.txt'))]).toEqual([false, false]);
});
