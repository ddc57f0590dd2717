/** The pages of a PDF are arranged on their thumbnails, and the result follows. `page-editor.full.e2e.ts` has further operations. */
import { AxeBuilder } from '@axe-core/playwright';
import { workbench as englishWords } from '@bakkum/i18n/strings/conversion/workbench.en';
import { workbench as koreanWords } from '@bakkum/i18n/strings/conversion/workbench.ko';
import { describe, expect, test } from 'vitest';
import { saved, textIn } from '../../pdf/judged-files.ts';
import { madeFile } from '../../pdf/made-documents.ts';
import { contentOf } from '../shared-browser.ts';
import { bytes, prefixes, WORDS } from './converter-journey.ts';
import { HAS_JUDGES, pageJourney } from './page-journey.ts';

const { journey, button, pages, key, addPages, result } = pageJourney();
const { open, add } = journey;

describe.skipIf(!HAS_JUDGES).each(prefixes())('pages at "%s"', (prefix) => {
  const { words } = WORDS[prefix];
  const t = prefix === '' ? englishWords : koreanWords;
  const list = () => journey.page.getByRole('textbox', { name: words.option_pages, exact: true });

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
});
