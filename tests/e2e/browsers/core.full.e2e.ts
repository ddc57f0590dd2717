/** The most common tasks, with the same steps in Chromium, Firefox and WebKit. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { conversion as english } from '@bakkum/i18n/strings/conversion/conversion.en';
import { conversion as korean } from '@bakkum/i18n/strings/conversion/conversion.ko';
import { errors } from '@bakkum/messages/errors.en';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { browserInUse } from '../../browser-harness/browser.ts';
import { type BrowserTab, type LaunchedBrowser, until } from '../../browsers/browser-tab.ts';
import { launchPlaywright } from '../../browsers/playwright-browser.ts';
import { launchWebKit } from '../../browsers/webkit-browser.ts';
import { noisyBitmap } from '../noisy-bitmap.ts';

declare global {
  /** What the page handed over to be saved. */
  var handedOver: Blob[];
}

const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const fixture = (name: string): string => path.resolve(import.meta.dirname, '../../fixtures', name);

let browser: LaunchedBrowser;
let tab: BrowserTab;
let folder: string;

beforeAll(async () => {
  const name = browserInUse();
  browser = await (name === 'webkit' ? launchWebKit() : launchPlaywright(name, { args: FLAGS }));
  folder = await mkdtemp(path.join(tmpdir(), 'bakkum-core-'));
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  tab = await browser.openTab();
});
afterEach(() => tab.close());

async function open(address: string): Promise<void> {
  await tab.goto(inject('baseUrl') + address);
  await until(tab, () => document.documentElement.hasAttribute('data-hydrated'), undefined);
  await tab.evaluate(() => {
    globalThis.handedOver = [];
    const { createObjectURL } = URL;
    URL.createObjectURL = (content) => {
      if (content instanceof Blob) globalThis.handedOver.push(content);
      return createObjectURL.call(URL, content);
    };
  }, undefined);
}

async function add(...files: readonly string[]): Promise<void> {
  await tab.chooseFiles('[data-testid=files]', files);
  await untilRows('pending', files.length);
}

function untilRows(status: string, count: number): Promise<void> {
  const selector = `li[data-status=${status}]`;
  return until(tab, (given) => document.querySelectorAll(given.selector).length === given.count, { selector, count });
}

/** Clicks a button by the beginning of its label or text, once it is there. */
async function press(name: string): Promise<void> {
  const isThere = (label: string): boolean =>
    [...document.querySelectorAll('button')].some((each) =>
      (each.getAttribute('aria-label') ?? each.textContent).startsWith(label),
    );
  const find = (label: string): Element | undefined =>
    [...document.querySelectorAll('button')].find((each) =>
      (each.getAttribute('aria-label') ?? each.textContent).startsWith(label),
    );
  await until(tab, isThere, name);
  await tab.click(find, name);
}

function untilDone(): Promise<void> {
  return until(tab, () => document.querySelector('li[data-status=completed],li[data-status=error]') !== null, undefined);
}

/** Waits until the only file is done, downloads the result, and returns its beginning. */
async function downloadedStart(): Promise<string> {
  await untilDone();
  expect(await rowText('error')).toBe('');
  return startOfDownload(DOWNLOAD);
}

/** Presses a button that hands over a file, and returns the beginning of that file in hexadecimal digits. */
async function startOfDownload(button: string): Promise<string> {
  await tab.evaluate(() => {
    globalThis.handedOver = [];
  }, undefined);
  await press(button);
  await until(tab, () => globalThis.handedOver.length > 0, undefined);
  return tab.evaluate(async () => {
    const bytes = await globalThis.handedOver[0]?.slice(0, 16).arrayBuffer();
    return [...new Uint8Array(bytes ?? [])].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }, undefined);
}

function rowText(status: string): Promise<string> {
  return tab.evaluate((given) => document.querySelector(`li[data-status=${given}]`)?.textContent ?? '', status);
}

const DOWNLOAD = english.downloadNamed.replace('{name}', '');
const PDF = /^255044462d/;
const ZIP = /^504b0304/;

test.each([
  ['png-to-jpg', 'images/png.png', /^ffd8ff/],
  ['heic-to-jpg', 'images/heic.heic', /^ffd8ff/],
  ['jpg-to-webp', 'images/jpeg.jpg', /^52494646.{8}57454250/],
  ['pdf-to-docx', 'documents/pdf.pdf', ZIP],
  ['docx-to-pdf', 'documents/docx.docx', PDF],
  ['hwp-to-pdf', 'documents/hwp.hwp', PDF],
  ['epub-to-pdf', 'documents/epub.epub', PDF],
  ['mp4-to-mp3', 'media/clip.mp4', /^(494433|fff[0-9a-f])/],
  ['zip-to-7z', 'archives/tree.zip', /^377abcaf271c/],
])('%s converts a file and hands it over', async (page, file, signature) => {
  await open(`/convert/${page}`);
  await add(fixture(file));
  await press(english.convert);
  expect(await downloadedStart()).toMatch(signature);
});

test('several files become a ZIP', async () => {
  await open('/converter');
  await add(...['images/png.png', 'images/bmp.bmp', 'images/gif.gif'].map(fixture));
  await press(english.convertAll);
  await untilRows('completed', 3);
  expect(await startOfDownload(english.downloadAll)).toMatch(ZIP);
});

test('a truncated image is refused with the reason', async () => {
  const whole = await readFile(fixture('images/png.png'));
  const cut = path.join(folder, 'cut.png');
  await writeFile(cut, whole.subarray(0, whole.length >> 1));
  await open('/convert/png-to-jpg');
  await add(cut);
  await press(english.convert);
  await untilDone();
  expect(await rowText('error')).toContain(errors.corrupt);
});

test('a conversion that runs is canceled', async () => {
  const large = path.join(folder, 'large.bmp');
  await writeFile(large, noisyBitmap(2400));
  await open('/convert/bmp-to-avif');
  await add(large);
  await press(english.convert);
  await press(english.cancel);
  await untilRows('pending', 1);
  expect(await rowText('completed')).toBe('');
});

test('the Korean page converts a Hangul document', async () => {
  await open('/ko/convert/hwp-to-pdf');
  await add(fixture('documents/hwp.hwp'));
  await press(korean.convert);
  await untilRows('completed', 1);
  expect(await rowText('completed')).toContain(korean.download);
});
