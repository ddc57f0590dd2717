/** Editing of images: the preview shows each change, and the result has it. */

import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { workbench as englishWords } from '@bakkum/i18n/strings/conversion/workbench.en';
import { workbench as koreanWords } from '@bakkum/i18n/strings/conversion/workbench.ko';
import { afterAll, describe, expect, test } from 'vitest';
import { hasProgram, workbench } from '../../native.ts';
import { contentOf } from '../shared-browser.ts';
import { converterJourney, fixture, WORDS } from './converter-journey.ts';

const CONVERT = '/usr/bin/convert';
const journey = converterJourney();
const { open, add, rows } = journey;
const bench = workbench();
afterAll(() => bench.dispose());

const button = (name: string) => journey.page.getByRole('button', { name, exact: true });

const number = (name: string) => journey.page.getByRole('spinbutton', { name, exact: true });

/** Converts with the current settings and downloads the result. */
async function converted(): Promise<Buffer> {
  await journey.convertAll();
  await expect.poll(() => rows('completed').count()).toBe(1);
  const [download] = await Promise.all([
    journey.page.waitForEvent('download'),
    journey.page.locator('section [data-next-step=download]').click(),
  ]);
  return contentOf(download);
}

/** Pixels of a file after operations of ImageMagick. */
function pixels(file: string, ...operations: readonly string[]): Buffer {
  bench.run(CONVERT, file, '-auto-orient', ...operations, '+repage', '-depth', '8', 'RGBA:out.rgba');
  return Buffer.from(bench.read('out.rgba'));
}

/** A photo with a place and a camera in its metadata. */
function photo(): Buffer {
  bench.run(CONVERT, '-size', '64x48', 'gradient:red-blue', 'photo.jpg');
  const place = ['-GPSLatitude=37.5665', '-GPSLatitudeRef=N', '-GPSLongitude=126.978', '-GPSLongitudeRef=E'];
  bench.run('exiftool', '-overwrite_original', '-n', '-Model=Test camera', ...place, 'photo.jpg');
  return Buffer.from(bench.read('photo.jpg'));
}

describe.skipIf(!hasProgram('exiftool') || !hasProgram(CONVERT))('the metadata of a photo', () => {
  test('is shown, kept by default, and removed on request', async () => {
    await open('/convert/jpg-to-webp');
    await add([{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo() }]);
    const choice = journey.page.getByRole('combobox', { name: englishWords.metadata });
    await expect.poll(() => choice.inputValue()).toBe('keep');
    const details = journey.page.locator('[data-solo] dl').filter({ hasText: englishWords.metadata_place });
    expect(await details.innerText()).toMatch(/37\.5665°, 126\.9780°[^]*Test camera/);
    const tagsOf = async (): Promise<string> => {
      bench.write('ours.webp', await converted());
      return bench.run('exiftool', '-s3', '-Model', '-GPSPosition', 'ours.webp').trim();
    };
    expect(await tagsOf()).toMatch(/Test camera\n37 deg/);
    await choice.selectOption('strip');
    await expect.poll(() => rows('completed').count()).toBe(0);
    expect(await tagsOf()).toBe('');
    expect(await journey.page.locator('[data-solo]').innerText()).toContain(englishWords.metadataRemoved);
  });
});

