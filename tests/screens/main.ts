/**
 * `npm run screens`: takes screenshots of the built site and arranges those of each page side by side, for people to look at. Its
 * options are in scripts/commands/screens.mjs.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LOCALES, type Locale, localePath } from '@bakkum/i18n/locale';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { DEMO_ACCOUNT } from '../../apps/server/config/demo-account.ts';
import { readCommandLine, refuse } from '../../scripts/command-line/command-line.mjs';
import { startProgress } from '../../scripts/command-line/progress.mjs';
import { SCREENS as COMMAND } from '../../scripts/commands/screens.mjs';
import { BROWSER_PATH } from '../browser-harness/browser.ts';
import { serveBuiltSite } from '../built-site.ts';
import { SCREENS, type Screen } from './pages.ts';

const WIDTHS = ['360', '768', '1280', '1920'] as const;
const THEMES = ['light', 'dark'] as const;
const VIEWPORT_HEIGHT = 900;
/** Milliseconds for previews and thumbnails, which have no common end. Only the look depends on it. */
const SETTLE_MS = 1500;
const RESIZE_MS = 300;
const GAP = 16;

type Look = { readonly screen: Screen; readonly locale: Locale; readonly theme: (typeof THEMES)[number] };

const { values } = readCommandLine(COMMAND, process.argv.slice(2));
const out = path.resolve(values.out ?? path.resolve(import.meta.dirname, '../output/screens'));
const widths = chosen(WIDTHS, values.widths, '--widths').map(Number);
const names = chosen(
  SCREENS.map(({ name }) => name),
  values.only,
  '--only',
);
const looks = SCREENS.filter(({ name }) => names.includes(name)).flatMap((screen) =>
  chosen(LOCALES, values.locales, '--locales').flatMap((locale) =>
    chosen(THEMES, values.themes, '--themes').map((theme): Look => ({ screen, locale, theme })),
  ),
);

await mkdir(out, { recursive: true });
const site = await serveBuiltSite();
const browser = await chromium.launch({ ...(BROWSER_PATH && { executablePath: BROWSER_PATH }), args: ['--no-sandbox'] });
const progress = startProgress({ label: 'screens', total: looks.length });
try {
  for (const look of looks) {
    const shots = await shotsOf(browser, look);
    const name = `${look.screen.name}.${look.locale}.${look.theme}.png`;
    await writeFile(path.join(out, name), await sheetOf(browser, shots));
    progress.add('taken');
  }
} finally {
  progress.end();
  await browser.close();
  await site.close();
}
process.stdout.write(`${looks.length} contact sheets in ${out}\n`);

/** Returns those of `all` that an option names, or all without the option. */
function chosen<Name extends string>(
  all: readonly Name[],
  wanted: readonly string[] | undefined,
  option: string,
): readonly Name[] {
  const unknown = wanted?.find((name) => !all.some((each) => each === name));
  if (unknown !== undefined) refuse(COMMAND, `${option} knows ${all.join(', ')}, not "${unknown}"`);
  return wanted ? all.filter((name) => wanted.includes(name)) : all;
}

/** Opens the page as a new visitor, or signed in to the demo account, and returns it at each width. */
async function shotsOf(from: Browser, { screen, locale, theme }: Look): Promise<readonly Shot[]> {
  const context = await from.newContext({
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: locale === 'ko' ? 'ko-KR' : 'en-US',
    serviceWorkers: 'block',
  });
  try {
    if (screen.signedIn) await signIn(context);
    const page = await context.newPage();
    await page.setViewportSize({ width: widths[0] ?? 0, height: VIEWPORT_HEIGHT });
    await open(page, localePath(locale, screen.path));
    await screen.prepare?.(page);
    await page.waitForTimeout(SETTLE_MS);
    const shots: Shot[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: VIEWPORT_HEIGHT });
      await page.waitForTimeout(RESIZE_MS);
      const height = Math.min(await page.evaluate(() => document.documentElement.scrollHeight), values.height);
      shots.push({ width, png: await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } }) });
    }
    return shots;
  } finally {
    await context.close();
  }
}

async function signIn(context: BrowserContext): Promise<void> {
  const { email, password } = DEMO_ACCOUNT;
  const answer = await context.request.post(`${site.baseUrl}/api/account/sign-in`, {
    data: { email, password },
    headers: { Origin: site.baseUrl },
  });
  if (!answer.ok()) throw new Error(`the demo account cannot sign in: ${answer.status()} ${await answer.text()}`);
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(site.baseUrl + address);
  await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
}

type Shot = { readonly width: number; readonly png: Buffer };

/** Puts screenshots side by side. */
async function sheetOf(from: Browser, shots: readonly Shot[]): Promise<Buffer> {
  const width = shots.reduce((sum, shot) => sum + shot.width + GAP, GAP);
  const page = await from.newPage({ viewport: { width, height: VIEWPORT_HEIGHT }, deviceScaleFactor: 0.5 });
  try {
    const images = shots.map((shot) => `<img width="${shot.width}" src="data:image/png;base64,${shot.png.toString('base64')}">`);
    await page.setContent(
      `<body style="margin:0;padding:${GAP}px;display:flex;gap:${GAP}px;align-items:start;background:#888">${images.join('')}</body>`,
    );
    return await page.screenshot({ fullPage: true });
  } finally {
    await page.close();
  }
}
