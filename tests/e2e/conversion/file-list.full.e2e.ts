/** Actions on the whole list and on a result. */
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { workbench as englishBench } from '@bakkum/i18n/strings/conversion/workbench.en';
import { workbench as koreanBench } from '@bakkum/i18n/strings/conversion/workbench.ko';
import { describe, expect, test } from 'vitest';
import { fill } from '../fill.ts';
import { contentOf } from '../shared-browser.ts';
import { bytes, converterJourney, fixture, PROGRAM, WORDS } from './converter-journey.ts';

const journey = converterJourney();
const { open, add, rows, pickers } = journey;
const button = (name: string) => journey.page.getByRole('button', { name, exact: true });

/** `part` is a selector: while a list is open, the rest of the page is hidden from assistive technology. */
async function violations(part = 'html'): Promise<readonly string[]> {
  const found = await new AxeBuilder({ page: journey.page }).include(part).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** Returns the names that several controls of the rows share. */
async function repeatedNames(): Promise<readonly string[]> {
  const snapshot = await journey.page.locator('section[data-bench] ul').first().ariaSnapshot();
  const controls = [...snapshot.matchAll(/- ((?:button|textbox|combobox|slider) "[^"]*")/g)].map(([, control = '']) => control);
  expect(controls.length).toBeGreaterThan(6);
  return controls.filter((control, at) => controls.indexOf(control) !== at);
}

describe.each(['', '/ko'] as const)('the list at "%s"', (locale) => {
  const { words, errors } = WORDS[locale];
  const bench = locale === '' ? englishBench : koreanBench;

  test('becomes one PDF in the order chosen by keyboard; a damaged file is named and can be excluded', async () => {
    await open(`${locale}/converter`);
    const png = await readFile(fixture('png.png'));
    await add([
      bytes('first.png', png),
      bytes('second.jpg', await readFile(fixture('jpeg.jpg'))),
      bytes('broken.png', png.subarray(0, png.length >> 1)),
      bytes('setup.exe', PROGRAM),
    ]);
    await expect.poll(() => rows('pending').count()).toBe(4);
    await button(words.combine).click();
    const combine = button(fill(words.combineInto, { format: 'PDF' }));
    const files = journey.page.locator('ol > li');
    await expect.poll(() => files.count()).toBe(3);
    await button(fill(words.moveUp, { name: 'second.jpg' })).focus();
    await journey.page.keyboard.press('Alt+ArrowUp');
    expect(await files.first().innerText()).toContain('second.jpg');
    const focused = await journey.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toBe(fill(words.moveUp, { name: 'second.jpg' }));
    expect(await violations()).toEqual([]);

    await combine.click();
    const failure = journey.page.getByRole('alert').filter({ hasText: 'broken.png' });
    await expect.poll(() => failure.allInnerTexts()).toEqual([expect.stringContaining(errors.corrupt)]);
    await button(words.leaveItOut).click();
    await combine.click();
    const [download] = await Promise.all([
      journey.page.waitForEvent('download'),
      button(fill(words.downloadNamed, { name: 'second.pdf' })).click(),
    ]);
    expect(download.suggestedFilename()).toBe('second.pdf');
    const pdf = (await contentOf(download)).toString('latin1');
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2);
    expect(pdf.indexOf('/DCTDecode')).toBeGreaterThan(0);
    expect(pdf.indexOf('/DCTDecode')).toBeLessThan(pdf.indexOf('/FlateDecode'));
    expect(await rows('pending').count()).toBe(4);
  });

  test('names each control after its file', async () => {
    await open(`${locale}/converter`);
    const png = await readFile(fixture('png.png'));
    const locked = await readFile(fixture('../documents/encrypted.pdf'));
    await add([
      bytes('a.png', png),
      bytes('b.png', png),
      bytes('c.pdf', locked),
      bytes('d.pdf', locked),
      bytes('e.png', png.subarray(0, png.length >> 1)),
      bytes('f.png', png.subarray(0, png.length >> 1)),
    ]);
    await expect.poll(() => pickers('pending').count()).toBe(6);
    expect(await repeatedNames()).toEqual([]);
    await journey.convertAll();
    await expect.poll(() => rows('error').count()).toBe(4);
    await expect.poll(() => rows('completed').count()).toBe(2);
    expect(await repeatedNames()).toEqual([]);
  });

  test('counts files that wait for a password apart, and leads to them', async () => {
    await open(`${locale}/converter`);
    await add([fixture('png.png'), fixture('../documents/encrypted.pdf')]);
    await expect.poll(() => rows('pending').count()).toBe(2);
    await journey.convertAll();
    await expect.poll(() => rows('completed').count()).toBe(1);
    const status = journey.page.getByTestId('run-status');
    await status.getByRole('button').click();
    const focused = journey.page.getByLabel(fill(words.passwordNamed, { name: 'encrypted.pdf' }));
    expect(await focused.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await status.locator('.text-danger').count()).toBe(0);
    const again = fill(words.retryFailed.other, { count: '\\d+' }).replace('files', 'files?');
    expect(await journey.page.getByRole('button', { name: new RegExp(again) }).count()).toBe(0);
  });

  test('restores a removed file in its position', async () => {
    await open(`${locale}/converter`);
    await add(['png.png', 'jpeg.jpg', 'gif.gif'].map(fixture));
    await expect.poll(() => rows('pending').count()).toBe(3);
    const names = () =>
      journey.page.locator('li[data-status] p[title]').evaluateAll((named) => named.map((name) => name.getAttribute('title')));
    await button(fill(words.remove, { name: 'jpeg.jpg' })).press('Enter');
    await expect.poll(names).toEqual(['png.png', 'gif.gif']);
    const focused = await journey.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toBe(fill(words.remove, { name: 'gif.gif' }));
    await button(bench.undo).click();
    await expect.poll(names).toEqual(['png.png', 'jpeg.jpg', 'gif.gif']);
  });

  test('sets one format for all files of a kind, and shows how many support it', async () => {
    await open(`${locale}/converter`);
    const pictures = await Promise.all(
      ['png.png', 'jpeg.jpg', 'gif.gif'].map(async (name) => bytes(name, await readFile(fixture(name)))),
    );
    await add([...pictures, bytes('setup.exe', PROGRAM)]);
    await expect.poll(() => rows('pending').count()).toBe(4);
    await journey.page.getByRole('combobox', { name: fill(words.allOfKindTo, { kind: words.kind_image }) }).click();
    const jpeg = journey.page.getByRole('option', { name: `JPG ${words.allFiles}`, exact: true });
    await jpeg.waitFor();
    expect(await violations('[role=listbox]')).toEqual([]);
    await jpeg.click();
    const targets = () =>
      pickers('pending').evaluateAll((boxes) => boxes.flatMap((box) => (box instanceof HTMLInputElement ? [box.value] : [])));
    // A program becomes text only.
    await expect.poll(targets).toEqual(['JPG', 'JPG', 'JPG', expect.any(String)]);
  });

  test('compares an image before and after by keyboard, if both can be displayed', async () => {
    await open(`${locale}/converter`);
    await add([fixture('png.png'), fixture('../archives/hello.txt.gz')]);
    await expect.poll(() => rows('pending').count()).toBe(2);
    await journey.convertAll();
    await expect.poll(() => rows('completed').count()).toBe(2);
    expect(await button(fill(words.compareNamed, { name: 'hello.txt.gz' })).count()).toBe(0);
    const compare = button(fill(words.compareNamed, { name: 'png.png' }));
    await compare.press('Enter');
    const divider = journey.page.getByRole('slider', { name: words.divider });
    await divider.focus();
    await journey.page.keyboard.press('ArrowRight');
    expect(await divider.inputValue()).toBe('51');
    await expect.poll(() => journey.page.getByRole('dialog').innerText()).toMatch(/PNG.*64 × 48[^]*WebP.*64 × 48/);
    expect(await violations()).toEqual([]);
    await journey.page.keyboard.press('Escape');
    await expect.poll(() => journey.page.getByRole('dialog').count()).toBe(0);
    expect(await compare.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(journey.complaints).toEqual([]);
  });
});
