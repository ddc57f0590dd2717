import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HEIGHT, photoLikePpm, WIDTH } from '../images/pictures.ts';
import { interleave, median } from '../interleave.ts';
import { describeMachine } from '../machine.ts';
import { milliseconds, ratio, table } from '../markdown.ts';
import { openSitePage, type SitePage } from '../site-page.ts';
import type { Suite, SuiteRun } from '../suite.ts';
import { everydayFiles } from './everyday-files.ts';
import { convertListInPage, dropInPage, encodeInPage } from './in-page.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures');
const SPEED_UP_TARGET = 1.7;
const CANVAS_TARGET = 1.2;
const FEEDBACK_TARGET_MS = 100;
const BLANK_TARGET_FRAMES = 1;
const DROPS = 10;
/** Time from reaching the page with a dragged file to letting it go, in milliseconds. */
const DRAG_MS = 500;
const HOUR_MS = 3_600_000;

/** Measures the list of files: its first reaction, and parallel conversion. */
export const suite: Suite = {
  title: 'The workbench',
  async run(given) {
    const page = await openSitePage(path.join(given.folder, 'profile'));
    page.page.setDefaultTimeout(HOUR_MS);
    try {
      const sections = [
        ['mixed files', mixedSection],
        ['canvas', canvasSection],
        ['drop', dropSection],
      ] as const;
      const asked = sections.filter(([name]) => given.isAsked(name));
      const texts: string[] = [];
      for (const [, section] of asked) texts.push(await section(given, page));
      return [describeMachine([page.browser]), ...texts].join('\n');
    } finally {
      await page.close();
    }
  },
};

/** Each file to its default target: all at once with the button of the list, and one after another with the buttons of the rows. */
async function mixedSection({ dir = FIXTURES, rounds, say }: SuiteRun, { page, openAgain }: SitePage): Promise<string> {
  const files = everydayFiles(dir);
  const list = async (isParallel: boolean): Promise<{ readonly ms: number; readonly failed: readonly string[] }> => {
    await openAgain();
    await page.setInputFiles('[data-testid=files]', [...files]);
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll('li[data-status]').length === count && !document.querySelector('li[data-status=reading]'),
      files.length,
    );
    const measured = await page.evaluate(convertListInPage, isParallel);
    say(`${isParallel ? 'together' : 'one by one'}  ${milliseconds(measured.ms)} ms`);
    return measured;
  };
  // Downloads the engines.
  const { failed } = await list(true);
  const [together = [], oneByOne = []] = await interleave(
    [async () => (await list(true)).ms, async () => (await list(false)).ms],
    rounds,
  );
  const [fast, slow] = [median(together), median(oneByOne)];
  return [
    '## Mixed files',
    '',
    `${files.length} files of as many kinds up to 3 MB, to their default targets, engines loaded; ${failed.length} of them cannot be converted${failed.length > 0 ? ` (${failed.join(', ')})` : ''}.`,
    'Together: the button for all files. One by one: the button of each row, after the previous file is done.',
    '',
    table(
      ['together ms', 'one by one ms', 'speed-up', 'target'],
      [
        [
          milliseconds(fast),
          milliseconds(slow),
          ratio(slow / fast),
          verdict(slow / fast >= SPEED_UP_TARGET, `≥ ${SPEED_UP_TARGET}`),
        ],
      ],
    ),
  ].join('\n');
}

/** JPG to PNG with default options, and the encoder of the browser in the same page. */
async function canvasSection({ folder, rounds }: SuiteRun, site: SitePage): Promise<string> {
  const ppm = path.join(folder, 'photo.ppm');
  await writeFile(ppm, photoLikePpm());
  await site.openAgain();
  const { page } = site;
  await page.setInputFiles('#bench-input', ppm);
  const encode = (step: 'prepare' | 'ours' | 'canvas'): Promise<number> => page.evaluate(encodeInPage, { step });
  await encode('prepare');
  await encode('ours');
  const [ours = [], canvas = []] = await interleave([() => encode('ours'), () => encode('canvas')], rounds);
  const [own, browsers] = [median(ours), median(canvas)];
  return [
    '## JPG to PNG',
    '',
    `${WIDTH} × ${HEIGHT} pixels, default options. Canvas: \`createImageBitmap\`, \`drawImage\` and \`toBlob\` in the same page.`,
    '',
    table(
      ['ours ms', 'canvas ms', 'ratio', 'target'],
      [
        [
          milliseconds(own),
          milliseconds(browsers),
          ratio(own / browsers),
          verdict(own / browsers <= CANVAS_TARGET, `≤ ${CANVAS_TARGET}`),
        ],
      ],
    ),
  ].join('\n');
}

/** From the drop of three files to the first frame that shows their rows. */
async function dropSection({ say }: SuiteRun, { page, openAgain }: SitePage): Promise<string> {
  const measured: Awaited<ReturnType<typeof dropInPage>>[] = [];
  for (let drop = 0; drop < DROPS; drop += 1) {
    await openAgain();
    measured.push(await page.evaluate(dropInPage, DRAG_MS));
    say(`drop  ${milliseconds(measured.at(-1)?.ms ?? Number.NaN)} ms`);
  }
  const times = measured.map(({ ms }) => ms);
  const blank = Math.max(...measured.map(({ blankFrames }) => blankFrames));
  return [
    '## First feedback after a drop',
    '',
    `${DROPS} drops of three files on a newly loaded page, ${DRAG_MS} ms after they were dragged over it.`,
    '',
    table(
      ['median ms', 'longest ms', 'target', 'frames without rows', 'target'],
      [
        [
          milliseconds(median(times)),
          milliseconds(Math.max(...times)),
          verdict(Math.max(...times) <= FEEDBACK_TARGET_MS, `≤ ${FEEDBACK_TARGET_MS}`),
          String(blank),
          verdict(blank <= BLANK_TARGET_FRAMES, `≤ ${BLANK_TARGET_FRAMES}`),
        ],
      ],
    ),
  ].join('\n');
}

function verdict(isMet: boolean, target: string): string {
  return `${isMet ? 'met' : 'missed'} (${target})`;
}
