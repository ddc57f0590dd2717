import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { interleave, median } from '../interleave.ts';
import { describeMachine } from '../machine.ts';
import { kilobytes, milliseconds, ratio, table } from '../markdown.ts';
import { type InstalledProgram, openProgram, timed } from '../native-program.ts';
import { openSitePage, type SitePage } from '../site-page.ts';
import type { Suite, SuiteRun } from '../suite.ts';
import { CONTESTS, type Contest, PROGRAMS, type ProgramId } from './contests.ts';
import { openNodeRoute } from './node-route.ts';
import { drawingSvg, HEIGHT, photoLikePpm, WIDTH } from './pictures.ts';

const CANCELS = 10;
const CANCEL_AFTER_MS = 250;
const CANCEL_TARGET_MS = 200;
const COPIES = 4;
const SPEED_UP_TARGET = 1.7;
const SCRIPT_BUDGET_KB = 130;

type Programs = ReadonlyMap<ProgramId, InstalledProgram>;

export const suite: Suite = {
  title: 'Images',
  async run(given) {
    const programs: Programs = openPrograms();
    const machine = (page: SitePage) => describeMachine([page.browser, ...[...programs.values()].map(({ label }) => label)]);
    await makeSources(given, programs);
    const page = await openSitePage();
    try {
      return [
        machine(page),
        await conversionsSection(given, programs, page),
        await parallelSection(given, programs, page),
        await cancelSection(given, page),
        transferSection(page),
      ].join('\n');
    } finally {
      await page.close();
    }
  },
};

function openPrograms(): Programs {
  const opened = (['magick', 'vips', 'cjxl', 'heif-enc'] as const).map((id) => [id, openProgram(PROGRAMS[id])] as const);
  return new Map(opened.flatMap(([id, program]) => (program ? [[id, program] as const] : [])));
}

/** A source whose native encoder fails is left out, and its contests are reported as such. */
async function makeSources(given: SuiteRun, programs: Programs): Promise<void> {
  const { folder, say } = given;
  const magick = programs.get('magick');
  if (!magick) throw new Error('ImageMagick, which creates the images, is not installed');
  say(`painting ${WIDTH} × ${HEIGHT}`);
  await writeFile(path.join(folder, 'photo.ppm'), photoLikePpm());
  await writeFile(path.join(folder, 'drawing.svg'), drawingSvg());
  const from = path.join(folder, 'photo.ppm');
  await magick.run([from, '-quality', '92', '-sampling-factor', '2x2', path.join(folder, 'photo.jpg')]);
  await magick.run([from, path.join(folder, 'photo.png')]);
  await magick.run([from, '-quality', '60', path.join(folder, 'photo.avif')]).catch(() => leaveOut(given, 'photo.avif'));
  const heic = ['-q', '60', '-p', 'preset=ultrafast', path.join(folder, 'photo.png'), '-o', path.join(folder, 'photo.heic')];
  const writer = programs.get('heif-enc');
  if (writer) await writer.run(heic).catch(() => leaveOut(given, 'photo.heic'));
}

/** A failing program may leave an empty file. */
async function leaveOut({ folder, say }: SuiteRun, name: string): Promise<void> {
  say(`${name} cannot be created here`);
  await rm(path.join(folder, name), { force: true });
}

async function conversionsSection(given: SuiteRun, programs: Programs, page: SitePage): Promise<string> {
  const names = new Set(await readdir(given.folder));
  const rows: (readonly string[])[] = [];
  for (const contest of CONTESTS) {
    if (!given.isAsked(contest.name)) continue;
    if (!names.has(contest.source)) rows.push([contest.name, 'left out: its source cannot be created here']);
    else
      rows.push(
        await conversionRow(given, contest, programs, page).catch((thrown) => [contest.name, `failed: ${String(thrown)}`]),
      );
    given.say(rows.at(-1)?.join('  ') ?? '');
  }
  const header = [
    'conversion',
    'route',
    'first ms',
    'ours ms',
    'native ms',
    'ratio',
    'target',
    'others',
    'Node ms',
    'kB ours',
    'kB native',
  ];
  return [
    '## One conversion',
    '',
    `${WIDTH} × ${HEIGHT} pixels, a generated image that resembles a photo. Ours: from the call in the page to the result, engine`,
    'loaded (“first” is the first call, which loads it). Native: one process from start to end with its default number of threads;',
    'the ratio is ours to the first native program. Node: the same engines as on the command line, at most three rounds. Native',
    'programs get the quality number of our *high* and use their defaults otherwise; cjxl writes JPEG XL at effort 3',
    'and libvips AVIF at speed 9 as we do, and all compress TIFF with LZW.',
    '',
    table(header, rows),
  ].join('\n');
}

