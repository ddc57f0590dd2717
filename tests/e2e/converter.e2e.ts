import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { errors as english } from '@bakkum/messages/errors.en';
import { errors as korean } from '@bakkum/messages/errors.ko';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/images');
const PATIENCE = { timeout: 20_000 };
const WORDS = {
  '': {
    errors: english,
    alert: 'No valid files selected. Please ensure files are not empty and under 100MB.',
    convertAll: 'Convert all',
  },
  '/ko': {
    errors: korean,
    alert: '추가할 수 있는 파일이 없어요. 비어 있지 않은 100MB 이하의 파일인지 확인해 주세요.',
    convertAll: '모두 변환',
  },
} as const;

let browser: Browser;
let context: BrowserContext;
let page: Page;
let elsewhere: string[];
let complaints: string[];

beforeAll(async () => {
  browser = await chromium.launch({
    ...(process.env['BAKKUM_BROWSER'] ? { executablePath: process.env['BAKKUM_BROWSER'] } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
});
afterAll(() => browser.close());

beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-US' });
  page = await context.newPage();
  elsewhere = [];
  complaints = [];
  const origin = inject('baseUrl');
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url())) elsewhere.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});

afterEach(async () => {
  await context.close();
  expect(elsewhere, 'requests that left the origin').toEqual([]);
});

const open = (address: string) => page.goto(`${inject('baseUrl')}${address}`, { waitUntil: 'networkidle' });
const add = (files: Parameters<Page['setInputFiles']>[1]) => page.setInputFiles('[data-testid=files]', files);
const fixture = (name: string) => path.join(FIXTURES, name);
const rows = (status: string) => page.locator(`li[data-status=${status}]`);
const bytes = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

type Converted =
  | { readonly ok: true; readonly files: readonly [{ readonly blob: Blob }] }
  | { readonly ok: false; readonly code: string };

/** The first bytes of what one file becomes, as hexadecimal, by the page's own scripting interface. */
async function converted(name: string, to: string): Promise<string> {
  const source = (await readFile(fixture(name))).toString('base64');
  return page.evaluate(
    async ([base64, fileName, target]) => {
      const file = new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], fileName);
      const page = globalThis as { readonly bakkum?: { convert(file: File, to: string): Promise<Converted> } };
      const result = await page.bakkum?.convert(file, target);
      if (!result?.ok) return result?.code ?? 'no interface';
      const head = new Uint8Array(await result.files[0].blob.slice(0, 12).arrayBuffer());
      return [...head].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    [source, name, to] as const,
  );
}

describe.each(['', '/ko'] as const)('the converter at "%s"', (locale) => {
  const words = WORDS[locale];

  test('converts a mixed handful and complains about nothing', async () => {
    await open(`${locale}/converter`);
    await add(['jpeg.jpg', 'png.png', 'webp.webp', 'heic.heic', 'psd.psd', 'bmp.bmp'].map(fixture));
    await page.getByRole('button', { name: words.convertAll }).click();
    await expect.poll(() => rows('completed').count(), PATIENCE).toBe(6);
    expect(complaints).toEqual([]);
  }, 40_000);

  test('converts one after another on home', async () => {
    await open(`${locale}/`);
    await add(['jpeg.jpg', 'gif.gif'].map(fixture));
    await page.getByRole('button', { name: words.convertAll }).click();
    await expect.poll(() => rows('completed').count(), PATIENCE).toBe(2);
  }, 40_000);

  test('says why an empty file is not taken, and keeps what is there', async () => {
    await open(`${locale}/converter`);
    await add(bytes('empty.png', Buffer.alloc(0)));
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts(), PATIENCE)
      .toContainEqual(expect.stringContaining(words.alert));
    await add(fixture('png.png'));
    await expect.poll(() => rows('pending').count(), PATIENCE).toBe(1);
    await add(bytes('empty.png', Buffer.alloc(0)));
    expect(await rows('pending').count()).toBe(1);
  }, 40_000);

  test('names what it cannot convert at once', async () => {
    await open(`${locale}/converter`);
    const program = Buffer.concat([
      Buffer.from('MZ'),
      Buffer.alloc(58),
      Buffer.from([0x40, 0, 0, 0]),
      Buffer.from('PE\0\0'),
      Buffer.alloc(200),
    ]);
    await add(bytes('setup.exe', program));
    await expect
      .poll(() => rows('unsupported').allInnerTexts(), PATIENCE)
      .toEqual([expect.stringContaining(words.errors['unsupported-type'])]);
  }, 40_000);

  test('refuses a picture that is cut off, and lets try again', async () => {
    await open(`${locale}/converter`);
    const whole = await readFile(fixture('png.png'));
    await add(bytes('cut.png', whole.subarray(0, whole.length >> 1)));
    await page.getByRole('button', { name: words.convertAll }).click();
    await expect.poll(() => rows('error').allInnerTexts(), PATIENCE).toEqual([expect.stringContaining(words.errors.corrupt)]);
    await rows('error').getByRole('button').last().click();
    await expect.poll(() => rows('pending').count(), PATIENCE).toBe(1);
  }, 40_000);

  test('has no accessibility violations, empty and with files', async () => {
    await open(`${locale}/converter`);
    const empty = await new AxeBuilder({ page }).analyze();
    await add([fixture('jpeg.jpg'), fixture('psd.psd')]);
    await expect.poll(() => rows('pending').count(), PATIENCE).toBe(2);
    const filled = await new AxeBuilder({ page }).analyze();
    expect([...empty.violations, ...filled.violations].map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  }, 40_000);
});

