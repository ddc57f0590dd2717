import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FACE_FILES, type FaceName } from '@bakkum/document-typefaces/catalogue';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type Browser, chromium } from 'playwright-core';
import { type PrintedLanguage, TEXTS } from './texts.ts';

/** How a page is printed, scanned and damaged. */
export type PageKind = {
  readonly language: PrintedLanguage;
  readonly face: FaceName;
  readonly points: number;
  readonly dpi: number;
  readonly damage: Damage;
};

export type Damage = 'none' | 'noise' | 'slant' | 'jpeg' | 'all';

/** Describes a page for reports. */
export const nameOf = ({ language, face, points, dpi, damage }: PageKind): string =>
  `${language}, ${face} ${points} pt, ${dpi} dpi${damage === 'none' ? '' : `, ${DAMAGE_NAMES[damage]}`}`;
const DAMAGE_NAMES = { noise: 'noise', slant: 'slanted by 2.6°', jpeg: 'JPEG quality 40', all: 'slant, noise and JPEG' } as const;

/** ImageMagick's arguments. The noise is the same every time. */
const DAMAGE: Readonly<Record<Damage, readonly string[]>> = {
  none: [],
  noise: ['-seed', '7', '-attenuate', '0.35', '+noise', 'Gaussian'],
  slant: ['-background', 'white', '-rotate', '2.6'],
  jpeg: ['-quality', '40'],
  all: ['-background', 'white', '-rotate', '-1.7', '-seed', '7', '-attenuate', '0.25', '+noise', 'Gaussian', '-quality', '40'],
};

const FACES: Readonly<Record<PrintedLanguage, readonly [FaceName, FaceName]>> = {
  english: ['sans', 'serif'],
  korean: ['gothic', 'myeongjo'],
};

/** Clean pages in every typeface, size and resolution, and damaged ones. */
export function kindsOf(language: PrintedLanguage): readonly PageKind[] {
  const [first, second] = FACES[language];
  const clean = [
    [first, 10, 150],
    [second, 10, 200],
    [first, 12, 200],
    [second, 12, 300],
    [second, 14, 150],
    [first, 14, 300],
  ] as const;
  const damages = ['noise', 'slant', 'jpeg', 'all'] as const;
  return [
    ...clean.map(([face, points, dpi]): PageKind => ({ language, face, points, dpi, damage: 'none' })),
    ...damages.flatMap((damage): PageKind[] => [
      { language, face: first, points: 11, dpi: 200, damage },
      { language, face: second, points: 10, dpi: 300, damage },
    ]),
  ];
}

export type PageMaker = { make(kind: PageKind): Promise<string>; close(): Promise<void> };

/** Prints pages with Chromium, in our own typefaces, and damages them with ImageMagick. `make` returns the path of a JPEG or PNG. */
export async function openPageMaker(folder: string): Promise<PageMaker> {
  const browser = await chromium.launch({ ...(BROWSER_PATH && { executablePath: BROWSER_PATH }), args: ['--no-sandbox'] });
  return {
    async make(kind) {
      const name = `${kind.face}-${kind.points}-${kind.dpi}-${kind.damage}`;
      const printed = path.join(folder, `${name}-printed.png`);
      await print(browser, kind, printed);
      const isJpeg = kind.damage === 'jpeg' || kind.damage === 'all';
      const file = path.join(folder, `${name}.${isJpeg ? 'jpg' : 'png'}`);
      const size = ['-colorspace', 'Gray', '-density', String(kind.dpi), '-units', 'PixelsPerInch'];
      execFileSync('convert', [printed, ...DAMAGE[kind.damage], ...size, file]);
      return file;
    },
    close: () => browser.close(),
  };
}

/** Width of A5 without margins, in CSS pixels, and CSS pixels per inch. */
const WIDTH = 560;
const CSS_DPI = 96;

async function print(browser: Browser, { language, face, points, dpi }: PageKind, file: string): Promise<void> {
  const font = await readFile(path.resolve(import.meta.dirname, '../../node_modules', FACE_FILES[face]));
  const [title, ...paragraphs] = TEXTS[language];
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 400 }, deviceScaleFactor: dpi / CSS_DPI });
  try {
    await page.setContent(
      `<style>@font-face { font-family: print; src: url(data:font/ttf;base64,${font.toString('base64')}) }
      body { margin: 48px; font: ${points}pt/1.5 print; word-break: keep-all } h1 { font-size: 1.5em }</style>
      <h1>${title}</h1>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')}`,
    );
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: file, fullPage: true });
  } finally {
    await page.close();
  }
}
