import { mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { interleave, median } from '../interleave.ts';
import { describeMachine } from '../machine.ts';
import { milliseconds, ratio, table } from '../markdown.ts';
import type { Suite, SuiteRun } from '../suite.ts';
import { uploadLarge } from './large-upload.ts';
import { type Peak, watchMemory } from './memory.ts';
import { coldOffice, type Rival, spawnedProgram, warmOffice } from './rivals.ts';
import { SAMPLES, type Sample } from './samples.ts';
import { openSite, type Site } from './site.ts';
import { startCosts } from './start-cost.ts';

/** Files per measurement; set another number to test the suite itself. */
const JOBS = Number(process.env['BENCH_JOBS'] ?? 24);
/** Number of concurrent requests of a client. */
const ORDERS = 8;
const LARGE_BYTES = 1024 ** 3;
/** Memory a gigabyte upload may use in addition, in bytes. */
const EXTRA_TARGET_BYTES = 100e6;
const STARTS = 10;

type Contest = { readonly sample: Sample; readonly rivals: readonly Rival[] };
type Bench = { readonly given: SuiteRun; readonly site: Site; readonly contests: readonly Contest[] };

/**
 * Converts small files through the API with one worker, in comparison with installed programs used as other services use them.
 */
export const suite: Suite = {
  title: 'Conversions on the server',
  async run(given) {
    const contests = await openContests(given);
    const labels = contests.flatMap(({ rivals }) => rivals.map(({ label }) => label));
    const machine = describeMachine(labels);
    const site = await openSite(given.folder);
    try {
      const bench = { given, site, contests };
      const sections = [machine];
      for (const section of [contestsSection, startSection, uploadSection]) sections.push(await section(bench));
      return sections.join('\n');
    } finally {
      await site.close();
      for (const { rivals } of contests) for (const rival of rivals) await rival.close();
    }
  },
};

async function openContests({ folder, isAsked }: SuiteRun): Promise<readonly Contest[]> {
  const cores = availableParallelism();
  const contests: Contest[] = [];
  const add = (sample: Sample, rivals: readonly (Rival | undefined)[]): void => {
    contests.push({ sample, rivals: rivals.filter((rival) => rival !== undefined) });
  };
  if (isAsked('pictures')) add(SAMPLES.picture(), [spawnedProgram('ImageMagick', ['convert', 'magick'], [], cores)]);
  if (isAsked('sounds')) add(SAMPLES.sound(), [spawnedProgram('FFmpeg', ['ffmpeg'], ['-v', 'error', '-y', '-i'], cores)]);
  if (isAsked('documents'))
    add(SAMPLES.document(), [await coldOffice(path.join(folder, 'cold'), cores), await warmOffice(path.join(folder, 'warm'))]);
  return contests;
}

async function contestsSection({ given, site, contests }: Bench): Promise<string> {
  const rates: (readonly string[])[] = [];
  const memory: (readonly string[])[] = [];
  for (const { sample, rivals } of contests) {
    const peaks: Peak[] = [];
    const transactions: number[] = [];
    const ours = async (): Promise<number> => {
      const watched = watchMemory(site.worker);
      const before = await site.transactions();
      try {
        return await ourTime(site, sample);
      } finally {
        peaks.push(watched.stop());
        transactions.push(((await site.transactions()) - before) / JOBS);
      }
    };
    // The first conversions compile code and load engines from disk.
    await ours();
    const theirs = rivals.map((rival) => () => theirTime(rival, sample, given.folder));
    const [own = [], ...others] = await interleave([ours, ...theirs], given.rounds);
    const rate = JOBS / (median(own) / 1000);
    rates.push([sample.what, 'ours, through the API', rate.toFixed(2), '1.00']);
    for (const [index, rival] of rivals.entries()) {
      const other = JOBS / (median(others[index] ?? []) / 1000);
      rates.push([sample.what, rival.label, other.toFixed(2), ratio(rate / other)]);
    }
    const most = (name: 'own' | 'largest' | 'together'): string => megabytes(Math.max(...peaks.map((peak) => peak[name])));
    memory.push([sample.what, most('own'), most('largest'), most('together'), median(transactions).toFixed(0)]);
    for (const row of rates.slice(-1 - rivals.length)) given.say(row.join('  '));
  }
  const says = `${JOBS} files per measurement, ${ORDERS} concurrent requests; ours with one worker that converts ${availableParallelism()} at once, each in its own process.`;
  return [
    `## Files per second\n\n${says}\n`,
    table(['files', 'converter', 'per second', 'ours to theirs'], rates),
    '## Peak memory in MB, and database transactions per file, including background work\n',
    table(['files', 'worker', 'one conversion process', 'all together', 'transactions'], memory),
  ].join('\n');
}

async function ourTime(site: Site, { bytes, name, to }: Sample): Promise<number> {
  const file = new Blob([bytes]);
  return inTurn(ORDERS, () => site.convert(file, name, to));
}

async function theirTime(rival: Rival, { bytes, name, to }: Sample, folder: string): Promise<number> {
  const place = path.join(folder, 'theirs');
  await mkdir(place, { recursive: true });
  const extension = to === 'jpeg' ? 'jpg' : to;
  const inputs = Array.from({ length: JOBS }, (_, index) => path.join(place, `${index}-${name}`));
  for (const input of inputs) await writeFile(input, bytes);
  const time = await inTurn(rival.atOnce, (index) =>
    rival.convert(inputs[index] ?? '', path.join(place, `${index}.${extension}`)),
  );
  await rm(place, { recursive: true });
  return time;
}

/** Returns milliseconds for all files at the given concurrency. */
async function inTurn(atOnce: number, convert: (index: number) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < JOBS; index = next++) await convert(index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return performance.now() - startedAt;
}

async function startSection({ contests }: Bench): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const { sample } of contests) {
    const costs = await startCosts(sample, STARTS);
    const [told, done] = [median(costs.map((cost) => cost.told)), median(costs.map((cost) => cost.done))];
    rows.push([sample.what, costs[0]?.sandbox ?? '', milliseconds(told), milliseconds(done), ratio(told / done)]);
  }
  return `## One process per file\n\n${table(['file', 'sandbox', 'ms to the first message', 'ms to the result', 'share'], rows)}`;
}

async function uploadSection({ given, site }: Bench): Promise<string> {
  if (!given.isAsked('upload')) return '';
  const { before, peak, seconds } = await uploadLarge(site, LARGE_BYTES);
  const extra = peak.own - before;
  if (extra > EXTRA_TARGET_BYTES)
    given.say(`a large upload uses ${megabytes(extra)} MB more, not less than ${megabytes(EXTRA_TARGET_BYTES)}`);
  const row = [megabytes(LARGE_BYTES), seconds.toFixed(1), megabytes(before), megabytes(peak.own), megabytes(extra)];
  return `## A large upload (tus, one request)\n\n${table(['MB', 's', 'MB before', 'peak MB', 'MB more'], [row])}`;
}

/** Formats megabytes of 1000 × 1000 bytes. */
function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
