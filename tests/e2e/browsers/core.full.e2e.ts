/** The most common tasks, with the same steps in Chromium, Firefox and WebKit. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { conversion as english } from '@bakkum/i18n/strings/conversion/conversion.en';
import { conversion as korean } from '@bakkum/i18n/strings/conversion/conversion.ko';
import { workbench } from '@bakkum/i18n/strings/conversion/workbench.en';
import { errors } from '@bakkum/messages/errors.en';
import { encodePng } from '@bakkum/raster/png-file';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { browserInUse } from '../../browser-harness/browser.ts';
import { type BrowserTab, type LaunchedBrowser, until } from '../../browsers/browser-tab.ts';
import { launchPlaywright } from '../../browsers/playwright-browser.ts';
import { launchWebKit } from '../../browsers/webkit-browser.ts';
import { scannedLines, scannedPage, scannedPdf } from '../../scanned-page.ts';
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
    const contents = new Map<string, Blob>();
    const { createObjectURL } = URL;
    URL.createObjectURL = (content) => {
      const address = createObjectURL.call(URL, content);
      if (content instanceof Blob) contents.set(address, content);
      return address;
    };
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      const content = this.download === '' ? undefined : contents.get(this.href);
      if (content) globalThis.handedOver.push(content);
      click.call(this);
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

/** Clicks an element once it is there. */
async function press(selector: string): Promise<void> {
  await until(tab, (given) => document.querySelector(given) !== null, selector);
  await tab.click((given) => document.querySelector(given), selector);
}

/** Whether a group has this many pickers. */
function pickersIn({ legend, count }: { readonly legend: string; readonly count: number }): boolean {
  const group = [...document.querySelectorAll('legend')].find(({ textContent }) => textContent === legend)?.parentElement;
  return group?.querySelectorAll('button').length === count;
}

/** Whether an option in the open panel has a value; any, if none is given. */
function isChosen({ label, value }: { readonly label: string; readonly value?: string }): boolean {
  return [...document.querySelectorAll<HTMLSelectElement>('[data-options-pane] select')].some(
    (select) => select.labels[0]?.textContent === label && (value === undefined || select.value === value),
  );
}

/** Selects a value of an option in the open panel. */
async function choose(label: string, value: string): Promise<void> {
  await until(tab, isChosen, { label });
  await tab.evaluate(
    (given) => {
      for (const select of document.querySelectorAll<HTMLSelectElement>('[data-options-pane] select')) {
        if (select.labels[0]?.textContent !== given.label) continue;
        select.value = given.value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    },
    { label, value },
  );
}

function untilDone(): Promise<void> {
  return until(tab, () => document.querySelector('li[data-status=completed],li[data-status=error]') !== null, undefined);
}

/** Waits until the only file is done, downloads the result, and returns its beginning. */
async function downloadedStart(): Promise<string> {
  await untilDone();
  expect(await rowText('error')).toBe('');
  return startOfDownload();
}

/** Downloads what was made, and returns the beginning of the file in hexadecimal digits. */
async function startOfDownload(): Promise<string> {
  await press(DOWNLOAD);
  await until(tab, () => globalThis.handedOver.length > 0, undefined);
  return tab.evaluate(async () => {
    const bytes = await globalThis.handedOver[0]?.slice(0, 16).arrayBuffer();
    return [...new Uint8Array(bytes ?? [])].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }, undefined);
}

function rowText(status: string): Promise<string> {
  return tab.evaluate((given) => document.querySelector(`li[data-status=${given}]`)?.textContent ?? '', status);
}

const CONVERT = 'section [data-next-step=convert]';
const DOWNLOAD = 'section [data-next-step=download]';
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
  ['html-to-pdf', 'documents/html.html', PDF],
  ['mp4-to-mp3', 'media/clip.mp4', /^(494433|fff[0-9a-f])/],
  ['zip-to-7z', 'archives/tree.zip', /^377abcaf271c/],
])('%s converts a file and hands it over', async (page, file, signature) => {
  await open(`/convert/${page}`);
  await add(fixture(file));
  await press(CONVERT);
  expect(await downloadedStart()).toMatch(signature);
});

