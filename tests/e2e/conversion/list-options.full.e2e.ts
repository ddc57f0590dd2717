/** The options of one file of several, and how few steps a conversion takes. */
import { AxeBuilder } from '@axe-core/playwright';
import { conversion as words } from '@bakkum/i18n/strings/conversion/conversion.en';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { converterJourney, fixture, prefixes, WORDS } from './converter-journey.ts';

const TWO = [fixture('png.png'), fixture('bmp.bmp')];
const button = { name: words.optionsFor.replace('{name}', 'png.png') };

/** Returns the labels of the selects that are narrower than their longest value although the panel has more room. */
function narrowSelects(panel: Locator): Promise<readonly string[]> {
  return panel.locator('select').evaluateAll((selects) =>
    selects.flatMap((select) => {
      if (!(select instanceof HTMLSelectElement)) return [];
      const width = select.getBoundingClientRect().width;
      const room = select.closest('fieldset')?.getBoundingClientRect().width ?? 0;
      select.style.width = 'max-content';
      const natural = select.getBoundingClientRect().width;
      select.style.width = '';
      return natural > width + 1 && width < room - 1 ? [select.labels[0]?.textContent ?? ''] : [];
    }),
  );
}

describe('the options of a file in a list', () => {
  const journey = converterJourney({ viewport: { width: 1280, height: 800 } });

  test('are beside the list, take the focus and give it back', async () => {
    await journey.open('/converter');
    const { page } = journey;
    await journey.add(TWO);
    await page.getByRole('button', button).click();
    const pane = page.getByRole('complementary', button);
    await expect.poll(() => pane.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await pane.getByLabel(words.option_rotate).count()).toBe(1);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => pane.count()).toBe(0);
    expect(await page.getByRole('button', button).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test.each(prefixes())('show long values whole at "%s"', async (locale) => {
    await journey.open(`${locale}/converter`);
    const { page } = journey;
    await journey.add(TWO);
    await page.locator('[data-options-of]').first().click();
    const pane = page.locator('[data-options-pane]');
    await pane.getByLabel(WORDS[locale].words.option_metadata).waitFor();
    expect(await pane.locator('select').count()).toBeGreaterThan(3);
    expect(await narrowSelects(pane)).toEqual([]);
  });

  test('apply to that file only', async () => {
    await journey.open('/converter');
    const { page } = journey;
    await journey.add(TWO);
    await page.getByRole('button', button).click();
    await page.getByRole('complementary', button).getByLabel(words.option_rotate).selectOption('90');
    await page.getByRole('button', { name: words.optionsFor.replace('{name}', 'bmp.bmp') }).click();
    const other = page.getByRole('complementary', { name: words.optionsFor.replace('{name}', 'bmp.bmp') });
    expect(await other.getByLabel(words.option_rotate).inputValue()).not.toBe('90');
    await page.getByRole('button', button).click();
    expect(await page.getByRole('complementary', button).getByLabel(words.option_rotate).inputValue()).toBe('90');
  });

  test('leave the result to be dragged to the desktop', async () => {
    await journey.open('/convert/png-to-jpg');
    const { page } = journey;
    await journey.add(TWO);
    await journey.convertAll();
    await expect.poll(() => journey.rows('completed').count()).toBe(2);
    const offered = await page
      .locator('li [draggable=true]')
      .first()
      .evaluate((element) => {
        const dataTransfer = new DataTransfer();
        element.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }));
        return dataTransfer.getData('DownloadURL');
      });
    expect(offered).toMatch(/^image\/jpeg:png\.jpg:blob:http/);
  });
});

describe('on a phone, the options of a file in a list', () => {
  const journey = converterJourney({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('are a sheet over the page, which Escape closes', async () => {
    await journey.open('/converter');
    const { page } = journey;
    await journey.add(TWO);
    await page.getByRole('button', button).click();
    const sheet = page.getByRole('dialog', { name: 'png.png' });
    await sheet.getByLabel(words.option_rotate).waitFor();
    // Everything else is out of reach, and the focus stays inside.
    const isBehind = page
      .getByRole('button', button)
      .evaluate((element) => element.closest('[inert], [aria-hidden=true]') !== null);
    expect(await isBehind).toBe(true);
    expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => sheet.count()).toBe(0);
    await expect
      .poll(() => page.getByRole('button', button).evaluate((element) => element === document.activeElement))
      .toBe(true);
  });
});

describe('on a narrow phone, a list of several kinds of files', () => {
  const journey = converterJourney({ viewport: { width: 320, height: 700 }, hasTouch: true });

  test('fits the screen', async () => {
    await journey.open('/converter');
    const { page } = journey;
    await journey.add([...TWO, fixture('../media/tones.mp3'), fixture('../documents/csv.csv'), fixture('../media/clip.mp4')]);
    await page.getByRole('group', { name: words.allTo }).waitFor();
    await page.getByRole('button', button).click();
    await page.getByRole('dialog', { name: 'png.png' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

describe('a conversion', () => {
  const journey = converterJourney();
  const MAX_KEYS = 8;
  const ADDRESSES = ['/', '/converter', '/home1', '/convert/png-to-jpg', '/tools/compress-png'] as const;

  test.each(ADDRESSES)('takes three clicks at %s', async (address) => {
    await journey.open(address);
    const { page } = journey;
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.locator('[data-drop-zone] button').first().click(),
    ]);
    await chooser.setFiles(fixture('png.png'));
    await page.locator('section [data-next-step=convert]').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('section [data-next-step=download]').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^png\.\w+$/);
  });

  test.each(ADDRESSES)('takes at most eight keys at %s', async (address) => {
    await journey.open(address);
    const { page } = journey;
    let keys = 0;
    const press = async (key: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(key);
    };
    // The browser needs a moment to report choosers instead of opening them, so this waits from the beginning.
    const opened = page.waitForEvent('filechooser');
    // To the content, and on to the drop zone.
    await press('Tab');
    await press('Enter');
    const isAtDropZone = () => page.evaluate(() => document.activeElement?.closest('[data-drop-zone]') !== null);
    while (keys < MAX_KEYS && !(await isAtDropZone())) await press('Tab');
    await press('Enter');
    const chooser = await opened;
    await chooser.setFiles(fixture('png.png'));
    for (const step of ['convert', 'download']) {
      await page.locator(`section [data-next-step=${step}]:focus`).waitFor();
      if (step === 'convert') await press('Enter');
    }
    const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/^png\.\w+$/);
    expect(keys).toBeLessThanOrEqual(MAX_KEYS);
  });
});
