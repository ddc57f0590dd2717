/** Text, images and signatures are placed on the pages of a PDF, and the result shows them. */
import { execFileSync } from 'node:child_process';
import { AxeBuilder } from '@axe-core/playwright';
import { workbench as englishWords } from '@bakkum/i18n/strings/conversion/workbench.en';
import { workbench as koreanWords } from '@bakkum/i18n/strings/conversion/workbench.ko';
import { afterAll, describe, expect, test } from 'vitest';
import { hasProgram } from '../../native.ts';
import { check, removeFiles, saved, textIn } from '../../pdf/judged-files.ts';
import { fileOf, madePages } from '../../pdf/made-documents.ts';
import { contentOf } from '../shared-browser.ts';
import { bytes, converterJourney, fixture, prefixes } from './converter-journey.ts';

const journey = converterJourney();
const { open, add, rows } = journey;
afterAll(removeFiles);

const button = (name: string) => journey.page.getByRole('button', { name, exact: true });
const field = (label: string) => journey.page.getByLabel(label, { exact: true });
const items = () => journey.page.locator('[data-solo] button[aria-pressed][class*=cursor-move]');

async function addPages(count: number): Promise<void> {
  const file = await fileOf(await madePages('page', count, [400, 300]));
  await add([bytes('pages.pdf', Buffer.from(await file.arrayBuffer()))]);
}

/** Converts and downloads the result. */
async function result(): Promise<string> {
  await journey.convertAll();
  await expect.poll(() => rows('completed').count()).toBe(1);
  const [download] = await Promise.all([
    journey.page.waitForEvent('download'),
    journey.page.locator('section [data-next-step=download]').click(),
  ]);
  return saved(new Blob([new Uint8Array(await contentOf(download))]));
}

async function expectAccessible(part: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page: journey.page }).include(part).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
}

const facesLoaded = () =>
  journey.page.evaluate(() =>
    [...document.fonts]
      .flatMap(({ family, status }) => (family.includes('PDF') && status === 'loaded' ? [family] : []))
      .toSorted(),
  );

