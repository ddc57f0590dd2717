import os from 'node:os';
import { interleave, median } from '../interleave.ts';
import { milliseconds, ratio, table } from '../markdown.ts';
import { timed } from '../native-program.ts';
import type { Bench } from './bench.ts';
import { characterErrors } from './character-errors.ts';
import { openOurRoute } from './our-route.ts';
import { nameOf, type PageKind } from './pages.ts';
import { percent } from './percent.ts';
import { NATIVE_LANGUAGE, TEXTS } from './texts.ts';

/** Acceptable time, as a multiple of native Tesseract's. */
export const TIME_TARGET = 1.5;

export async function timeSections(bench: Bench): Promise<string> {
  return [
    '## Time',
    '',
    `From file to text; the target is at most ${TIME_TARGET} × native.`,
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
      const contestants = [
        () => timed(() => ours.read(file)),
        () => timed(() => native.read(file, language, 'all threads')),
        () => timed(() => native.read(file, language)),
      ];
      const [mine = Number.NaN, all = Number.NaN, one = Number.NaN] = (await interleave(contestants, given.rounds)).map(median);
      const isMet = mine / all <= TIME_TARGET;
      rows.push([
        nameOf(kind),
        milliseconds(mine),
        milliseconds(all),
        ratio(mine / all),
        isMet ? 'met' : 'missed',
        milliseconds(one),
      ]);
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
    table(['page', 'ours ms', 'native ms', 'ratio', 'target', 'native, one thread, ms'], rows),
  ].join('\n');
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
      () => timed(() => native.read(file, 'eng+kor')),
      () => processorTime(() => ours.read(file)),
      () => native.processorTime(file, NATIVE_LANGUAGE[kind.language]),
    ];
    const medians = (await interleave(contestants, given.rounds)).map(median);
    const [mine = Number.NaN, one = Number.NaN, both = Number.NaN, ourWork = Number.NaN, nativeWork = Number.NaN] = medians;
    const printed = TEXTS[kind.language].join('\n');
    rows.push([
      nameOf(kind),
      milliseconds(mine),
      milliseconds(one),
      ratio(mine / one),
      mine / one <= TIME_TARGET ? 'met' : 'missed',
      milliseconds(both),
      `${milliseconds(ourWork)} : ${milliseconds(nativeWork)} = ${ratio(ourWork / nativeWork)}`,
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
  'ours ms',
  'native ms',
  'ratio',
  'target',
  'native, both languages, ms',
  'processor time, ms',
  'our errors',
  'native errors',
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
