/** The pages of a PDF are arranged on their thumbnails, and the result follows. */
import { AxeBuilder } from '@axe-core/playwright';
import { workbench as englishWords } from '@bakkum/i18n/strings/conversion/workbench.en';
import { workbench as koreanWords } from '@bakkum/i18n/strings/conversion/workbench.ko';
import { afterAll, describe, expect, test } from 'vitest';
import { hasProgram } from '../../native.ts';
import { check, infoOf, removeFiles, saved, textIn } from '../../pdf/judged-files.ts';
import { fileOf, madeFile, madeRich } from '../../pdf/made-documents.ts';
import { contentOf } from '../shared-browser.ts';
import { bytes, converterJourney, prefixes, WORDS } from './converter-journey.ts';

const journey = converterJourney();
const { open, add, rows } = journey;
afterAll(removeFiles);

const button = (name: string) => journey.page.getByRole('button', { name, exact: true });
const pages = () => journey.page.locator('[data-solo] [role=grid] [role=row]');
const key = (name: string) => journey.page.keyboard.press(name);

async function addPages(count: number): Promise<void> {
  const file = await madeFile('page', count);
  await add([bytes('pages.pdf', Buffer.from(await file.arrayBuffer()))]);
  await pages().first().waitFor();
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

describe.skipIf(!hasProgram('qpdf') || !hasProgram('pdftotext')).each(prefixes())('pages at "%s"', (prefix) => {
  const { words } = WORDS[prefix];
  const t = prefix === '' ? englishWords : koreanWords;
  const list = () => journey.page.getByRole('textbox', { name: words.option_pages, exact: true });

  test('are dragged, rotated, copied and deleted with the pointer', async () => {
    await open(`${prefix}/tools/organize-pdf`);
    await addPages(6);
    await pages()
      .nth(0)
      .dragTo(pages().nth(2), { targetPosition: { x: 100, y: 60 } });
    await expect.poll(() => list().inputValue()).toBe('2-3,1,4-6');
    await pages().nth(1).click();
    await pages()
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await button(t.rotateRight).click();
    await expect.poll(() => list().inputValue()).toBe('2,3@90,1@90,4-6');
    await pages().nth(0).click();
    await button(t.pagesDuplicate).click();
    await pages().nth(5).click();
    await pages()
      .nth(6)
      .click({ modifiers: ['ControlOrMeta'] });
    await button(t.pagesDelete).click();
    await expect.poll(() => list().inputValue()).toBe('2,2,3@90,1@90,4');
    await button(t.pagesBlank).click();
    await button(t.pagesUndo).click();
    await button(t.pagesRedo).click();
    await expect.poll(() => list().inputValue()).toBe('2,2,3@90,1@90,4,blank');
    const { violations } = await new AxeBuilder({ page: journey.page }).include('[data-solo]').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);

    const file = await result();
    expect(textIn(file)).toEqual(['page 2', 'page 2', 'page 3', 'page 1', 'page 4', '']);
    expect(infoOf(file, '-f', '1', '-l', '6').match(/(?<=rot: +)\d+/g)).toEqual(['0', '0', '90', '90', '0', '0']);
    expect(check(file)).toContain('No syntax');
    expect(journey.complaints).toEqual([]);
  });

  test('are moved, dragged and deleted with the keyboard', async () => {
    await open(`${prefix}/tools/organize-pdf`);
    await addPages(4);
    await pages().nth(0).focus();
    await key('Space');
    await key('Shift+ArrowRight');
    await key('Alt+ArrowRight');
    await expect.poll(() => list().inputValue()).toBe('3,1-2,4');
    await key('Delete');
    await expect.poll(() => list().inputValue()).toBe('3-4');
    await key('ControlOrMeta+z');
    await key('ControlOrMeta+z');
    await expect.poll(() => list().inputValue()).toBe('');
    // React Aria's way to drag: the handle, then the place, with the same key.
    await pages().nth(0).click();
    await key('Tab');
    await key('Enter');
    await journey.page.locator('[data-drop-target]').waitFor();
    await key('ArrowDown');
    await key('Enter');
    await expect.poll(() => list().inputValue()).toBe('2,1,3-4');
    expect(journey.complaints).toEqual([]);
  });

  test('are arranged across files that become one', async () => {
    await open(`${prefix}/tools/merge-pdf`);
    const files = await Promise.all(
      ['one', 'two'].map(async (word) => bytes(`${word}.pdf`, Buffer.from(await (await madeFile(word, 2)).arrayBuffer()))),
    );
    await add(files);
    await journey.page.locator('section summary').filter({ hasText: t.pagesEdit }).click();
    const all = journey.page.locator('[role=grid] [role=row]');
    await expect.poll(() => all.count()).toBe(4);
    await all.nth(3).click();
    for (let place = 4; place > 1; place -= 1) await key('Alt+ArrowLeft');
    await all.nth(3).click();
    await key('Delete');
    await expect.poll(() => all.count()).toBe(3);
    await button(words.combineInto.replace('{format}', 'PDF')).click();
    const [download] = await Promise.all([
      journey.page.waitForEvent('download'),
      journey.page.getByTestId('combined').getByRole('button').first().click(),
    ]);
    expect(textIn(await saved(new Blob([new Uint8Array(await contentOf(download))])))).toEqual(['two 2', 'one 1', 'one 2']);
    expect(journey.complaints).toEqual([]);
  });

  test('are cropped to the rectangle that is drawn', async () => {
    await open(`${prefix}/tools/crop-pdf`);
    await add([bytes('pages.pdf', Buffer.from(await (await madeFile('page', 2)).arrayBuffer()))]);
    const areas = journey.page.getByRole('textbox', { name: words.option_cropAreas, exact: true });
    await expect.poll(() => button(t.areasAdd).isEnabled()).toBe(true);
    const page = journey.page.locator('[data-solo] canvas');
    await page.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await page.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await journey.page.mouse.move(x + width * 0.1, y + height * 0.2);
    await journey.page.mouse.down();
    await journey.page.mouse.move(x + width * 0.6, y + height * 0.9, { steps: 4 });
    await journey.page.mouse.up();
    await expect.poll(() => areas.inputValue()).toMatch(/^(19|20|21),(19|20|21),\d+,\d+$/);
    await button(t.areasNext).click();
    await expect.poll(() => button(t.areasAdd).isEnabled()).toBe(true);
    await journey.page.getByRole('switch', { name: t.cropOnePage }).check();
    await button(t.areasAdd).click();
    await expect.poll(() => areas.inputValue()).toMatch(/; 2:20,10,160,80$/);
    const { violations } = await new AxeBuilder({ page: journey.page }).include('[data-solo]').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const boxes = infoOf(await result(), '-box', '-f', '1', '-l', '2').match(/(?<=CropBox: +)\S.*/g);
    expect(boxes?.[1]?.split(/ +/).map(Number)).toEqual([20, 10, 180, 90]);
    expect(boxes?.[0]).not.toBe(boxes?.[1]);
    expect(journey.complaints).toEqual([]);
  });

  test('are filled in where they have form fields', async () => {
    await open(`${prefix}/tools/fill-pdf-form`);
    await add([bytes('form.pdf', Buffer.from(await (await fileOf(await madeRich('one', 2))).arrayBuffer()))]);
    await journey.page.getByRole('textbox', { name: 'one.1', exact: true }).fill('김바꿈');
    await button(t.areasNext).click();
    await journey.page.getByRole('textbox', { name: 'one.2', exact: true }).fill('둘');
    const values = journey.page.getByRole('textbox', { name: words.option_fields, exact: true });
    await expect.poll(() => values.inputValue()).toBe('{"one.1":"김바꿈","one.2":"둘"}');
    const { violations } = await new AxeBuilder({ page: journey.page }).include('[data-solo]').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const [first, second] = textIn(await result());
    expect([first?.includes('김바꿈'), second?.includes('둘')]).toEqual([true, true]);
    expect(journey.complaints).toEqual([]);
  });

  test('are redacted where a rectangle is drawn', async () => {
    await open(`${prefix}/tools/redact-pdf`);
    const file = await madeFile('secret', 2);
    await add([bytes('pages.pdf', Buffer.from(await file.arrayBuffer()))]);
    const areas = journey.page.getByRole('textbox', { name: words.option_redactAreas, exact: true });
    await button(t.areasNext).click();
    const page = journey.page.locator('[data-solo] canvas');
    await expect.poll(() => button(t.areasAdd).isEnabled()).toBe(true);
    await page.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await page.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await journey.page.mouse.move(x + width * 0.05, y + height * 0.3);
    await journey.page.mouse.down();
    await journey.page.mouse.move(x + width * 0.8, y + height * 0.9, { steps: 4 });
    await journey.page.mouse.up();
    await expect.poll(() => areas.inputValue()).toMatch(/^2:\d+,\d+,\d+,\d+$/);
    // An area that the keyboard adds, moves and removes.
    await button(t.areasAdd).click();
    await key('ArrowDown');
    await expect.poll(() => areas.inputValue()).toMatch(/; 2:75,53,50,5$/);
    await key('Delete');
    await expect.poll(() => areas.inputValue()).not.toContain(';');
    const { violations } = await new AxeBuilder({ page: journey.page }).include('[data-solo]').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(textIn(await result())).toEqual(['secret 1', '']);
    expect(journey.complaints).toEqual([]);
  });

  test('follow the typed list, and are split into files', async () => {
    await open(`${prefix}/converter`);
    await addPagesTo(t.pagesEdit);
    await list().fill('4,1-2');
    await expect.poll(() => pages().count()).toBe(3);
    await pages().nth(1).click();
    await button(t.pagesSplit).click();
    await expect.poll(() => list().inputValue()).toBe('4;1-2');
    await journey.convertAll();
    await expect.poll(() => rows('completed').count()).toBe(1);
    const [download] = await Promise.all([
      journey.page.waitForEvent('download'),
      journey.page.locator('section [data-next-step=download]').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    expect(journey.complaints).toEqual([]);
  });
});

/** Adds a PDF to a converter that has chosen another format for it. */
async function addPagesTo(organize: string): Promise<void> {
  const file = await madeFile('page', 4);
  await add([bytes('pages.pdf', Buffer.from(await file.arrayBuffer()))]);
  await button(organize).click();
  await pages().first().waitFor();
}
