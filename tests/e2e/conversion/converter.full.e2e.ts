import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, test } from 'vitest';
import { noisyBitmap } from '../noisy-bitmap.ts';
import { bytes, converterJourney, fixture, PROGRAM, WORDS } from './converter-journey.ts';

const journey = converterJourney();
const { open, add, rows, pickers } = journey;

type Converted =
  | { readonly ok: true; readonly files: readonly [{ readonly blob: Blob }] }
  | { readonly ok: false; readonly code: string };

/** Converts a file through the page's scripting interface and returns the first bytes in hexadecimal. */
async function converted(name: string, to: string): Promise<string> {
  const source = (await readFile(fixture(name))).toString('base64');
  return journey.page.evaluate(
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

  test('converts several files on the home page', async () => {
    await open(`${locale}/`);
    await add(['jpeg.jpg', 'gif.gif'].map(fixture));
    await journey.convertAll();
    await expect.poll(() => rows('completed').count()).toBe(2);
  });

  test('explains why an empty file is refused, and keeps the other files', async () => {
    await open(`${locale}/converter`);
    await add(bytes('empty.png', Buffer.alloc(0)));
    await expect.poll(() => journey.page.getByRole('alert').allInnerTexts()).toContainEqual(expect.stringContaining(words.alert));
    await add(fixture('png.png'));
    await expect.poll(() => rows('pending').count()).toBe(1);
    await add(bytes('empty.png', Buffer.alloc(0)));
    expect(await rows('pending').count()).toBe(1);
  });

  test('offers text and JSON for files that nothing else converts', async () => {
    await open(`${locale}/converter`);
    const unknown = await readFile(fixture('../unknown/sensor.zzq'));
    await add([bytes('setup.exe', PROGRAM), bytes('sensor.zzq', unknown)]);
    await expect.poll(() => rows('pending').count()).toBe(2);
    const targets = await journey.page.evaluate(async () => {
      const { bakkum } = globalThis as { bakkum?: { targets(file: File): Promise<readonly string[]> } };
      return bakkum?.targets(new File([new Uint8Array([1, 0, 255, 254])], 'sensor.zzq'));
    });
    expect(targets?.toSorted()).toEqual(['json', 'txt']);
    await journey.convertAll();
    await expect.poll(() => rows('completed').count()).toBe(2);
  });

  test('refuses a truncated image and offers a retry', async () => {
    await open(`${locale}/converter`);
    const whole = await readFile(fixture('png.png'));
    await add(bytes('cut.png', whole.subarray(0, whole.length >> 1)));
    await journey.convertAll();
    await expect.poll(() => rows('error').allInnerTexts()).toEqual([expect.stringContaining(words.errors.corrupt)]);
    await rows('error').getByRole('button', { name: words.words.tryAgain }).click();
    await expect.poll(() => rows('pending').count()).toBe(1);
  });

  test('has no accessibility violations, empty and with files', async () => {
    await open(`${locale}/converter`);
    const empty = await new AxeBuilder({ page: journey.page }).analyze();
    await add([fixture('jpeg.jpg'), fixture('psd.psd')]);
    await expect.poll(() => rows('pending').count()).toBe(2);
    const filled = await new AxeBuilder({ page: journey.page }).analyze();
    expect([...empty.violations, ...filled.violations].map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  });
});

test('a PNG named .jpg is converted as a PNG, with a note', async () => {
  await open('/converter');
  await add(bytes('photo.jpg', await readFile(fixture('png.png'))));
  await expect.poll(() => rows('pending').allInnerTexts()).toEqual([expect.stringContaining('the content is PNG')]);
});

test('results carry the signature of their format', async () => {
  await open('/converter');
  expect(await converted('heic.heic', 'png')).toMatch(/^89504e470d0a1a0a/);
  expect(await converted('png.png', 'jpeg')).toMatch(/^ffd8ff/);
  expect(await converted('jpeg.jpg', 'webp')).toMatch(/^52494646.{8}57454250/);
  expect(await converted('jpeg.jpg', 'avif')).toMatch(/66747970/);
  expect(await converted('png.png', 'bmp')).toMatch(/^424d/);
  expect(await converted('png.png', 'tiff')).toMatch(/^(49492a00|4d4d002a)/);
});

test('a conversion can be cancelled', async () => {
  await open('/converter');
  await add(bytes('big.bmp', noisyBitmap(2400)));
  await expect.poll(() => rows('pending').count()).toBe(1);
  await pickers('pending').first().fill('AVIF');
  await journey.page.getByRole('option', { name: 'AVIF' }).first().click();
  await journey.page.getByRole('button', { name: 'Convert', exact: true }).click();
  await journey.page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.poll(() => rows('pending').count()).toBe(1);
  expect(await rows('completed').count()).toBe(0);
});