async function conversionRow(given: SuiteRun, contest: Contest, programs: Programs, page: SitePage): Promise<readonly string[]> {
  const source = path.join(given.folder, contest.source);
  const natives = await workingNatives(given, contest, programs);
  const node = await openNodeRoute(source, contest.to);
  try {
    const first = await page.convert(source, contest.to);
    if (node) await node.convert();
    const ours = async () => (await page.convert(source, contest.to)).ms;
    const contestants = [
      ours,
      ...natives.map(
        ({ run }) =>
          () =>
            timed(run),
      ),
      ...(node ? [() => timed(node.convert)] : []),
    ];
    const medians = (await interleave(contestants, given.rounds)).map(median);
    const [mine = Number.NaN, ...others] = medians;
    const inNode = node ? others.pop() : undefined;
    const [native = Number.NaN, ...further] = others;
    const [reference, ...rest] = natives;
    const share = mine / native;
    return [
      contest.name,
      first.route,
      milliseconds(first.ms),
      milliseconds(mine),
      reference ? `${milliseconds(native)} ${reference.label}` : '–',
      ratio(share),
      reference ? `${share <= contest.target ? 'met' : 'missed'} (≤ ${contest.target.toFixed(1)})` : '–',
      rest.map(({ label }, index) => `${label} ${milliseconds(further[index] ?? Number.NaN)}`).join(', ') || '–',
      milliseconds(inNode ?? Number.NaN),
      kilobytes(first.bytesOut),
      kilobytes(reference?.bytesOut ?? Number.NaN),
    ];
  } finally {
    node?.close();
  }
}

type Native = { readonly label: string; readonly bytesOut: number; readonly run: () => Promise<void> };

/** Returns the installed programs that succeed in a trial run, which also warms the disk cache. */
async function workingNatives({ folder, say }: SuiteRun, contest: Contest, programs: Programs): Promise<readonly Native[]> {
  const found: Native[] = [];
  for (const [id, argumentsFor] of contest.natives) {
    const program = programs.get(id);
    if (!program) continue;
    const given = argumentsFor(path.join(folder, contest.source), folder);
    const run = () => program.run(given);
    try {
      await run();
      const written = (given.at(-1) ?? '').replace(/\[.*\]$/, '');
      found.push({ label: program.label, bytesOut: (await stat(written)).size, run });
    } catch {
      say(`${contest.name}: ${program.label} does not support it here`);
    }
  }
  return found;
}

async function parallelSection(given: SuiteRun, programs: Programs, page: SitePage): Promise<string> {
  const rows: (readonly string[])[] = [];
  const compare = async (name: string, measure: (together: boolean) => () => Promise<number>): Promise<number> => {
    await measure(true)();
    const [alone = Number.NaN, together = Number.NaN] = (
      await interleave([measure(false), measure(true)], Math.min(3, given.rounds))
    ).map(median);
    rows.push([name, milliseconds(alone), milliseconds(together), ratio(alone / together)]);
    given.say(rows.at(-1)?.join('  ') ?? '');
    return alone / together;
  };
  if (given.isAsked('parallel')) {
    const file = path.join(given.folder, 'photo.jpg');
    for (const to of ['webp', 'avif'])
      await compare(
        `JPEG → ${to}, ours`,
        (together) => async () => (await page.convert(file, to, { copies: COPIES, together })).ms,
      );
    const magick = programs.get('magick');
    const once = ['-limit', 'thread', '1', path.join(given.folder, 'photo.png'), 'jpeg:/dev/null'];
    if (magick)
      await compare(
        'PNG → JPEG, ImageMagick with one thread',
        (together) => () => timed(() => inLanes(() => magick.run(once), together)),
      );
  }
  const header = ['conversion', 'sequential ms', 'parallel ms', 'speed-up'];
  return [
    `## ${COPIES} files`,
    '',
    `Medians of at most three rounds. Our target: ≥ ${SPEED_UP_TARGET}. “Parallel” uses every core of the machine; the last row`,
    'is the gain of single-threaded processes on this machine at that time, which shrinks with other load.',
    '',
    table(header, rows),
  ].join('\n');
}

/** Repeats the work `COPIES` times, sequentially or in parallel on all cores. */
async function inLanes(work: () => Promise<void>, together: boolean): Promise<void> {
  let left = COPIES;
  const lane = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: together ? availableParallelism() : 1 }, lane));
}

async function cancelSection(given: SuiteRun, page: SitePage): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const to of ['png', 'avif', 'jxl']) {
    if (!given.isAsked('cancel')) continue;
    const latencies: number[] = [];
    for (let turn = 0; turn < CANCELS; turn += 1)
      latencies.push(await page.cancel(path.join(given.folder, 'photo.jpg'), to, CANCEL_AFTER_MS));
    const worst = Math.max(...latencies);
    const verdict = `${worst <= CANCEL_TARGET_MS ? 'met' : 'missed'} (≤ ${CANCEL_TARGET_MS} ms)`;
    rows.push([`JPEG → ${to}`, milliseconds(median(latencies)), milliseconds(worst), verdict]);
    given.say(rows.at(-1)?.join('  ') ?? '');
  }
  const header = ['conversion', 'median ms', 'worst ms', 'target'];
  const intro = `From cancelling, ${CANCEL_AFTER_MS} ms into a conversion, to the settled promise; ${CANCELS} times each.`;
  return ['## Cancel', '', intro, '', table(header, rows)].join('\n');
}

function transferSection({ scriptBytes }: SitePage): string {
  const kB = scriptBytes / 1000;
  const verdict = `${kB < SCRIPT_BUDGET_KB ? 'met' : 'missed'} (< ${SCRIPT_BUDGET_KB} kB)`;
  const rows = [['JavaScript before a file is chosen, compressed', kB.toFixed(1), verdict]];
  return ['## First visit to the File Converter', '', table(['what', 'kB', 'target'], rows)].join('\n');
}
