import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSweeper, makeWorkFolder, processFolder, setWorkRoot } from './work-folders.ts';

const HOUR_MS = 3_600_000;
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'bakkum-sweep-'));
  setWorkRoot(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A process with a file in its folder. */
async function otherProcess() {
  const script = `
    const { makeWorkFolder, setWorkRoot } = await import(${JSON.stringify(path.join(import.meta.dirname, 'work-folders.ts'))});
    const { writeFileSync } = await import('node:fs');
    setWorkRoot(${JSON.stringify(root)});
    const folder = await makeWorkFolder('job');
    writeFileSync(folder + '/input', 'private');
    process.stdout.write(folder);
    process.stdin.on('end', () => process.exit()).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [folder] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, folder: String(folder) };
}

it('deletes the files of a killed process at once, and never those of a living one', async () => {
  const [killed, living] = [await otherProcess(), await otherProcess()];
  const mine = await makeWorkFolder('job');
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  expect(existsSync(path.join(killed.folder, 'input'))).toBe(true);
  expect(await createSweeper(root).sweep()).toBe(1);
  expect([killed.folder, living.folder, mine].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  expect(readdirSync(root)).toHaveLength(2);
  living.child.stdin.end();
  await once(living.child, 'exit');
  expect(existsSync(living.folder)).toBe(false);
});

it('deletes the folder of a process whose number belongs to another now', async () => {
  const [, namespace = ''] = /bakkum-work-(\w+)-/.exec(processFolder()) ?? [];
  const name = `bakkum-work-${namespace}-${process.pid}-1-abcdef`;
  mkdirSync(path.join(root, name));
  expect(await createSweeper(root).sweep()).toBe(process.platform === 'linux' ? 1 : 0);
  expect(existsSync(processFolder())).toBe(true);
});

it('deletes the folder of another container only after an hour without a sign of life', async () => {
  const folder = path.join(root, 'bakkum-work-0123456789abcdef-1-1-abcdef');
  mkdirSync(folder);
  let time = 0;
  const sweeper = createSweeper(root, () => time);
  // Independent of the system clocks.
  utimesSync(folder, new Date(0), new Date(0));
  expect(await sweeper.sweep()).toBe(0);
  time += HOUR_MS - 1;
  expect(await sweeper.sweep()).toBe(0);
  utimesSync(folder, new Date(1), new Date(1));
  time += 2;
  expect(await sweeper.sweep()).toBe(0);
  time += HOUR_MS - 1;
  expect(await sweeper.sweep()).toBe(0);
  time += 1;
  expect(await sweeper.sweep()).toBe(1);
  expect(existsSync(folder)).toBe(false);
});

it('touches nothing else, and needs no folder', async () => {
  const outside = mkdtempSync(path.join(tmpdir(), 'bakkum-outside-'));
  writeFileSync(path.join(outside, 'file'), '');
  const names = ['bakkum-work-0123456789abcdef-1-1-abcdef', 'other', 'bakkum-work-x'];
  symlinkSync(outside, path.join(root, names[0] ?? ''));
  for (const name of names.slice(1)) mkdirSync(path.join(root, name));
  let time = 0;
  const sweeper = createSweeper(root, () => time);
  await sweeper.sweep();
  time += 2 * HOUR_MS;
  expect(await sweeper.sweep()).toBe(0);
  expect(readdirSync(root).toSorted()).toEqual(names.toSorted());
  expect(existsSync(path.join(outside, 'file'))).toBe(true);
  rmSync(outside, { recursive: true });
  expect(await createSweeper(path.join(root, 'missing')).sweep()).toBe(0);
});
