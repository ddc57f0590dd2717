/** The page of a pair, and many files with the settings of the batch screen, taken along as one zip. */
import { expect, test } from 'vitest';
import { contentOf } from '../shared-browser.ts';
import { converterJourney, fixture } from './converter-journey.ts';

const journey = converterJourney();

test('the page of a pair preselects its target, converts a file and counts it', async () => {
  await journey.open('/convert/png-to-jpg');
  await journey.add([fixture('png.png')]);
  const row = journey.page.locator('li[data-status]');
  await expect.poll(() => row.getAttribute('data-status')).toBe('pending');
  await journey.page.getByRole('button', { name: 'Convert', exact: true }).click();
  await expect.poll(() => journey.rows('completed').count()).toBe(1);
  await expect.poll(() => journey.page.getByTestId('done-count').textContent()).toContain('1 file converted');
  await expect.poll(() => journey.pickers('completed').inputValue()).toBe('JPG');
});

test('the batch screen applies its settings to all files, counts them and downloads one zip', async () => {
  await journey.open('/home2?outputFormat=jpg&naming=sequential&text=scan-');
  const { page } = journey;
  await journey.add([fixture('png.png'), fixture('webp.webp'), fixture('bmp.bmp')]);
  await expect.poll(() => journey.rows('pending').count()).toBe(3);
  const targets = page.locator('li[data-status] [role=combobox]');
  await expect
    .poll(async () => Promise.all((await targets.all()).map((target) => target.inputValue())))
    .toEqual(['JPG', 'JPG', 'JPG']);
  expect(await page.getByTestId('batch-pending').textContent()).toBe('3');
  await page.getByRole('button', { name: 'Convert All' }).click();
  await expect.poll(() => page.getByTestId('batch-completed').textContent()).toBe('3');
  expect(await page.getByRole('button', { name: /Download scan-00[123]\.jpg/ }).count()).toBe(3);
  expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0);
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all (.zip)' }).click(),
  ]);
  const content = (await contentOf(zip)).toString('latin1');
  expect(content.slice(0, 2)).toBe('PK');
  for (const number of [1, 2, 3]) expect(content).toContain(`scan-00${number}.jpg`);
});
