import path from 'node:path';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { serveBuiltSite } from '@bakkum/tests/built-site';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { describeMachine } from '../machine.ts';
import { milliseconds, table } from '../markdown.ts';
import { addPeople, PASSWORD } from '../people.ts';
import type { Suite, SuiteRun } from '../suite.ts';
import { type Watched, watch } from '../watch.ts';
import { openPlainList } from './plain-list.ts';
import { addImages } from './seed.ts';

/** Number of images; set a smaller one to test the suite itself. */
const IMAGES = Number(process.env['BENCH_IMAGES'] ?? 5000);
/** Scroll speed of a fast, continuous wheel, in CSS pixels per second. */
const SPEED = 6000;
/** Distance of one scroll gesture, in CSS pixels. */
const STRETCH = 30_000;
const FRAME_TARGET_MS = 50;
const HOUR_MS = 3_600_000;
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'];

/** Scrolls from the newest to the oldest of 5,000 images. */
export const suite: Suite = {
  title: 'A gallery of 5,000 images',
  once: true,
  async run({ folder, say }) {
    const machine = describeMachine(['Chromium, driven by playwright-core']);
    const site = await serveBuiltSite();
    const launch = {
      ...(BROWSER_PATH ? { executablePath: BROWSER_PATH } : {}),
      args: FLAGS,
      viewport: { width: 1280, height: 900 },
      // A service worker would respond to requests of the page used for comparison.
      serviceWorkers: 'block' as const,
    };
    const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), launch);
    try {
      const [email = ''] = await addPeople(site.dataDir, 1);
      await addImages(site.dataDir, email, IMAGES);
      say(`${IMAGES} images were added`);
      const page = await openGallery(context, site.baseUrl, email);
      const gallery = await measure(page, say);
      await openPlainList(page, site.baseUrl);
      const plain = await measure(page, say);
      return `${machine}\n${reportOf(gallery, plain)}`;
    } finally {
      await context.close();
      await site.close();
    }
  },
};

async function openGallery(context: BrowserContext, baseUrl: string, email: string): Promise<Page> {
  const signedIn = await context.request.post(`${baseUrl}/api/account/sign-in`, {
    headers: { Origin: baseUrl },
    data: { email, password: PASSWORD },
  });
  if (!signedIn.ok()) throw new Error(`sign-in got status ${signedIn.status()}`);
  const page = await context.newPage();
  page.setDefaultTimeout(HOUR_MS);
  await page.goto(`${baseUrl}/ai-generator`);
  await page.locator('[aria-posinset="1"]').waitFor();
  return page;
}

type Frames = { readonly all: number; readonly late: readonly number[]; readonly empty: number; readonly samples: number };

type Measured = { readonly watched: Watched<number>; readonly frames: Frames; readonly seconds: number };

async function measure(page: Page, say: SuiteRun['say']): Promise<Measured> {
  const input = await page.context().newCDPSession(page);
  await page.evaluate(startFrames, FRAME_TARGET_MS);
  const startedAt = performance.now();
  const watched = await watch({ page }, () => scrollThrough(page, input, say));
  const seconds = (performance.now() - startedAt) / 1000;
  const frames = await page.evaluate(() => globalThis.galleryFrames());
  const late = frames.late.length;
  say(late === 0 ? 'no frame took longer than 50 ms' : `${late} frames took longer than 50 ms`);
  return { watched, frames, seconds };
}

/** Returns the largest number of images rendered at one time. */
async function scrollThrough(page: Page, input: CDPSession, say: SuiteRun['say']): Promise<number> {
  let most = 0;
  for (;;) {
    await input.send('Input.synthesizeScrollGesture', {
      x: 400,
      y: 450,
      yDistance: -STRETCH,
      speed: SPEED,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
    const { last, drawn, done } = await page.evaluate(() => {
      const items = [...document.querySelectorAll('[aria-posinset]')];
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      return { last: Number(items.at(-1)?.getAttribute('aria-posinset')), drawn: items.length, done: atEnd };
    });
    if (drawn === 0) throw new Error('no image was shown');
    most = Math.max(most, drawn);
    say(`at image ${last}`);
    if (done && last === IMAGES) return most;
  }
}

declare global {
  /** Stops recording and returns the frames. */
  var galleryFrames: () => Frames;
}

function startFrames(targetMs: number): void {
  const late: number[] = [];
  let [all, empty, samples, last, running] = [0, 0, 0, performance.now(), true];
  const tick = (now: number): void => {
    if (now - last > targetMs) late.push(now - last);
    [last, all] = [now, all + 1];
    if (running) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const timer = setInterval(() => {
    const seen = document.elementFromPoint(400, innerHeight / 2)?.closest('li');
    samples += 1;
    if (seen?.hasAttribute('aria-hidden')) empty += 1;
  }, 200);
  globalThis.galleryFrames = () => {
    running = false;
    clearInterval(timer);
    return { all, late, empty, samples };
  };
}

function reportOf(gallery: Measured, plain: Measured): string {
  const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`;
  const rows: readonly (readonly [string, (of: Measured) => string])[] = [
    ['images', () => String(IMAGES)],
    ['seconds from the first to the last', ({ seconds }) => seconds.toFixed(0)],
    ['frames', ({ frames }) => String(frames.all)],
    [`frames later than ${FRAME_TARGET_MS} ms`, ({ frames }) => String(frames.late.length)],
    ['longest time between frames', ({ frames }) => `${milliseconds(Math.max(0, ...frames.late))} ms`],
    ['samples of the screen centre without content', ({ frames }) => `${frames.empty} of ${frames.samples}`],
    ['longest task of the page', ({ watched }) => `${milliseconds(watched.taskMs)} ms`],
    ['longest time without a response of the page', ({ watched }) => `${milliseconds(watched.gapMs)} ms`],
    ['total CPU time of the page', ({ watched }) => `${milliseconds(watched.busyMs)} ms`],
    ['time waiting for a CPU core', ({ watched }) => `${milliseconds(watched.waitedMs)} ms`],
    ['maximum number of images in the page', ({ watched }) => String(watched.result)],
    ['memory of the page before', ({ watched }) => mebibytes(watched.before.own)],
    ['peak memory of the page', ({ watched }) => mebibytes(watched.peak.own)],
  ];
  return table(
    ['what', 'the gallery', 'the same images in a page without a script'],
    rows.map(([what, valueOf]) => [what, valueOf(gallery), valueOf(plain)]),
  );
}
