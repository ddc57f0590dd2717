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
    const before = await items().first().boundingBox();
    await drag(before, 60, 0);
    const after = await items().first().boundingBox();
    expect((after?.x ?? 0) - (before?.x ?? 0)).toBeGreaterThan(50);
    await items().first().press('ControlOrMeta+z');
    await expect.poll(async () => (await items().first().boundingBox())?.x).toBe(before?.x);

    const file = await result();
    expect(check(file)).toContain('No syntax');
    expect(textIn(file).map((page) => page.includes('확인: 김바꿈'))).toEqual([true, true]);
    const [left = 0, top = 0] = placeOf(file, '확인:');
    expect(Math.abs(left - 45)).toBeLessThan(2);
    expect(Math.abs(top - 55)).toBeLessThan(6);
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
