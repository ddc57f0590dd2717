import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../process.mjs';
import { inRoot } from '../project-root.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-lint-'));
  const rules = { 'bakkum/no-clock': 'error', 'bakkum/no-message-matching': 'error', 'bakkum/no-stream-iteration': 'error' };
  writeFileSync(
    path.join(folder, '.oxlintrc.json'),
    JSON.stringify({ jsPlugins: [inRoot('scripts/lint/plugin.mjs')], categories: { correctness: 'off' }, rules }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Rules that a source text breaks. */
async function brokenBy(source) {
  const file = path.join(folder, 'sample.ts');
  // A module, so that it may await.
  writeFileSync(file, `export {};\n${source}\n`);
  const config = path.join(folder, '.oxlintrc.json');
  const command = [inRoot('node_modules/oxlint/bin/oxlint'), '--config', config, '--format', 'json', file];
  const { output } = await run(process.execPath, command, { capture: true });
  return JSON.parse(output).diagnostics.map(({ code }) => code);
}

it.each([
  ["if (error.message.includes('gone')) stop();"],
  ["if (error?.message?.startsWith('gone')) stop();"],
  ['if (/gone/.test(error.message)) stop();'],
  ["if (/gone/.test(String(error.message ?? '').trim())) stop(); if (error.message === 'gone') stop();"],
  ['const text = error instanceof Error ? error.message : String(error); if (/gone/i.test(text)) stop();'],
  ["const wasGone = ({ name, message }) => name === 'A' && message.toLowerCase().includes('gone');"],
  ["switch (error.message) { case 'gone': stop(); }"],
])('finds a decision by a message: %s', async (source) => {
  expect(await brokenBy(source)).toContain('bakkum(no-message-matching)');
});

it.each([
  ["for await (const part of new Blob().stream().pipeThrough(new DecompressionStream('gzip'))) use(part);"],
  ['for await (const part of response.body ?? []) use(part);'],
  ['for await (const part of transform.readable) use(part);'],
  ['const stream = blob.stream(); for await (const part of stream) use(part);'],
  ['async function read(given: ReadableStream<Uint8Array>) { for await (const part of given) use(part); }'],
  ['async function read(given: ReadableStream | undefined) { for await (const part of given ?? []) use(part); }'],
  ['async function* all(given: ReadableStream) { yield* given; }'],
  ['const parts = await Array.fromAsync(response.body);'],
])('finds a loop over a stream: %s', async (source) => {
  expect(await brokenBy(source)).toEqual(['bakkum(no-stream-iteration)']);
});

it.each([['const day = Date.now();'], ['const day = new Date();']])('finds the clock: %s', async (source) => {
  expect(await brokenBy(source)).toEqual(['bakkum(no-clock)']);
});

it.each([
  ["log.error('failed', { error: error.message });"],
  ["if (error.code === 'gone' || error instanceof Gone) stop();"],
  ['if (layout.message === RECORD) stop();'],
  ['for await (const part of chunksOf(blob.stream())) use(part);'],
  ['for await (const key of store.list(prefix)) use(key);'],
  ['const names = await Array.fromAsync(folder.keys());'],
  ["const day = new Date('2026-01-01');"],
])('accepts %s', async (source) => {
  expect(await brokenBy(source)).toEqual([]);
});
