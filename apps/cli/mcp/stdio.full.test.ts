/** `bakkum mcp` as clients run it: a process on standard input and output. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');
const FIXTURES = path.resolve(import.meta.dirname, '../../../tests/fixtures');
/** Timeout of one call; LibreOffice takes a minute on a busy machine. */
const CALL = { timeout: 600_000 };

let folder: string;
let client: Client;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'bakkum-mcp-stdio-')));
  copyFileSync(path.join(FIXTURES, 'documents/docx.docx'), path.join(folder, 'report.docx'));
  copyFileSync(path.join(FIXTURES, 'images/png.png'), path.join(folder, 'photo.png'));
  writeFileSync(path.join(folder, 'film.y4m'), film(640, 360, 300));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', '--allow', folder] }));
});
afterEach(() => client.close());

/** Uncompressed video whose frames all differ, so that encoding it takes long. */
function film(width: number, height: number, frames: number): Buffer {
  const pixels = width * height * 1.5;
  let seed = 1;
  const frame = (): Buffer => {
    const bytes = Buffer.alloc(pixels);
    for (let at = 0; at < pixels; at += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      bytes[at] = seed >> 16;
    }
    return Buffer.concat([Buffer.from('FRAME\n'), bytes]);
  };
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([header, ...Array.from({ length: frames }, frame)]);
}

test('converts a Word document to PDF', async () => {
  const { structuredContent } = await client.callTool(
    { name: 'convert', arguments: { input: 'report.docx', to: 'pdf' } },
    undefined,
    CALL,
  );
  expect(structuredContent).toMatchObject({ outputs: [{ path: path.join(folder, 'report.pdf'), mediaType: 'application/pdf' }] });
  expect(readFileSync(path.join(folder, 'report.pdf')).subarray(0, 5).toString('latin1')).toBe('%PDF-');
});

test('stops a canceled video, writes no partial result, and converts the next file', async () => {
  const canceled = new AbortController();
  const reported = Promise.withResolvers<Progress>();
  const conversion = client.callTool({ name: 'convert', arguments: { input: 'film.y4m', to: 'webm' } }, undefined, {
    ...CALL,
    signal: canceled.signal,
    onprogress: (progress) => {
      if (progress.progress > 0) reported.resolve(progress);
    },
  });
  const ended = conversion.catch((error: Error) => error.message);
  expect((await reported.promise).progress).toBeLessThan(100);
  canceled.abort('the user canceled');
  expect(await ended).toContain('the user canceled');
  const next = await client.callTool({ name: 'convert', arguments: { input: 'photo.png', to: 'jpg' } }, undefined, CALL);
  expect(next.isError).toBeUndefined();
  expect(readdirSync(folder).filter((name) => name.includes('webm') || name.startsWith('.'))).toEqual([]);
});

test('ends with its client, also during a conversion', async () => {
  const reported = Promise.withResolvers<void>();
  const conversion = client.callTool({ name: 'convert', arguments: { input: 'film.y4m', to: 'webm' } }, undefined, {
    ...CALL,
    onprogress: ({ progress }) => {
      if (progress > 0) reported.resolve();
    },
  });
  const ended = conversion.catch((error: Error) => error.message);
  await reported.promise;
  const transport = client.transport as StdioClientTransport;
  const { pid } = transport;
  await client.close();
  expect(await ended).toContain('Connection closed');
  expect(pid).toBeTypeOf('number');
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // no such process
  }
}
