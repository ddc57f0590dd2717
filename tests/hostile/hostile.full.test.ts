/** Runs hostile files through the product's own runner in a worker: each ends in bounded memory with the expected result. */

import zlib from 'node:zlib';
import { createRunner } from '@bakkum/conversion/runner';
import { estimateBytes, plannerFor } from '@bakkum/registry/catalogue';
import { nodeCapabilities } from '@bakkum/registry/node/capabilities.node';
import { discardStored } from '@bakkum/registry/node/file-blobs.node';
import { spawnNodeWorker } from '@bakkum/registry/node/spawn.node';
import { afterAll, describe, expect, it } from 'vitest';
import { fixture } from '../engine-context.ts';
import * as made from './files.ts';

const GIB = 1024 ** 3;
/** Memory of one conversion in addition to the runner: the maximum of an engine, and the worker itself. */
const MAX_MEMORY_BYTES = 3 * GIB;

const planner = plannerFor(nodeCapabilities());
const runner = createRunner({
  spawn: spawnNodeWorker,
  maxWorkers: 1,
  memoryBudgetBytes: 8 * GIB,
  estimateBytes,
  deadlineMs: () => 300_000,
});
afterAll(() => runner.dispose());

type Ending = { readonly word: string; readonly warnings: readonly string[]; readonly memory: number };

/** `word` is `done` or a code; `memory` is the peak growth of the process. */
async function convert(content: Uint8Array<ArrayBuffer> | string, from: string, to: string): Promise<Ending> {
  const answer = planner.plan(from, to);
  if (!answer.ok) throw new Error(`no plan from ${from} to ${to}`);
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  try {
    const result = await runner.run({ inputs: [new File([content], `hostile.${from}`)], plans: answer.plans, options: {} });
    if (result.ok) await discardStored(result.files.map(({ blob }) => blob));
    const warnings = result.ok ? result.warnings.map(({ code }) => code) : [];
    return { word: result.ok ? 'done' : result.code, warnings, memory: most - before };
  } finally {
    clearInterval(watch);
  }
}

type Case = readonly [
  what: string,
  content: () => Uint8Array<ArrayBuffer> | string,
  from: string,
  to: string,
  words: readonly string[],
];

const pair = (name: string) =>
  made.zipOf([
    { name, content: made.bytesOf('x') },
    { name: 'good.txt', content: made.bytesOf('good') },
  ]);
const deep = 100_000;
const LINK = 0o120_777;

const ARCHIVES: readonly Case[] = [
  [
    'ten gigabytes of zeros in ten megabytes',
    () => made.zipOf([{ name: 'z', content: made.deflatedZeros(), method: 8, size: 10 * GIB }]),
    'zip',
    'tar',
    ['too-large'],
  ],
  [
    'the same with a claimed size of a megabyte',
    () => made.zipOf([{ name: 'z', content: made.deflatedZeros(), method: 8, size: 1_000_000 }]),
    'zip',
    'tar',
    ['corrupt', 'too-large'],
  ],
  ['ten gigabytes of zeros in a gzip file', made.gzipBomb, 'gz', 'zip', ['too-large']],
  ['ten gigabytes of zeros in Zstandard', made.zstdBomb, 'zst', 'zip', ['too-large']],
  ['more than a gigabyte of zeros in LZ4', made.lz4Bomb, 'lz4', 'zip', ['too-large']],
  ['one content under thousands of names', () => made.overlappingZip(20_000, 1), 'zip', 'tar', ['too-large']],
  ['nested archives', () => made.nestedZip(5), 'zip', 'tar', ['done']],
  [
    'a tar whose names take two gigabytes',
    () => made.tarWithHeader('x', 2 * GIB, made.bytesOf('a')),
    'tar',
    'zip',
    ['corrupt', 'too-large'],
  ],
  [
    'a tar whose names take two megabytes',
    () => made.tarWithHeader('x', 2_000_000, made.bytesOf('9'.repeat(2_000_000))),
    'tar',
    'zip',
    ['corrupt'],
  ],
  [
    'a sparse file',
    () => {
      const record = '22 GNU.sparse.major=1\n';
      return made.tarWithHeader('x', record.length, made.bytesOf(record));
    },
    'tar',
    'zip',
    ['unsupported-feature'],
  ],
  [
    'a gzip file with a false length',
    () => {
      const bytes = made.gzipOf('words'.repeat(1000));
      bytes.fill(0xff, bytes.length - 4);
      return bytes;
    },
    'gz',
    'zip',
    ['corrupt', 'done'],
  ],
];

