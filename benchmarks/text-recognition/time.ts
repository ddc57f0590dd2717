import os from 'node:os';
import { type Contestant, interleave, median } from '../interleave.ts';
import { milliseconds, ratio, table } from '../markdown.ts';
import { timed } from '../native-program.ts';
import type { Bench } from './bench.ts';
import { characterErrors } from './character-errors.ts';
import { BOTH_LANGUAGES, type NativeTesseract } from './native-tesseract.ts';
import { openOurRoute } from './our-route.ts';
import { nameOf, type PageKind } from './pages.ts';
import { percent } from './percent.ts';
import { NATIVE_LANGUAGE, TEXTS } from './texts.ts';

/** Acceptable time, as a multiple of native Tesseract's. */
const TIME_TARGET = 1.5;

/** Explains the two ratios of every table of times. */
const SAME_JOB = [
  `Ours detects the language of each word. Native Tesseract does the same job with both languages (\`-l ${BOTH_LANGUAGES}\`). The second ratio`,
  'compares with native Tesseract with only the language of the page, which a user would have to choose.',
].join('\n');

/** The ratio of a time to native Tesseract's, and whether it is small enough. */
const verdictOf = (ours: number, native: number): string =>
  `${ratio(ours / native)}, ${ours / native <= TIME_TARGET ? 'met' : 'missed'}`;

export async function timeSections(bench: Bench): Promise<string> {
  return [
    '## Time',
    '',
    `From file to text; the target is at most ${TIME_TARGET} × native.`,
    '',
    SAME_JOB,
    '',
    await everyCore(bench),
    '',
    await oneThread(bench),
  ].join('\n');
}

/** As on the command line, which divides a page among all cores, next to Tesseract with its default number of threads. */
async function everyCore({ given, maker, native }: Bench): Promise<string> {
  const cores = os.availableParallelism();
  const ours = openOurRoute(cores);
  const rows: (readonly string[])[] = [];
  try {
    for (const kind of TIMED) {
      if (!native || !given.isAsked(`time ${nameOf(kind)}`)) continue;
      const file = await maker.make(kind);
      // The first page loads the engine on all threads.
      await ours.read(file);
      const language = NATIVE_LANGUAGE[kind.language];
      const contestants = [() => timed(() => ours.read(file)), ...nativeTimes(native, file, language)];
      rows.push([nameOf(kind), ...comparedTimes((await interleave(contestants, given.rounds)).map(median))]);
      given.say(rows.at(-1)?.join('  ') ?? '');
    }
  } finally {
    ours.close();
  }
  return [
    '### Every core, as on the command line',
    '',
    `Ours: a warm worker that divides the lines among ${cores} threads. Native: a process with the threads it starts by default.`,
    '',
    table(['page', ...COMPARED_HEAD], rows),
  ].join('\n');
}

/** Native Tesseract with both languages and with one, each with its default number of threads and with one thread. */
export function nativeTimes(native: NativeTesseract, file: string, language: string): readonly Contestant[] {
  return [BOTH_LANGUAGES, language].flatMap((languages) => [
    () => timed(() => native.read(file, languages, 'all threads')),
    () => timed(() => native.read(file, languages)),
  ]);
}

/** Headings of `comparedTimes`. */
export const COMPARED_HEAD = [
  'ours, ms',
  'native, both languages, ms',
  'ratio, same job',
  'native, one language, ms',
  'ratio, one language',
];

/**
 * Cells that compare our time with those of `nativeTimes`. Native Tesseract has its faster number of threads, which on a busy machine is
 * one thread.
 */
export function comparedTimes([ours = Number.NaN, ...native]: readonly number[]): readonly string[] {
  const [bothAll = Number.NaN, both = Number.NaN, toldAll = Number.NaN, told = Number.NaN] = native;
  const cell = (all: number, one: number): string => `${milliseconds(all)}; one thread ${milliseconds(one)}`;
  return [
    milliseconds(ours),
    cell(bothAll, both),
    verdictOf(ours, Math.min(bothAll, both)),
    cell(toldAll, told),
    verdictOf(ours, Math.min(toldAll, told)),
  ];
}

async function oneThread({ given, maker, ours, native }: Bench): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const kind of TIMED) {
    if (!native || !given.isAsked(`time ${nameOf(kind)}`)) continue;
    const file = await maker.make(kind);
    // The first page loads the engine.
    await ours.read(file);
    const contestants = [
      () => timed(() => ours.read(file)),
      () => timed(() => native.read(file, NATIVE_LANGUAGE[kind.language])),
      () => timed(() => native.read(file, BOTH_LANGUAGES)),
      () => processorTime(() => ours.read(file)),
      () => native.processorTime(file, NATIVE_LANGUAGE[kind.language]),
      () => native.processorTime(file, BOTH_LANGUAGES),
    ];
    const medians = (await interleave(contestants, given.rounds)).map(median);
    const [mine = Number.NaN, told = Number.NaN, both = Number.NaN, ourWork = Number.NaN, ...nativeWork] = medians;
    const [toldWork = Number.NaN, bothWork = Number.NaN] = nativeWork;
    const printed = TEXTS[kind.language].join('\n');
    rows.push([
      nameOf(kind),
      milliseconds(mine),
      milliseconds(both),
      verdictOf(mine, both),
      milliseconds(told),
      verdictOf(mine, told),
      `${milliseconds(ourWork)} : ${milliseconds(bothWork)} : ${milliseconds(toldWork)}`,
      `${ratio(ourWork / bothWork)}, ${ratio(ourWork / toldWork)}`,
      percent(characterErrors(printed, await ours.read(file))),
      percent(characterErrors(printed, await native.read(file, NATIVE_LANGUAGE[kind.language]))),
    ]);
    given.say(rows.at(-1)?.join('  ') ?? '');
  }
  return [
    '### One thread',
    '',
    'Ours: WebAssembly in one warm worker, as on a server. Native: a process from start to end, with one thread. Processor time depends',
    'less on other load. Native recognizes less of the Korean pages, as the errors show.',
    '',
    table(TIME_HEAD, rows),
  ].join('\n');
}

const TIME_HEAD = [
  'page',
  ...COMPARED_HEAD,
  'processor time, ours : both languages : one, ms',
  'ratios of processor time, same job and one language',
  'our errors',
  'native errors, one language',
];

/** Milliseconds of processor time of this process, including its workers. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const TIMED: readonly PageKind[] = [
  { language: 'english', face: 'sans', points: 12, dpi: 200, damage: 'none' },
  { language: 'english', face: 'serif', points: 10, dpi: 300, damage: 'none' },
  { language: 'korean', face: 'gothic', points: 12, dpi: 200, damage: 'none' },
  { language: 'korean', face: 'myeongjo', points: 10, dpi: 300, damage: 'none' },
];
