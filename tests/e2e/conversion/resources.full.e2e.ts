/** Help, articles, terms, and writing to the operator. */

import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, test } from 'vitest';
import { converterJourney } from './converter-journey.ts';

const journey = converterJourney();

const PAGES = [
  '/faq',
  '/contact',
  '/privacy',
  '/terms',
  '/resources/help',
  '/resources/file-types',
  '/articles/image-formats-compared',
];

describe.each(['', '/ko'])('at "%s"', (language) => {
  test('articles fit a phone screen and are accessible', async () => {
    const { page } = journey;
    await page.setViewportSize({ width: 360, height: 800 });
    for (const path of PAGES) {
      await journey.open(`${language}${path}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const complaints = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect({ path, complaints, fits: width <= 360 }).toEqual({ path, complaints: [], fits: true });
    }
  });

  test('FAQ answers are searchable and have their own links', async () => {
    const { page } = journey;
    await journey.open(`${language}/resources/help`);
    await page.getByRole('searchbox').fill('CP949');
    await expect.poll(() => page.locator('main details').count()).toBe(1);
    await page.getByRole('searchbox').fill('zzzzz');
    await page.getByText(language ? '찾는 글이 없어요' : 'No articles found').waitFor();
    await journey.open(`${language}/faq#hwp`);
    await page.locator('details#hwp[open]').waitFor();
  });

  test('validates and delivers a message', async () => {
    const { page } = journey;
    await journey.open(`${language}/contact`);
    const send = page.locator('main button[type=submit]');
    await expect.poll(() => send.isEnabled()).toBe(true);
    await send.click();
    await page.getByText(language ? '이름을 입력해 주세요' : 'Name is required').waitFor();
    const words = `${language || '/en'} 표가 사라졌어요 ${Date.now()}`;
    await page.locator('[name=name]').fill('김민아');
    await page.locator('[name=email]').fill('mina@example.com');
    await page.locator('[name=subject]').selectOption('bug');
    await page.locator('[name=message]').fill(words);
    await send.click();
    await page.getByRole('heading', { name: language ? '보냈어요' : 'Message sent' }).waitFor();
    const mail = await page.evaluate(async () => (await fetch('/api/demo/mail')).text());
    expect(mail).toContain(words);
  });
});
