/** Pages of tools: each opens the converter with the format of the file and the options for its task. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { workbench as words } from '@bakkum/i18n/strings/conversion/workbench.en';
import { tools } from '@bakkum/registry/tools';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { hasProgram, workbench } from '../../native.ts';
import { contentOf } from '../shared-browser.ts';
import { converterJourney, fixture, WORDS } from './converter-journey.ts';

const CONVERT = '/usr/bin/convert';
const journey = converterJourney();
const { open, add, rows } = journey;
const bench = workbench();
afterAll(() => bench.dispose());

async function converted(): Promise<Buffer> {
  await journey.convertAll();
  await expect.poll(() => rows('completed').count()).toBe(1);
  const [download] = await Promise.all([
    journey.page.waitForEvent('download'),
    journey.page.locator('section [data-next-step=download]').click(),
  ]);
  return contentOf(download);
}

const media = (name: string): string => path.resolve(import.meta.dirname, '../../fixtures/media', name);

describe.skipIf(!hasProgram(CONVERT))('an image', () => {
  test('is compressed to a palette of PNG', async () => {
    const args = ['-size', '400x300', '-seed', '1', 'plasma:red-blue', '-depth', '8', 'PNG32:many.png'];
    bench.run(CONVERT, ...args);
    const source = Buffer.from(bench.read('many.png'));
    await open('/tools/compress-png');
    await add([{ name: 'many.png', mimeType: 'image/png', buffer: source }]);
    const colors = journey.page.getByRole('combobox', { name: WORDS[''].words.option_colors });
    await expect.poll(() => colors.inputValue()).toBe('256');
    bench.write('ours.png', await converted());
    expect(Number(bench.run(CONVERT, 'ours.png', '-format', '%k', 'info:'))).toBeLessThanOrEqual(256);
    expect(bench.read('ours.png').length).toBeLessThan(source.length / 2);
    expect(journey.complaints).toEqual([]);
  });

  test('keeps its format when it is resized, with the sizes to choose from unfolded', async () => {
    await open('/ko/tools/resize-image');
    await add([fixture('webp.webp')]);
    const size = journey.page.locator('[data-solo] select').filter({ hasText: '50%' });
    await size.selectOption('50%');
    bench.write('ours.webp', await converted());
    bench.write('source.webp', await readFile(fixture('webp.webp')));
    const sizeOf = (file: string): number[] => bench.run(CONVERT, file, '-format', '%w %h', 'info:').split(' ').map(Number);
    const [width = 0, height = 0] = sizeOf('source.webp');
    expect(sizeOf('ours.webp')).toEqual([width / 2, height / 2]);
    expect(journey.complaints).toEqual([]);
  });

  test('can be cropped at once', async () => {
    await open('/tools/crop-image');
    await add([fixture('png.png')]);
    await journey.page.locator('button:has([data-handle])').waitFor();
    await journey.page.getByRole('spinbutton', { name: words.crop_width, exact: true }).fill('20');
    bench.write('ours.png', await converted());
    expect(bench.run(CONVERT, 'ours.png', '-format', '%w', 'info:')).toBe('20');
    expect(journey.complaints).toEqual([]);
  });

  test('loses its metadata', async () => {
    await open('/tools/remove-photo-metadata');
    await add([fixture('jpeg.jpg')]);
    bench.write('ours.jpg', await converted());
    expect(bench.run(CONVERT, 'ours.jpg', '-format', '%[EXIF:*]', 'info:').trim()).toBe('');
    expect(journey.complaints).toEqual([]);
  });
});

test('every tool is in the sitemap in both languages, with a page that search engines can read', async () => {
  const xml = await (await fetch(`${inject('baseUrl')}/sitemaps/tools.xml`)).text();
  const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  expect(listed.toSorted()).toEqual(
    tools()
      .flatMap(({ slug }) => [`/ko/tools/${slug}`, `/tools/${slug}`])
      .toSorted(),
  );
  for (const { slug, en, ko } of tools())
    for (const [page, { title, description }] of [
      [`/tools/${slug}`, en],
      [`/ko/tools/${slug}`, ko],
    ] as const) {
      const response = await fetch(inject('baseUrl') + page);
      expect(response.status, `in ${page}`).toBe(200);
      const html = await response.text();
      expect(html, `in ${page}`).toMatch(new RegExp(`<link [^>]*rel="canonical"[^>]* href="https?://[^/"]+${page}"`));
      const shown = (pattern: RegExp): string =>
        (pattern.exec(html)?.[1] ?? '').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
      expect(shown(/<title>([^<]*)/), `in ${page}`).toContain(title);
      expect(shown(/<meta name="description" content="([^"]*)"/), `in ${page}`).toBe(description);
      expect(shown(/<h1[^>]*>([^<]*)/), `in ${page}`).toBe(title);
    }
});

test('a recording becomes a small MP3', async () => {
  const source = await readFile(media('tones.wav'));
  await open('/tools/compress-mp3');
  await add([{ name: 'tones.wav', mimeType: 'audio/wav', buffer: source }]);
  expect((await converted()).length).toBeLessThan(source.length / 3);
  expect(journey.complaints).toEqual([]);
});