/** A photo of a blue line on gray paper. */
async function photo(): Promise<Buffer> {
  const url = await journey.page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [300, 150];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#d8d5cf';
    context.fillRect(0, 0, 300, 150);
    context.strokeStyle = '#1020a0';
    context.lineWidth = 6;
    context.moveTo(60, 100);
    context.bezierCurveTo(100, 20, 160, 140, 240, 60);
    context.stroke();
    return canvas.toDataURL('image/jpeg', 0.9);
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** Drags from the middle of an element by a distance in pixels. */
async function drag(box: { x: number; y: number; width: number; height: number } | null, x: number, y: number): Promise<void> {
  if (!box) throw new Error('the element is not shown');
  const [startX, startY] = [box.x + box.width / 2, box.y + box.height / 2];
  await journey.page.mouse.move(startX, startY);
  await journey.page.mouse.down();
  await journey.page.mouse.move(startX + x, startY + y, { steps: 5 });
  await journey.page.mouse.up();
}

/** Left, top, right and bottom of a word on the first page. */
function placeOf(file: string, word: string): readonly number[] {
  const words = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' });
  const found = new RegExp(`xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">${word}<`).exec(words);
  return (found ?? []).slice(1).map(Number);
}

describe.skipIf(!hasProgram('qpdf') || !hasProgram('pdftotext')).each(prefixes())('items at "%s"', (prefix) => {
  const t = prefix === '' ? englishWords : koreanWords;

  test('are text that is typed, moved with pointer and keyboard, and repeated on pages', async () => {
    await open(`${prefix}/tools/add-text-to-pdf`);
    await addPages(2);
    await expect.poll(() => button(t.addText).isEnabled()).toBe(true);
    await button(t.addText).click();
    await field(t.addition_text).fill('확인: 김바꿈');
    await field(t.additionSize).fill('20');
    await field(t.crop_x).fill('40');
    await field(t.crop_y).fill('50');
    await items().first().focus();
    await journey.page.keyboard.press('ArrowRight');
    await journey.page.keyboard.press('ArrowDown');
    await expect.poll(() => field(t.crop_x).inputValue()).toBe('45');
    await expect.poll(() => field(t.crop_y).inputValue()).toBe('55');
    await field(t.additionPages).fill('9');
    await journey.page.getByText(t.additionPagesWrong).waitFor();
    await field(t.additionPages).fill('');
    await field(t.additionPages).press('Enter');
    await expectAccessible('[data-solo]');
    await expect.poll(facesLoaded).toEqual(['Bakkum PDF gothic', 'Bakkum PDF sans']);
    const before = await items().first().boundingBox();
    await drag(before, 60, 0);
    const after = await items().first().boundingBox();
    expect((after?.x ?? 0) - (before?.x ?? 0)).toBeGreaterThan(50);
    await items().first().press('ControlOrMeta+z');
    await expect.poll(async () => (await items().first().boundingBox())?.x).toBe(before?.x);

    const sheet = await journey.page.locator('[data-solo] canvas').boundingBox();

    const file = await result();
    expect(check(file)).toContain('No syntax');
    expect(textIn(file).map((page) => page.includes('확인: 김바꿈'))).toEqual([true, true]);
    const [left = 0, top = 0] = placeOf(file, '확인:');
    expect(Math.abs(left - 45)).toBeLessThan(2);
    expect(Math.abs(top - 55)).toBeLessThan(6);
    // The editor shows the text as wide as it is in the file.
    const [, , right = 0] = placeOf(file, '김바꿈');
    expect((right - left) / (((before?.width ?? 0) / (sheet?.width ?? 0)) * 400)).toBeCloseTo(1, 1);
    expect(journey.complaints).toEqual([]);
  });

  test('are a drawn signature, resized and deleted', async () => {
    await open(`${prefix}/tools/sign-pdf`);
    await addPages(1);
    await expect.poll(() => button(t.addSignature).isEnabled()).toBe(true);
    for (const _ of [1, 2]) {
      await button(t.addSignature).click();
      const pad = journey.page.getByTestId('signature-pad');
      expect(await button(t.signatureAdd).isEnabled()).toBe(false);
      await drag(await pad.boundingBox(), 120, 30);
      await expectAccessible('[role=dialog]');
      await button(t.signatureAdd).click();
    }
    await expect.poll(() => items().count()).toBe(2);
    await items().nth(1).press('Delete');
    await expect.poll(() => items().count()).toBe(1);
    await items().first().focus();
    const width = Number(await field(t.crop_width).inputValue());
    await journey.page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => Number(await field(t.crop_width).inputValue())).toBeGreaterThan(width);
    const corner = journey.page.locator('[data-corner]');
    await drag(await corner.boundingBox(), 40, 10);
    expect(Number(await field(t.crop_width).inputValue())).toBeGreaterThan(width + 20);

    const file = await result();
    expect(check(file)).toContain('No syntax');
    const pixels = execFileSync('pdftoppm', ['-r', '72', file]);
    expect(pixels.includes(Buffer.of(0x0b, 0x1f, 0x66))).toBe(true);
    expect(execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' }).trim().split('\n')).toHaveLength(2);
    expect(journey.complaints).toEqual([]);
  });

  test('are a signature from a photo, without its paper', async () => {
    await open(`${prefix}/tools/sign-pdf`);
    await addPages(1);
    await expect.poll(() => button(t.addSignature).isEnabled()).toBe(true);
    await button(t.addSignature).click();
    await button(t.signatureImage).click();
    const input = journey.page.getByTestId('signature-image');
    await input.setInputFiles({ name: 'paper.txt', mimeType: 'image/png', buffer: Buffer.from('no image') });
    await journey.page.getByText(t.signatureNoInk).waitFor();
    await input.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    await journey.page.getByRole('img', { name: t.signaturePreview }).waitFor();
    await expectAccessible('[role=dialog]');
    await button(t.signatureAdd).click();
    await expect.poll(() => items().count()).toBe(1);
    const file = await result();
    const sizes = [...execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' }).matchAll(/smask +(\d+) +(\d+)/g)];
    const [[, width = '', height = ''] = []] = sizes;
    // The margins around the line are gone.
    expect([Number(width) < 200, Number(height) < 80]).toEqual([true, true]);
    const pixels = execFileSync('pdftoppm', ['-r', '72', file]);
    expect(pixels.includes(Buffer.of(0xd8, 0xd5, 0xcf))).toBe(false);
    expect(check(file)).toContain('No syntax');
    expect(journey.complaints).toEqual([]);
  });

  test('are a typed signature and images', async () => {
    await open(`${prefix}/tools/sign-pdf`);
    await addPages(1);
    await expect.poll(() => button(t.addSignature).isEnabled()).toBe(true);
    await button(t.addSignature).click();
    await button(t.signatureType).click();
    await field(t.signatureName).fill('홍길동');
    await button(t.signatureAdd).click();
    await expect.poll(() => items().count()).toBe(1);
    await journey.page.getByTestId('addition-image').setInputFiles(fixture('png.png'));
    await expect.poll(() => items().count()).toBe(2);
    await journey.page
      .getByTestId('addition-image')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
    await journey.page.getByText(t.additionUnreadable).waitFor();
    const file = await result();
    expect(textIn(file)[0]).toContain('홍길동');
    expect(execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' })).toContain('smask');
    expect(check(file)).toContain('No syntax');
    expect(journey.complaints).toEqual([]);
  });
});
