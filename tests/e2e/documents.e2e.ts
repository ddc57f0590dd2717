/** Documents that need an engine of some size: told before, loaded once, kept; or refused with the way on. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytes, converterJourney, WORDS } from './converter-journey.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/documents');
const journey = converterJourney();
const { open, add, rows } = journey;
const document = (name: string): string => path.join(FIXTURES, name);
const button = (name: string) => journey.page.getByRole('button', { name, exact: true });

/** The words before and after what is filled in. */
const pattern = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '.+'));

describe('a document', () => {
  const { words, warnings } = WORDS['/ko'];

  test('says what must be loaded first, asks for its password, and needs no network the next time', async () => {
    await open('/ko/converter');
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

describe.each(['', '/ko'] as const)('on a device with little memory at "%s"', (locale) => {
  const { words, errors } = WORDS[locale];

  test('a document says what is kept, and one that cannot be converted says what can be done', async () => {
    await journey.page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 2 }));
    await open(`${locale}/converter`);
    await add([bytes('report.odt', await readFile(document('odt.odt'))), bytes('old.doc', await readFile(document('doc.doc')))]);
    await expect.poll(() => rows('unsupported').count()).toBe(1);
    expect(await rows('unsupported').innerText()).toContain(errors['needs-capability']);
    await expect.poll(() => rows('pending').innerText()).toContain(words['kept_layout-lost']);
    await rows('pending').getByRole('button', { name: words.convert, exact: true }).click();
    await rows('completed').waitFor();
  });
});