const DATA: readonly Case[] = [
  ['a billion laughs', made.laughingXml, 'xml', 'json', ['unsupported-feature', 'too-large']],
  ['a billion laughs', made.laughingYaml, 'yaml', 'json', ['too-large']],
  ['a hundred thousand nested lists', () => '['.repeat(deep) + ']'.repeat(deep), 'json', 'yaml', ['too-large']],
  ['a hundred thousand nested lists', () => '['.repeat(deep) + ']'.repeat(deep), 'yaml', 'json', ['too-large']],
  ['a hundred thousand nested elements', () => '<a>'.repeat(deep) + '</a>'.repeat(deep), 'xml', 'json', ['too-large']],
  ['a hundred thousand nested lists', () => made.bytesOf(new Uint8Array(deep).fill(0x81)), 'cbor', 'json', ['too-large']],
  [
    'a list longer than the file',
    () => made.bytesOf(Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff)),
    'msgpack',
    'json',
    ['corrupt'],
  ],
  [
    'a text longer than the file',
    () => made.bytesOf(Uint8Array.of(0x7b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)),
    'cbor',
    'json',
    ['corrupt'],
  ],
  ['a document longer than the file', () => made.bytesOf(Uint8Array.of(0xff, 0xff, 0xff, 0x7f, 0)), 'bson', 'json', ['corrupt']],
  [
    'a table longer than the file',
    () => made.bytesOf(`bplist00${'\0'.repeat(6)}\x08\x08`, new Uint8Array(24).fill(0xff)),
    'bplist',
    'json',
    ['corrupt'],
  ],
  [
    'one line of two hundred megabytes',
    () => made.bytesOf('a,b\n', new Uint8Array(200_000_000).fill(0x61)),
    'csv',
    'json',
    ['done', 'too-large', 'out-of-memory'],
  ],
  [
    'one text of a hundred megabytes',
    () => made.bytesOf('["', new Uint8Array(100_000_000).fill(0x61), '"]'),
    'json',
    'yaml',
    ['done', 'too-large', 'out-of-memory'],
  ],
];

describe.each([...ARCHIVES, ...DATA])('%s', (_, content, from, to, words) => {
  it(`as ${from} ends in bounded memory`, async () => {
    const { word, memory } = await convert(content(), from, to);
    expect(words).toContain(word);
    expect(memory).toBeLessThan(MAX_MEMORY_BYTES);
  });
});

it('unpacks a compressed file larger than its memory', async () => {
  const content = new Uint8Array(zlib.gzipSync(new Uint8Array(700_000_000)));
  const { word, memory } = await convert(content, 'gz', 'zip');
  expect(word).toBe('done');
  expect(memory).toBeLessThan(GIB / 2);
});

describe('paths outside the folder', () => {
  it.each(['../../evil.txt', '/../evil.txt', 'a/../../evil.txt', '..\\evil.txt'])(
    '%s is left out with a warning',
    async (name) => {
      expect(await convert(pair(name), 'zip', 'tar')).toMatchObject({ word: 'done', warnings: ['entries-dropped'] });
    },
  );

  it.each(['/etc/passwd', '../../outside', 'C:\\Windows'])('omits a link to %s with a warning', async (target) => {
    const zip = made.zipOf([
      { name: 'link', content: made.bytesOf(target), mode: LINK },
      { name: 'good.txt', content: made.bytesOf('good') },
    ]);
    expect(await convert(zip, 'zip', 'tar')).toMatchObject({ word: 'done', warnings: ['entries-dropped'] });
  });
});

describe('tables with false sizes', () => {
  it.each([
    ['parquet', 'tables/table.snappy.parquet'],
    ['arrow', 'tables/table.arrow'],
    ['sqlite', 'tables/tables.sqlite'],
  ])('%s', async (from, name) => {
    const whole = new Uint8Array(await (await fixture(name)).arrayBuffer());
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 12)) {
      const bytes = whole.slice();
      bytes.fill(0xff, at, at + 5);
      const { word, memory } = await convert(bytes, from, 'json');
      expect(['done', 'corrupt', 'too-large', 'unsupported-feature', 'encrypted']).toContain(word);
      expect(memory).toBeLessThan(MAX_MEMORY_BYTES);
    }
  });
});