describe.skipIf(!hasProgram(CONVERT)).each(['', '/ko'] as const)('a single image at "%s"', (locale) => {
  const { words } = WORDS[locale];
  const edits = locale === '' ? englishWords : koreanWords;

  test('is rotated and flipped by keyboard, and in the options', async () => {
    await open(`${locale}/convert/png-to-bmp`);
    await add([fixture('png.png')]);
    await button(edits.rotateRight).focus();
    await journey.page.keyboard.press('Enter');
    const rotation = journey.page.getByRole('combobox', { name: words.option_rotate });
    await expect.poll(() => rotation.inputValue()).toBe('90');
    await button(edits.flipVertical).focus();
    await journey.page.keyboard.press('Space');
    const flip = journey.page.getByRole('combobox', { name: words.option_flip });
    await expect.poll(() => flip.inputValue()).toBe('vertical');
    const { violations } = await new AxeBuilder({ page: journey.page }).include('[data-solo]').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);

    bench.write('source.png', await readFile(fixture('png.png')));
    bench.write('ours.bmp', await converted());
    expect(pixels('ours.bmp').equals(pixels('source.png', '-rotate', '90', '-flip'))).toBe(true);
    expect(journey.complaints).toEqual([]);
  });

  test('is cropped by pointer, keyboard and numbers, as it is displayed', async () => {
    await open(`${locale}/convert/png-to-bmp`);
    await add([fixture('png.png')]);
    await button(edits.rotateRight).click();
    await button(edits.crop).click();
    const box = journey.page.locator('button:has([data-handle])');
    await box.waitFor();
    // The rotated image is 48 × 64 pixels.
    const ratio = journey.page.getByRole('combobox', { name: edits.cropRatio });
    await ratio.selectOption('1:1');
    const numbers = async (): Promise<readonly number[]> => {
      const fields = [edits.crop_x, edits.crop_y, edits.crop_width, edits.crop_height];
      return Promise.all(fields.map(async (name) => Number(await number(name).inputValue())));
    };
    await expect.poll(numbers).toEqual([0, 8, 48, 48]);
    await ratio.selectOption('free');
    await number(edits.crop_width).fill('30');
    await number(edits.crop_height).fill('20');
    await box.focus();
    await journey.page.keyboard.press('ArrowRight');
    await journey.page.keyboard.press('ArrowDown');
    await journey.page.keyboard.press('Shift+ArrowRight');
    await expect.poll(numbers).toEqual([1, 9, 31, 20]);
    const { violations } = await new AxeBuilder({ page: journey.page }).include('[data-solo]').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const handle = await journey.page.locator('[data-handle=nw]').boundingBox();
    const { x = 0, y = 0, width = 0, height = 0 } = handle ?? {};
    await journey.page.mouse.move(x + width / 2, y + height / 2);
    await journey.page.mouse.down();
    await journey.page.mouse.move(0, 0);
    await journey.page.mouse.up();
    await expect.poll(numbers).toEqual([0, 0, 32, 29]);
    await button(edits.cropDone).click();

    bench.write('source.png', await readFile(fixture('png.png')));
    bench.write('ours.bmp', await converted());
    const expected = pixels('source.png', '-rotate', '90', '-crop', '32x29+0+0');
    expect(pixels('ours.bmp').equals(expected)).toBe(true);
    await button(edits.crop).click();
    await button(edits.cropReset).click();
    await expect.poll(numbers).toEqual([0, 0, 48, 64]);
    expect(journey.complaints).toEqual([]);
  });
});

describe.skipIf(!hasProgram(CONVERT)).each(['', '/ko'] as const)('one image of several at "%s"', (locale) => {
  const { words } = WORDS[locale];
  const edits = locale === '' ? englishWords : koreanWords;

  test('is cropped in a dialog of its own', async () => {
    await open(`${locale}/convert/png-to-bmp`);
    const buffer = await readFile(fixture('png.png'));
    await add(['png.png', 'other.png'].map((name) => ({ name, mimeType: 'image/png', buffer })));
    await button(words.optionsFor.replace('{name}', 'png.png')).click();
    const pane = journey.page.locator('[data-options-pane]');
    await pane.getByText(edits.cropNone).waitFor();
    await pane.getByRole('button', { name: edits.cropOpen }).click();
    const dialog = journey.page.getByRole('dialog');
    await dialog.locator('button:has([data-handle])').waitFor();
    await number(edits.crop_width).fill('30');
    await number(edits.crop_height).fill('20');
    const { violations } = await new AxeBuilder({ page: journey.page }).include('[role=dialog]').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await dialog.getByRole('button', { name: edits.cropDone }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    const size = edits.cropTo.replace('{width}', '30').replace('{height}', '20');
    await pane.getByText(size).waitFor();
    await journey.convertAll();
    await expect.poll(() => rows('completed').count()).toBe(2);
    bench.write('source.png', buffer);
    for (const [name, operations] of [
      ['png', ['-crop', '30x20+0+0']],
      ['other', []],
    ] as const) {
      const [download] = await Promise.all([
        journey.page.waitForEvent('download'),
        button(words.downloadNamed.replace('{name}', `${name}.bmp`)).click(),
      ]);
      bench.write('ours.bmp', await contentOf(download));
      expect(pixels('ours.bmp').equals(pixels('source.png', ...operations))).toBe(true);
    }
    expect(journey.complaints).toEqual([]);
  });
});
