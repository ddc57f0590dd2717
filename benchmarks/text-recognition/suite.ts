import { interleave, median } from '../interleave.ts';
import { describeMachine } from '../machine.ts';
import { milliseconds, ratio, table } from '../markdown.ts';
import { timed } from '../native-program.ts';
import type { Suite, SuiteRun } from '../suite.ts';
import { characterErrors } from './character-errors.ts';
import { documentSection } from './document.ts';
import { browserSection } from './in-browser.ts';
import { type NativeTesseract, openTesseract } from './native-tesseract.ts';
import { type OurRoute, openOurRoute } from './our-route.ts';
import { kindsOf, openPageMaker, type PageKind, type PageMaker } from './pages.ts';
import { NATIVE_LANGUAGE, type PrintedLanguage, TEXTS } from './texts.ts';

/** Highest acceptable share of wrong characters. */
const TARGETS: Readonly<Record<PrintedLanguage, { readonly clean: number; readonly damaged: number }>> = {
  english: { clean: 0.005, damaged: 0.05 },
  korean: { clean: 0.015, damaged: 0.08 },
};
const TIME_TARGET = 1.5;

type Bench = {
  readonly given: SuiteRun;
  readonly maker: PageMaker;
  readonly ours: OurRoute;
  readonly native: NativeTesseract | undefined;
};

export const suite: Suite = {
  title: 'Text recognition',
  async run(given) {
    const native = await openTesseract(given.folder);
    const maker = await openPageMaker(given.folder);
    const ours = openOurRoute();
    try {
      const bench = { given, maker, ours, native };
      const sections = [describeMachine(native ? [native.label] : [])];
      for (const language of ['english', 'korean'] as const) sections.push(await accuracySection(bench, language));
      sections.push(await timeSection(bench));
      if (native && given.isAsked('document'))
        sections.push(await documentSection(given, { maker, native, target: TIME_TARGET }));
      if (given.isAsked('in the browser')) sections.push(await browserSection(given, maker));
      return sections.join('\n');
    } finally {
      ours.close();
      await maker.close();
    }
  },
};

type Read = { readonly kind: PageKind; readonly ours: number; readonly native: number };

async function accuracySection(bench: Bench, language: PrintedLanguage): Promise<string> {
  const read: Read[] = [];
  for (const kind of kindsOf(language)) {
    if (!bench.given.isAsked(nameOf(kind))) continue;
    read.push(await readPage(bench, kind));
    bench.given.say(rowOf(read.at(-1)).join('  '));
  }
  const { clean, damaged } = TARGETS[language];
  return [
    `## ${language === 'english' ? 'English' : 'Korean'}`,
    '',
    'Wrong characters: insertions, deletions and replacements per printed character, without spaces. Ours detects English and',
    'Korean automatically; native Tesseract is given the language, and uses its own page layout and the same data.',
    '',
    table(['page', 'ours', 'native'], read.map(rowOf)),
    verdict(
      'Clean',
      read.filter(({ kind }) => kind.damage === 'none'),
      clean,
    ),
    verdict(
      'Damaged',
      read.filter(({ kind }) => kind.damage !== 'none'),
      damaged,
    ),
    '',
  ].join('\n');
}

async function readPage({ maker, ours, native }: Bench, kind: PageKind): Promise<Read> {
  const file = await maker.make(kind);
  const printed = TEXTS[kind.language].join('\n');
  const text = await ours.read(file);
  const other = native ? await native.read(file, NATIVE_LANGUAGE[kind.language]) : '';
  return {
    kind,
    ours: characterErrors(printed, text),
    native: native ? characterErrors(printed, other) : Number.NaN,
  };
}

const nameOf = ({ language, face, points, dpi, damage }: PageKind): string =>
  `${language}, ${face} ${points} pt, ${dpi} dpi${damage === 'none' ? '' : `, ${DAMAGE_NAMES[damage]}`}`;
const DAMAGE_NAMES = { noise: 'noise', slant: 'slanted by 2.6°', jpeg: 'JPEG quality 40', all: 'slant, noise and JPEG' } as const;

const percent = (share: number): string => (Number.isNaN(share) ? '–' : `${(share * 100).toFixed(2)} %`);

function rowOf(read: Read | undefined): readonly string[] {
  return read ? [nameOf(read.kind), percent(read.ours), percent(read.native)] : [];
}

function verdict(name: string, read: readonly Read[], target: number): string {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const ours = mean(read.map((each) => each.ours));
  const native = mean(read.map((each) => each.native));
  return `${name}: ${percent(ours)}, native ${percent(native)}; ${ours <= target ? 'met' : 'missed'} (≤ ${percent(target)})  `;
}

async function timeSection({ given, maker, ours, native }: Bench): Promise<string> {
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
    '## Time',
    '',
    `From file to text; the target is at most ${TIME_TARGET} × native. Ours: WebAssembly in one warm worker. Native: a process from start to end,`,
    'with one thread. Processor time depends less on other load. Native recognizes less of the Korean pages, as the errors show.',
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
