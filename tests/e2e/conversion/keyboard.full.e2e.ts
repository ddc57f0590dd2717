/** The list by keyboard: what opens, what is found, and where the focus goes. */
import { expect, test } from 'vitest';
import { converterJourney, fixture } from './converter-journey.ts';

const journey = converterJourney();

const focused = () =>
  journey.page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

test('a format field opens by click or typing, not by focus, and lists exact names first', async () => {
  await journey.open('/converter');
  const { page } = journey;
  await journey.add([fixture('../documents/docx.docx')]);
  const field = page.locator('li[data-status] [role=combobox]');
  await field.focus();
  expect(await page.getByRole('listbox').count()).toBe(0);
  await field.click();
  await expect.poll(() => page.getByRole('listbox').count()).toBe(1);
  await page.keyboard.type('text');
  await expect.poll(() => page.getByRole('option').first().textContent()).toBe('TXT.txt .text');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('TXT');
  await field.click();
  await page.keyboard.type('png');
  await expect.poll(() => page.getByRole('option').first().textContent()).toContain('PNG');
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('PNG');
  expect(await page.getByRole('listbox').count()).toBe(0);
});

test('a format field keeps its choice after a search without matches', async () => {
  await journey.open('/converter');
  const { page } = journey;
  await journey.add([fixture('png.png')]);
  const field = page.locator('li[data-status] [role=combobox]');
  await field.click();
  const chosen = await field.inputValue();
  await page.keyboard.type('zzzz');
  await expect.poll(() => page.getByText('No matching formats').count()).toBe(1);
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe('zzzz');
  await page.keyboard.press('Escape');
  await expect.poll(() => field.inputValue()).toBe(chosen);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
  expect(await field.inputValue()).toBe(chosen);
});

test('focus moves to the next action after each step', async () => {
  await journey.open('/converter');
  const { page } = journey;
  await journey.add([fixture('png.png')]);
  await page.getByRole('button', { name: 'Convert', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => journey.rows('completed').count()).toBe(1);
  await expect.poll(focused).toMatch(/^Download png\./);
});

test('focus moves to the retry button after a failure', async () => {
  await journey.open('/converter');
  const { page } = journey;
  await journey.add([
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('\u0089PNG\r\n\u001a\nnothing', 'latin1') },
  ]);
  await page.getByRole('button', { name: 'Convert', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => journey.rows('error').count()).toBe(1);
  await expect.poll(focused).toBe('Try again');
});