test('a PNG named .jpg is converted as what it is, with a note', async () => {
  await open('/converter');
  await add(bytes('photo.jpg', await readFile(fixture('png.png'))));
  await expect.poll(() => rows('pending').allInnerTexts(), PATIENCE).toEqual([expect.stringContaining('the content is PNG')]);
}, 40_000);

test('results carry the signature of their format', async () => {
  await open('/converter');
  expect(await converted('heic.heic', 'png')).toMatch(/^89504e470d0a1a0a/);
  expect(await converted('png.png', 'jpeg')).toMatch(/^ffd8ff/);
  expect(await converted('jpeg.jpg', 'webp')).toMatch(/^52494646.{8}57454250/);
  expect(await converted('jpeg.jpg', 'avif')).toMatch(/66747970/);
  expect(await converted('png.png', 'bmp')).toMatch(/^424d/);
  expect(await converted('png.png', 'tiff')).toMatch(/^(49492a00|4d4d002a)/);
}, 60_000);

test('pictures convert with the network cut after load', async () => {
  await page.addInitScript(() => {
    navigator.serviceWorker.addEventListener('message', (event) => {
      if (event.data?.type === 'offline-ready') document.documentElement.dataset['offlineReady'] = 'true';
    });
  });
  await open('/converter');
  await page.waitForSelector('html[data-offline-ready=true]', { timeout: 20_000, state: 'attached' });
  await context.setOffline(true);
  await add([fixture('jpeg.jpg'), fixture('webp.webp')]);
  await page.getByRole('button', { name: 'Convert all' }).click();
  await expect.poll(() => rows('completed').count(), PATIENCE).toBe(2);
}, 60_000);

/** A 24-bit BMP that no encoder finishes at once. */
function noisyBitmap(side: number): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(54 + side * side * 3, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(side, 18);
  header.writeInt32LE(side, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0, noise = 1; at < pixels.length; at++) {
    noise = (Math.imul(noise, 1103515245) + 12345) >>> 0;
    pixels[at] = noise >>> 16;
  }
  return Buffer.concat([header, pixels]);
}

test('a conversion can be cancelled at once', async () => {
  await open('/converter');
  await add(bytes('big.bmp', noisyBitmap(2400)));
  await expect.poll(() => rows('pending').count(), PATIENCE).toBe(1);
  await rows('pending').getByRole('combobox').first().fill('AVIF');
  await page.getByRole('option', { name: 'AVIF' }).first().click();
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const clickedAt = Date.now();
  await expect.poll(() => rows('pending').count(), { timeout: 2000, interval: 20 }).toBe(1);
  // 200 ms are promised; the rest is for the machine and the way the test looks.
  expect(Date.now() - clickedAt).toBeLessThan(1000);
}, 60_000);
