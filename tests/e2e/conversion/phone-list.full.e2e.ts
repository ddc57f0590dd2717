/** The list on a phone: everything is within the screen and within reach. */
import { batch as englishBatch } from '@bakkum/i18n/strings/conversion/batch.en';
import { batch as koreanBatch } from '@bakkum/i18n/strings/conversion/batch.ko';
import { describe, expect, test } from 'vitest';
import { converterJourney, fixture } from './converter-journey.ts';

const journey = converterJourney({ viewport: { width: 360, height: 740 }, hasTouch: true });
const files = ['images/png.png', 'documents/docx.docx', 'media/tones.wav'].map((name) => fixture(`../${name}`));

describe.each([
  ['', englishBatch],
  ['/ko', koreanBatch],
] as const)('at "%s"', (locale, batch) => {
  test('the pickers for all files are within the screen', async () => {
    await journey.open(`${locale}/converter`);
    await journey.add(files);
    await expect.poll(() => journey.rows('pending').count()).toBe(3);
    const pickers = journey.page.locator('fieldset input[role=combobox]');
    await expect.poll(() => pickers.count()).toBe(3);
    const edges = await pickers.evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().right));
    for (const edge of edges) expect(edge).toBeLessThanOrEqual(340);
    const isCut = await pickers.evaluateAll((boxes) => boxes.map((box) => box.scrollWidth > box.clientWidth));
    expect(isCut).toEqual([false, false, false]);
  });

  test('the settings of a batch open from the action bar', async () => {
    const { page } = journey;
    await journey.open(`${locale}/home2`);
    await journey.add(files);
    await expect.poll(() => journey.rows('pending').count()).toBe(3);
    await page.getByRole('button', { name: batch.settings }).click();
    await page.getByRole('dialog').getByLabel(batch.outputFormat).selectOption('pdf');
    await page.keyboard.press('Escape');
    await expect.poll(() => journey.pickers('pending').first().inputValue()).toBe('PDF');
    await expect.poll(() => new URL(page.url()).searchParams.get('outputFormat')).toBe('pdf');
  });
});
