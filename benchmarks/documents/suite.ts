import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { interleave, median } from '../interleave.ts';
import { describeMachine } from '../machine.ts';
import { milliseconds, ratio, table } from '../markdown.ts';
import { openSitePage, type SitePage } from '../site-page.ts';
import type { Suite, SuiteRun } from '../suite.ts';
import { watch } from '../watch.ts';
import { type NativeOffice, openNativeOffice } from './native-office.ts';
import { CONTESTS, type Contest, fixture, MIXED, makeSources } from './sources.ts';

const WARM_TARGET = 1.5;
const FIRST_TARGET_MS = 6000;
const CONVERSIONS = 300;
const MEASUREMENT_INTERVAL = 50;
/** Number of conversions after which the code of every kind is compiled. */
const WARM_UP_CONVERSIONS = 100;
/** Ratio of memory use that does not count as growth. */
const GROWTH_TARGET = 1.1;

type Bench = { readonly given: SuiteRun; readonly site: SitePage; readonly native: NativeOffice };

export const suite: Suite = {
  title: 'Documents',
  async run(given) {
    await makeSources(given.folder);
    given.say('starting native LibreOffice');
    const native = await openNativeOffice(given.folder, fixture('docx.docx'));
    if (!native) throw new Error('native LibreOffice, which the suite compares with, is not installed');
    const profile = path.join(given.folder, 'profile');
    await mkdir(profile);
    const site = await openSitePage(profile);
    try {
      const bench = { given, site, native };
      const sections = [describeMachine([site.browser, native.label])];
      for (const section of [firstSection, contestsSection, mixedSection]) sections.push(await section(bench));
      return sections.join('\n');
    } finally {
      await site.close();
      await native.close();
    }
  },
};

async function firstSection({ given, site }: Bench): Promise<string> {
  const rows: (readonly string[])[] = [];
  if (given.isAsked('first')) {
    const first = async (): Promise<number> => (await site.convert(fixture('docx.docx'), 'pdf')).ms;
    rows.push(['nothing stored', milliseconds(await first()), '–']);
    given.say(rows[0]?.join('  ') ?? '');
    const stored: number[] = [];
    for (let round = 0; round < given.rounds; round += 1) {
      await site.openAgain();
      stored.push(await first());
    }
    const ms = median(stored);
    rows.push(['engine stored', milliseconds(ms), `${ms <= FIRST_TARGET_MS ? 'met' : 'missed'} (≤ ${FIRST_TARGET_MS})`]);
    given.say(rows.at(-1)?.join('  ') ?? '');
  }
  return [
    '## The first DOCX → PDF in a page',
    '',
    'From the call to the result, with nothing preloaded. Nothing stored: the engine is downloaded from a server on the same machine.',
    'Engine stored: the page was reloaded.',
    '',
    table(['state', 'ms', 'target'], rows),
  ].join('\n');
}

async function contestsSection(bench: Bench): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const contest of CONTESTS) {
    if (!bench.given.isAsked(contest.name)) continue;
    rows.push(await contestRow(bench, contest));
    bench.given.say(rows.at(-1)?.join('  ') ?? '');
  }
  const header = [
    'to PDF',
    'route',
    'ours ms',
    'native warm ms',
    'ratio',
    'target',
    'native cold ms',
    'ours is faster',
    'target',
  ];
  return [
    '## Warm',
    '',
    'Ours: from the call in the page to the result, engine started. Native warm: a running LibreOffice receives the file through its own',
    'command, from start to end of that command. Native cold: a process from start to end with an existing profile.',
    '',
    table(header, rows),
  ].join('\n');
}

async function contestRow({ given, site, native }: Bench, { name, source }: Contest): Promise<readonly string[]> {
  const file = path.join(given.folder, source);
  const { route } = await site.convert(file, 'pdf');
  const contestants = [async () => (await site.convert(file, 'pdf')).ms, () => native.warm(file), () => native.cold(file)];
  const [ours = Number.NaN, warm = Number.NaN, cold = Number.NaN] = (await interleave(contestants, given.rounds)).map(median);
  await site.forgetResults();
  return [
    name,
    route,
    milliseconds(ours),
    milliseconds(warm),
    ratio(ours / warm),
    `${ours / warm <= WARM_TARGET ? 'met' : 'missed'} (≤ ${WARM_TARGET.toFixed(1)})`,
    milliseconds(cold),
    `${(cold / ours).toFixed(1)} ×`,
    `${ours < cold ? 'met' : 'missed'} (> 1 ×)`,
  ];
}

async function mixedSection({ given, site }: Bench): Promise<string> {
  const rows: (readonly string[])[] = [];
  const failures: string[] = [];
  if (given.isAsked('mixed')) {
    await site.openAgain();
    let settled: number | undefined;
    for (let done = 0; done < CONVERSIONS; done += MEASUREMENT_INTERVAL) {
      const { result: ms } = await watch(site, () => convertMixed(site, done, failures));
      const { before } = await watch(site, () => Promise.resolve());
      if (done + MEASUREMENT_INTERVAL >= WARM_UP_CONVERSIONS) settled ??= before.own;
      const growth = before.own / (settled ?? Number.NaN);
      rows.push([
        String(done + MEASUREMENT_INTERVAL),
        (ms / 1000).toFixed(1),
        String(failures.length),
        String(Math.round(before.own / 1e6)),
        String(Math.round(before.resident / 1e6)),
        settled === undefined ? '–' : `${ratio(growth)}, ${growth <= GROWTH_TARGET ? 'met' : 'missed'} (≤ ${GROWTH_TARGET})`,
      ]);
      given.say(rows.at(-1)?.join('  ') ?? '');
    }
  }
  return [
    `## ${CONVERSIONS} conversions in one page`,
    '',
    `${MIXED.map(([file, to]) => `${path.extname(file).slice(1)} → ${to}`).join(', ')}, repeated sequentially. Memory is that of`,
    `the page’s process including workers, after each ${MEASUREMENT_INTERVAL}; growth is relative to the first ${WARM_UP_CONVERSIONS}.`,
    '',
    ...(failures.length === 0 ? [] : [`Failed: ${failures.join('; ')}`, '']),
    table(['done', 's', 'failed', 'MB own', 'MB resident', 'growth'], rows),
  ].join('\n');
}

/** Returns the milliseconds of the next fifty conversions. */
async function convertMixed(site: SitePage, from: number, failures: string[]): Promise<number> {
  const startedAt = performance.now();
  for (let index = from; index < from + MEASUREMENT_INTERVAL; index += 1) {
    const [file = '', to = ''] = MIXED[index % MIXED.length] ?? [];
    await site
      .convert(fixture(file), to)
      .catch((failure: unknown) => failures.push(`${index + 1}: ${String(failure).slice(0, 200)}`));
  }
  const ms = performance.now() - startedAt;
  await site.forgetResults();
  return ms;
}
