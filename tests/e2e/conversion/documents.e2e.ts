/** Documents that need a large engine: its size is shown first, it is loaded once and stored. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { converterJourney, prefixes, WORDS } from './converter-journey.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/documents');
const journey = converterJourney();
const { open, add, rows } = journey;
const document = (name: string): string => path.join(FIXTURES, name);
const button = (name: string) => journey.page.getByRole('button', { name, exact: true });

/** The words before and after what is filled in. */
const pattern = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '.+'));

describe.each(prefixes())('a document at "%s"', (prefix) => {
  const { words, warnings } = WORDS[prefix];

  test('shows the download size, asks for its password, and converts offline the next time', async () => {
    await open(`${prefix}/converter`);
    await journey.page.waitForSelector('html[data-offline=ready]', { state: 'attached' });
    await add(document('encrypted.odt'));
    await journey.page.getByText(pattern(words.firstDownload)).waitFor();
    await button(words.convert).click();
    await journey.page.getByText(pattern(words.loadingEngine)).waitFor();
    await journey.page.getByText(words.passwordNeeded).waitFor();
    for (const [password, next] of [
      ['wrong', journey.page.getByText(words.passwordWrong)],
      ['secret', rows('completed')],
    ] as const) {
      await journey.page.getByLabel(words.option_password, { exact: true }).fill(password);
      await button(words.convert).click();
      await next.waitFor();
    }
    expect(await rows('completed').innerText()).toMatch(pattern(warnings['fonts-replaced']));

    await journey.context.setOffline(true);
    await journey.page.reload();
    await add(document('docx.docx'));
    await expect.poll(() => rows('pending').count()).toBe(1);
    await button(words.convert).click();
    await rows('completed').waitFor();
  });
});
