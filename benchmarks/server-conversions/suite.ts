import { mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { interleave, median } from '../interleave.ts';
import { describeMachine } from '../machine.ts';
import { milliseconds, ratio, table } from '../markdown.ts';
import { percentile } from '../people.ts';
import type { Suite, SuiteRun } from '../suite.ts';
import { uploadLarge } from './large-upload.ts';
import { watchMemory } from './memory.ts';
import { coldOffice, type Rival, spawnedProgram, warmOffice } from './rivals.ts';
import { SAMPLES, type Sample } from './samples.ts';
import { OWNERS, openSite, type Site } from './site.ts';
import { countStatements, resetStatements } from './site-database.ts';
import { startCosts } from './start-cost.ts';

/** Files per measurement; set another number to test the suite itself. */
const JOBS = Number(process.env['BENCH_JOBS'] ?? 24);
/** Number of concurrent requests of a client. */
const ORDERS = 8;
const LARGE_BYTES = 1024 ** 3;
/** Memory a gigabyte upload may use in addition, in bytes. */
const EXTRA_TARGET_BYTES = 100e6;
const STARTS = 10;

/** Rates of conversions at which transactions are counted, too. */
const PACES = [1, 3];
/** Conversions before the sequential trial. */
const WARM_UPS = 5;
/** Conversions of the sequential trial on an idle server. */
const SINGLE = 40;
/** Seconds without requests in which background transactions are counted. */
const IDLE_S = 60;
/** Seconds until work that follows the start or the last request is over. */
const SETTLE_S = 60;
const NATIVE_TOOLS = 'ffmpeg,libreoffice,imagemagick';
/** Documents per minute that Gotenberg publishes for two cores. */
const GOTENBERG_PER_MINUTE = 25;

type Contest = { readonly sample: Sample; readonly rivals: readonly Rival[] };
type Bench = {
  readonly given: SuiteRun;
  readonly site: Site;
  /** With the installed programs that it may use. */
  readonly native: Site;
  readonly contests: readonly Contest[];
};

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
    const native = await openSite(path.join(given.folder, 'native'), { environment: { NATIVE_TOOLS }, place: 1 });
    await wait(SETTLE_S * 1000);
    try {
      const bench = { given, site, native, contests };
      const sections = [machine];
      for (const section of [contestsSection, latencySection, databaseSection, startSection, uploadSection])
        sections.push(await section(bench));
      return sections.join('\n');
    } finally {
      await Promise.all([site.close(), native.close()]);
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

/** Our ways to convert the files of a contest. */
function ownWays(
  { site, native }: Bench,
  { sample }: Contest,
): readonly { readonly label: string; readonly time: () => Promise<number> }[] {
  const file = new Blob([sample.bytes]);
  const timeOf = (of: Site, ownerOf: (index: number) => number) => () =>
    inTurn(ORDERS, (index) => of.convert(file, sample.name, sample.to, ownerOf(index)));
  const others = (index: number): number => index % OWNERS;
  return [
    { label: 'ours, one account', time: timeOf(site, () => 0) },
    { label: 'ours, every file another account', time: timeOf(site, others) },
    { label: 'ours with installed programs, one account', time: timeOf(native, () => 0) },
    { label: 'ours with installed programs, every file another account', time: timeOf(native, others) },
  ];
}

async function contestsSection(bench: Bench): Promise<string> {
  const { given, site, contests } = bench;
  const rates: (readonly string[])[] = [];
  const memory: (readonly string[])[] = [];
  for (const contest of contests) {
    const { sample, rivals } = contest;
    const watched = watchMemory(site.worker);
    const ours = ownWays(bench, contest);
    // The first conversions compile code and load engines from disk.
    for (const { time } of ours) await time();
    const theirs = rivals.map((rival) => () => theirTime(rival, sample, given.folder));
    const times = await interleave([...ours.map(({ time }) => time), ...theirs], given.rounds);
    const rateOf = (index: number): number => JOBS / (median(times[index] ?? []) / 1000);
    const labels = [...ours, ...rivals].map(({ label }) => label);
    for (const [index, label] of labels.entries()) {
      const ratios = rivals.map((_, rival) => (index < ours.length ? ratio(rateOf(index) / rateOf(ours.length + rival)) : ''));
      const row = [sample.what, label, rateOf(index).toFixed(2), ...pad(ratios)];
      rates.push(row);
      given.say(row.join('  '));
    }
    const { own, largest, together } = watched.stop();
    memory.push([sample.what, megabytes(own), megabytes(largest), megabytes(together)]);
    if (sample.to === 'pdf')
      given.say(`documents per minute: ${(rateOf(0) * 60).toFixed(0)}; Gotenberg publishes ${GOTENBERG_PER_MINUTE}`);
  }
  const says = `${JOBS} files per measurement through \`POST /api/v1/convert\`, ${ORDERS} concurrent requests, one worker. The last columns divide our rate by that of each program, in the order of the rows. Gotenberg publishes ${GOTENBERG_PER_MINUTE} documents per minute on two cores.`;
  return [
    `## Files per second\n\n${says}\n`,
    table(['files', 'converter', 'per second', 'to the first program', 'to the second'], rates),
    '## Peak memory in MB\n',
    table(['files', 'worker', 'one conversion process', 'all together'], memory),
  ].join('\n');
}

/** Two columns of ratios; a contest has one or two programs. */
function pad(ratios: readonly string[]): readonly string[] {
  return [ratios[0] ?? '', ratios[1] ?? ''];
}

async function latencySection({ given, site }: Bench): Promise<string> {
  if (!given.isAsked('latency')) return '';
  const sample = SAMPLES.picture();
  const file = new Blob([sample.bytes]);
  // The first conversions compile code and load engines from disk.
  for (let count = 0; count < WARM_UPS; count += 1) await site.convert(file, sample.name, sample.to);
  const requests: { readonly id: string; readonly sent: number; readonly received: number }[] = [];
  for (let count = 0; count < SINGLE; count += 1) {
    const sent = clock();
    const id = await site.convert(file, sample.name, sample.to);
    requests.push({ id, sent, received: clock() });
  }
  const moments = await site.momentsOf(requests.map(({ id }) => id));
  const steps = requests.flatMap(({ sent, received }, index) => {
    const { created, started, ended } = moments[index] ?? {};
    if (created === undefined || started === undefined || ended === undefined) return [];
    return [[received - sent, created - sent, started - created, ended - started, received - ended]];
  });
  const rowOf = (label: string, step: number): readonly string[] => {
    const times = steps.map((durations) => durations[step] ?? Number.NaN);
    return [label, milliseconds(percentile(times, 0.5)), milliseconds(percentile(times, 0.95))];
  };
  const rows = [
    sample.what,
    'request received, authenticated and checked, file stored',
    'job recorded and claimed by the worker',
    'file converted, result stored',
    'end of the job recorded, response received',
  ].map(rowOf);
  return `## Response time of one request at a time, in ms\n\nThe steps are from times in the row of each job, in whole milliseconds.\n\n${table(['file', 'p50', 'p95'], rows)}`;
}

/** Milliseconds since 1970. */
function clock(): number {
  return performance.timeOrigin + performance.now();
}

async function databaseSection({ given, site }: Bench): Promise<string> {
  if (!given.isAsked('database')) return '';
  const sample = SAMPLES.picture();
  const file = new Blob([sample.bytes]);
  const convert = async () => void (await site.convert(file, sample.name, sample.to));
  const convertInSteps = () => site.convertInSteps(file, sample.name, sample.to);
  const ways = {
    '`POST /convert`': () => inTurn(ORDERS, convert),
    'upload, wait, download': () => inTurn(ORDERS, convertInSteps),
    ...Object.fromEntries(
      PACES.map((perSecond) => [`\`POST /convert\`, ${perSecond} per second`, () => paced(perSecond, convert)]),
    ),
  };
  const rows: (readonly string[])[] = [];
  const statements: (readonly string[])[] = [];
  for (const [label, convertAll] of Object.entries(ways)) {
    await resetStatements(site.database);
    const before = await site.transactions();
    await convertAll();
    rows.push([label, (((await site.transactions()) - before) / JOBS).toFixed(1)]);
    for (const { text, calls, ms } of await countStatements(site.database))
      statements.push([label, (calls / JOBS).toFixed(1), (ms / JOBS).toFixed(2), `\`${text.slice(0, 90)}\``]);
  }
  await wait(SETTLE_S * 1000);
  const before = await site.transactions();
  await wait(IDLE_S * 1000);
  const idle = ((await site.transactions()) - before) / IDLE_S;
  return [
    `## Database\n\nTransactions per file (${sample.what}), including background work; ${idle.toFixed(1)} per second without requests, with one website process and one worker.\n`,
    table(['requests', 'transactions per file'], rows),
    'The most frequent statements, from `pg_stat_statements`:\n',
    table(['requests', 'per file', 'ms per file', 'statement'], statements),
  ].join('\n');
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
async function inTurn(atOnce: number, convert: (index: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < JOBS; index = next++) await convert(index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return performance.now() - startedAt;
}

/** Starts conversions at an even pace. */
async function paced(perSecond: number, convert: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let count = 0; count < JOBS; count += 1) {
    running.push(convert());
    await wait(Math.max(0, startedAt + (1000 * (count + 1)) / perSecond - performance.now()));
  }
  await Promise.all(running);
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