test.each([
  ['/tools/grayscale-pdf', PDF],
  ['/ko/tools/ocr-pdf', PDF],
  ['/ko/tools/extract-images-from-pdf', ZIP],
])('%s works on a scan', async (page, signature) => {
  const scan = path.join(folder, 'scan.pdf');
  await writeFile(scan, Buffer.from(await scannedPdf(scannedLines()).arrayBuffer()));
  await open(page);
  await add(scan);
  await press(CONVERT);
  expect(await downloadedStart()).toMatch(signature);
});

test('an image becomes its text', async () => {
  const { width, height, data } = scannedPage();
  const pixels = new Uint8ClampedArray(data.length * 4);
  for (const [at, value] of data.entries()) pixels.set([value, value, value, 255], at * 4);
  const image = path.join(folder, 'page.png');
  await writeFile(image, await encodePng({ depth: 8, width, height, data: pixels }));
  await open('/tools/image-to-text');
  await add(image);
  await press(CONVERT);
  expect(await downloadedStart()).toContain(Buffer.from('도서관').toString('hex'));
});

test('several files become a ZIP', async () => {
  await open('/converter');
  await add(...['images/png.png', 'images/bmp.bmp', 'images/gif.gif'].map(fixture));
  await press(CONVERT);
  await untilRows('completed', 3);
  expect(await startOfDownload()).toMatch(ZIP);
});

test('a truncated image is refused with the reason', async () => {
  const whole = await readFile(fixture('images/png.png'));
  const cut = path.join(folder, 'cut.png');
  await writeFile(cut, whole.subarray(0, whole.length >> 1));
  await open('/convert/png-to-jpg');
  await add(cut);
  await press(CONVERT);
  await untilDone();
  expect(await rowText('error')).toContain(errors.corrupt);
});

test('a conversion that runs is canceled', async () => {
  const large = path.join(folder, 'large.bmp');
  await writeFile(large, noisyBitmap(2400));
  await open('/convert/bmp-to-avif');
  await add(large);
  await press(CONVERT);
  await press('[data-cancel-run]');
  await untilRows('pending', 1);
  expect(await rowText('completed')).toBe('');
});

test('the Korean page converts a Hangul document', async () => {
  await open('/ko/convert/hwp-to-pdf');
  await add(fixture('documents/hwp.hwp'));
  await press(CONVERT);
  expect(await downloadedStart()).toMatch(PDF);
  expect(await tab.evaluate(() => document.querySelector('[data-next-step]')?.textContent, undefined)).toBe(korean.download);
});

/** Drops files on the page, as a file manager does. */
async function drop(...paths: readonly string[]): Promise<void> {
  const files = await Promise.all(
    paths.map(async (place) => ({ name: path.basename(place), base64: (await readFile(place)).toString('base64') })),
  );
  await tab.evaluate((given) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of given)
      transfer.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, files);
  await untilRows('pending', files.length);
}

const IMAGE = /^(ffd8ff|89504e47|52494646)/;

test.each(['/', '/home1', '/home2', '/converter', '/convert/webp-to-png'])(
  'a file dropped on %s is converted and handed over',
  async (address) => {
    await open(address);
    await drop(fixture('images/webp.webp'));
    await press(CONVERT);
    expect(await downloadedStart()).toMatch(IMAGE);
  },
);

