/** More of what the page editor does with the pages of a PDF: dragging, cropping, filling in, splitting. */
import { AxeBuilder } from '@axe-core/playwright';
import { workbench as englishWords } from '@bakkum/i18n/strings/conversion/workbench.en';
import { workbench as koreanWords } from '@bakkum/i18n/strings/conversion/workbench.ko';
import { describe, expect, test } from 'vitest';
import { check, infoOf, textIn } from '../../pdf/judged-files.ts';
import { fileOf, madeFile, madeRich } from '../../pdf/made-documents.ts';
import { bytes, prefixes, WORDS } from './converter-journey.ts';
import { HAS_JUDGES, pageJourney } from './page-journey.ts';

const { journey, button, pages, addPages, result } = pageJourney();
const { open, add, rows } = journey;

describe.skipIf(!HAS_JUDGES).each(prefixes())('pages at "%s"', (prefix) => {
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
