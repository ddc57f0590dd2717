import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import type { Suite } from '../suite.ts';
import type { Bench } from './bench.ts';
import { characterErrors } from './character-errors.ts';
import { documentSection } from './document.ts';
import { browserSection } from './in-browser.ts';
import { openTesseract } from './native-tesseract.ts';
import { openOurRoute } from './our-route.ts';
import { kindsOf, nameOf, openPageMaker, type PageKind } from './pages.ts';
import { percent } from './percent.ts';
import { NATIVE_LANGUAGE, type PrintedLanguage, TEXTS } from './texts.ts';
import { timeSections } from './time.ts';

/** Highest acceptable share of wrong characters. */
const TARGETS: Readonly<Record<PrintedLanguage, { readonly clean: number; readonly damaged: number }>> = {
  english: { clean: 0.005, damaged: 0.05 },
  korean: { clean: 0.015, damaged: 0.08 },
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
      sections.push(await timeSections(bench));
      if (native && given.isAsked('document')) sections.push(await documentSection(given, { maker, native }));
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

function rowOf(read: Read | undefined): readonly string[] {
  return read ? [nameOf(read.kind), percent(read.ours), percent(read.native)] : [];
}

function verdict(name: string, read: readonly Read[], target: number): string {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const ours = mean(read.map((each) => each.ours));
  const native = mean(read.map((each) => each.native));
  return `${name}: ${percent(ours)}, native ${percent(native)}; ${ours <= target ? 'met' : 'missed'} (≤ ${percent(target)})  `;
}