test('a file dropped on the cloud page is converted on the server', async () => {
  await open('/home3');
  await drop(fixture('images/webp.webp'));
  await press(CONVERT);
  await untilDone();
  const start = await tab.evaluate(async () => {
    const link = document.querySelector<HTMLAnchorElement>('li[data-status=completed] a[download]');
    const bytes = new Uint8Array(link ? await (await fetch(link.href)).arrayBuffer() : []);
    return [...bytes.slice(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }, undefined);
  expect(start).toMatch(IMAGE);
});

test('files of several kinds dropped together have a format for each kind and options of their own', async () => {
  await open('/converter');
  await drop(...['images/png.png', 'images/bmp.bmp', 'documents/csv.csv', 'media/tones.mp3'].map(fixture));
  await until(tab, pickersIn, { legend: english.allTo, count: 3 });
  await press('[data-options-of]');
  await choose(english.option_rotate, '90');
  await press('[data-options-pane] button');
  await until(tab, () => document.querySelector('[data-options-pane]') === null, undefined);
  await press('[data-options-of]');
  await until(tab, isChosen, { label: english.option_rotate, value: '90' });
  await press(CONVERT);
  await untilRows('completed', 4);
  expect(await startOfDownload()).toMatch(ZIP);
});

test('an archive lists its files, which are handed over', async () => {
  await open('/converter');
  await tab.chooseFiles('[data-testid=files]', [fixture('archives/tree.zip')]);
  await press('[data-contents] li button');
  await until(tab, () => globalThis.handedOver.length > 0, undefined);
  expect(await tab.evaluate(() => globalThis.handedOver[0]?.size, undefined)).toBe(3000);
});

/** Clicks the button with this text once it is there. */
async function pressNamed(name: string): Promise<void> {
  const find = (given: string): Element | undefined =>
    [...document.querySelectorAll('main button')].find(({ textContent }) => textContent === given);
  await until(
    tab,
    (given) => [...document.querySelectorAll('main button')].some(({ textContent }) => textContent === given),
    name,
  );
  await tab.click(find, name);
}

/** Waits until the stored list of this tab has this many files, of which so many are converted. */
function untilStored(files: number, converted: number): Promise<void> {
  const isStored = async (given: { readonly files: number; readonly converted: number }): Promise<boolean> => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('queues', { create: true });
    for await (const folder of root.values()) {
      if (!(folder instanceof FileSystemDirectoryHandle)) continue;
      const list = await folder.getFileHandle('list.json').catch(() => undefined);
      // Firefox ends the reading of a file that is written meanwhile.
      const text = list ? await (await list.getFile()).text().catch(() => '') : '';
      if (text.split('.png"').length > given.files && text.split('"elapsedMs"').length > given.converted) return true;
    }
    return false;
  };
  return until(tab, isStored, { files, converted });
}

/** Returns whether the browser would ask before it leaves the page. */
function asksBeforeLeaving(): Promise<boolean> {
  return tab.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })), undefined);
}

// WebKitGTK under a driver has no private file system: it reports an unknown transient error.
test.skipIf(browserInUse() === 'webkit')('a reload offers the list and its results, which the browser asks to save', async () => {
  await open('/converter');
  await add(fixture('images/png.png'), fixture('images/png-16.png'));
  await untilStored(2, 0);
  await open('/converter');
  await pressNamed(english.leftResume);
  await untilRows('pending', 2);
  expect(await asksBeforeLeaving()).toBe(false);
  await press(CONVERT);
  await untilRows('completed', 2);
  expect(await asksBeforeLeaving()).toBe(true);
  await untilStored(2, 2);
  await open('/converter');
  await pressNamed(english.leftResume);
  await untilRows('completed', 2);
  expect(await asksBeforeLeaving()).toBe(true);
  expect(await startOfDownload()).toMatch(ZIP);
  await until(tab, () => dispatchEvent(new Event('beforeunload', { cancelable: true })), undefined);
});

test('a removed file returns to its place with its result', async () => {
  await open('/converter');
  await add(fixture('images/png.png'), fixture('images/bmp.bmp'));
  await press(CONVERT);
  await untilRows('completed', 2);
  await press('li[data-status] [data-remove]');
  await untilRows('completed', 1);
  await pressNamed(workbench.undo);
  await untilRows('completed', 2);
  const names = await tab.evaluate(
    () => [...document.querySelectorAll('li[data-status]')].map((row) => row.textContent?.includes('png.png')),
    undefined,
  );
  expect(names).toEqual([true, false]);
});
