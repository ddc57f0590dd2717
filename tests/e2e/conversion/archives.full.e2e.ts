/** Archives: the files inside are listed, saved and converted. */
import path from 'node:path';
import { FORMATS } from '@bakkum/formats/interchange';
import { workbench as englishBench } from '@bakkum/i18n/strings/conversion/workbench.en';
import { workbench as koreanBench } from '@bakkum/i18n/strings/conversion/workbench.ko';
import { describe, expect, test } from 'vitest';
import { fill } from '../fill.ts';
import { contentOf } from '../shared-browser.ts';
import { converterJourney, prefixes, WORDS } from './converter-journey.ts';

const archive = (name: string): string => path.resolve(import.meta.dirname, '../../fixtures/archives', name);

const target = FORMATS.find(({ id }) => id === 'archive-contents');

const journey = converterJourney();

describe.each(prefixes())('an archive at "%s"', (locale) => {
  const { words } = WORDS[locale];
  const bench = locale === '' ? englishBench : koreanBench;
  const contents = () => journey.page.locator('[data-contents]');
  const line = (name: string) => contents().locator('li', { hasText: name });
  const button = (name: string) => journey.page.getByRole('button', { name, exact: true });
  const open = async (name: string): Promise<void> => {
    await journey.open(`${locale}/converter`);
    await journey.add([archive(name)]);
  };

  test.each(['tree.zip', 'tree.7z', 'tree.tgz', 'tree.rar', 'tree.alz'])('%s is opened and lists its files', async (name) => {
    await open(name);
    await line('hello.txt').waitFor();
    expect(await journey.pickers('completed').inputValue()).toBe(target?.title[locale === '' ? 'en' : 'ko']);
    const count = await contents().locator('li').count();
    expect(await journey.page.getByTestId('done-count').textContent()).toMatch(
      bench.runExtracted.other.replace('{count}', String(count)),
    );
    expect(journey.complaints).toEqual([]);
  });

  test('gives one of its files, or all of them', async () => {
    await open('tree.zip');
    const save = words.downloadNamed.replace('{name}', 'hello.txt');
    const [one] = await Promise.all([journey.page.waitForEvent('download'), line('hello.txt').getByLabel(save).click()]);
    expect(one.suggestedFilename()).toBe('hello.txt');
    expect((await contentOf(one)).toString()).toBe('Hello, archive.\n');
    const [all] = await Promise.all([
      journey.page.waitForEvent('download'),
      journey.page.locator('section [data-next-step=download]').click(),
    ]);
    const zip = (await contentOf(all)).toString('latin1');
    for (const name of ['tree/hello.txt', 'tree/folder/long.bin']) expect(zip).toContain(name);
  });

  test('becomes rows that can be converted', async () => {
    await open('tree.zip');
    await contents().getByRole('button', { name: words.contentsConvert.other, exact: true }).click();
    await expect.poll(() => journey.rows('pending').count()).toBeGreaterThan(1);
    expect(await contents().count()).toBe(0);
    expect(await journey.page.locator('li[data-status]', { hasText: 'tree.zip' }).count()).toBe(0);
    const row = journey.page.locator('li[data-status]', { hasText: 'hello.txt' });
    await row.getByRole('button', { name: fill(words.convertNamed, { name: 'hello.txt' }), exact: true }).click();
    await journey.page.locator('li[data-status=completed]', { hasText: 'hello.txt' }).waitFor();
  });

  test('asks for its password', async () => {
    await open('encrypted.zip');
    const field = journey.page.getByLabel(words.option_password, { exact: true });
    await field.fill('wrong');
    await button(words.extract).first().click();
    await journey.page.getByText(words.passwordWrong).waitFor();
    await field.fill('secret');
    await field.press('Enter');
    await expect.poll(() => line('hello.txt').count()).toBe(1);
  });

  test('still becomes another archive', async () => {
    await open('tree.zip');
    await line('hello.txt').waitFor();
    const field = journey.pickers('completed');
    await field.click();
    await field.fill('7z');
    await field.press('ArrowDown');
    await field.press('Enter');
    await journey.convertAll();
    await expect.poll(() => journey.rows('completed').count()).toBe(1);
    expect(await contents().count()).toBe(0);
  });
});
