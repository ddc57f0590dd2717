import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { interleave, median } from '../interleave.ts';
import { table } from '../markdown.ts';
import { openSitePage } from '../site-page.ts';
import type { SuiteRun } from '../suite.ts';
import type { NativeTesseract } from './native-tesseract.ts';
import { kindsOf, type PageMaker } from './pages.ts';
import { NATIVE_LANGUAGE, type PrintedLanguage } from './texts.ts';
import { COMPARED_HEAD, comparedTimes, nativeTimes } from './time.ts';

const PAGES = 12;

/** Measures a TIFF of several pages from file to text: ours on the built website next to native Tesseract. */
export async function documentSection(
  { folder, rounds, say }: SuiteRun,
  { maker, native }: { readonly maker: Pick<PageMaker, 'make'>; readonly native: NativeTesseract },
): Promise<string> {
  const site = await openSitePage(path.join(folder, 'document-profile'));
  try {
    const rows: string[][] = [];
    for (const language of ['english', 'korean'] as const) {
      const file = await writeTiff(maker, language, folder);
      // The first conversion loads the engine.
      await site.convert(await writeTiff(maker, language, folder, 1), 'txt');
      const contestants = [
        async () => (await site.convert(file, 'txt')).ms,
        ...nativeTimes(native, file, NATIVE_LANGUAGE[language]),
      ];
      rows.push([language, ...comparedTimes((await interleave(contestants, rounds)).map(median))]);
      say(rows.at(-1)?.join('  ') ?? '');
    }
    return [
      `## A document of ${PAGES} pages`,
      '',
      `A TIFF of ${PAGES} pages of 200 dpi, from file to text. Ours: the built website in ${site.browser}, which reads with as many workers as the`,
      'device has cores, up to four. Native: one process, with the threads it starts by default or with one; the faster of the two counts.',
      '',
      table(['document', ...COMPARED_HEAD], rows),
    ].join('\n');
  } finally {
    await site.close();
  }
}

async function writeTiff(
  maker: Pick<PageMaker, 'make'>,
  language: PrintedLanguage,
  folder: string,
  count = PAGES,
): Promise<string> {
  const kinds = kindsOf(language).filter(({ dpi }) => dpi === 200);
  const pages: string[] = [];
  for (const kind of kinds.slice(0, count)) pages.push(await maker.make(kind));
  const file = path.join(folder, `${language}-${count}.tiff`);
  const repeated = Array.from({ length: count }, (_, index) => pages[index % pages.length] ?? '');
  execFileSync('convert', [...repeated, '+repage', '-colorspace', 'Gray', '-compress', 'LZW', file]);
  return file;
}
