/** `bakkum watch` as a process that is killed again and again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');
const FILES = 200;
const KILLS = 5;

let root: string;
let folder: string;
let out: string;

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'bakkum-watch-kills-'));
  folder = path.join(root, 'in');
  out = path.join(root, 'out');
  mkdirSync(folder);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Sources that all processes reported as converted. */
const converted: string[] = [];

/** @returns the process, and a promise that resolves after this many results */
function start(count = Number.POSITIVE_INFINITY): { readonly child: ChildProcess; readonly reached: Promise<void> } {
  const args = [MAIN, 'watch', folder, '--to', 'json', '--out', out, '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { state, source } = JSON.parse(line) as { state: string; source: string };
    converted.push(state === 'converted' ? source : line);
    left -= 1;
    if (left === 0) resolve();
  });
  return { child, reached: promise };
}

function drop(from: number, to: number): void {
  for (let at = from; at < to; at += 1) writeFileSync(path.join(folder, `table-${at}.csv`), `number\n${at}\n`);
}

const results = (): readonly string[] => readdirSync(out).filter((name) => name.endsWith('.json'));

test('converts each of 200 files once while it is killed five times', async () => {
  for (let round = 0; round < KILLS; round += 1) {
    const { child, reached } = start(20 + round);
    drop(round * 40, (round + 1) * 40);
    // The next files are being converted or placed at this moment.
    await reached;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  const { child } = start();
  await expect.poll(() => results().length, { timeout: 300_000 }).toBe(FILES);
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(converted).toHaveLength(new Set(converted).size);
  expect(converted.every((source) => /^table-\d+\.csv$/.test(source))).toBe(true);
  const numbers = results().map(
    (name) => (JSON.parse(readFileSync(path.join(out, name), 'utf8')) as [{ number: number }])[0].number,
  );
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: FILES }, (_, at) => at));
  expect(readdirSync(out).toSorted()).toEqual(['.bakkum-watch', ...results()].toSorted());
  expect(readdirSync(path.join(out, '.bakkum-watch/drafts'))).toEqual([]);
  const journal = readFileSync(path.join(out, '.bakkum-watch/journal.jsonl'), 'utf8').trim().split('\n');
  const last = new Map(
    journal.map((line) => JSON.parse(line) as { source: string; state: string }).map((e) => [e.source, e.state]),
  );
  expect([last.size, new Set(last.values())]).toEqual([FILES, new Set(['converted'])]);
  expect(journal.filter((line) => line.includes('"converted"'))).toHaveLength(FILES);
});

test('only one process at a time writes to a results folder', async () => {
  const { child: first } = start();
  const second = spawn(process.execPath, [MAIN, 'watch', folder, '--to', 'json', '--out', out], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const third = await Promise.race([once(first, 'exit').then(() => first), once(second, 'exit').then(() => second)]);
  expect(third.exitCode).toBe(2);
  for (const child of [first, second]) child.kill('SIGTERM');
  for (const child of [first, second]) if (child.exitCode === null) await once(child, 'exit');
});
