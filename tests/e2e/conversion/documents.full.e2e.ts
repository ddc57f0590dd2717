/** Documents on a device that lacks memory for the office engine: by another way, or refused with the way on. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytes, converterJourney, WORDS } from './converter-journey.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/documents');
const journey = converterJourney();
const { open, add, rows } = journey;
const document = (name: string): string => path.join(FIXTURES, name);

describe.each(['', '/ko'] as const)('on a device with little memory at "%s"', (locale) => {
  const { words, errors } = WORDS[locale];

  test('explains what a conversion keeps, and what to do if a document cannot be converted', async () => {
    await journey.page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 2 }));
    await open(`${locale}/converter`);
    await add([bytes('report.odt', await readFile(document('odt.odt'))), bytes('old.doc', await readFile(document('doc.doc')))]);
    await expect.poll(() => rows('unsupported').innerText()).toContain(errors['needs-capability']);
    await expect.poll(() => rows('pending').innerText()).toContain(words['kept_layout-lost']);
    await rows('pending').getByRole('button', { name: words.convert, exact: true }).click();
    await rows('completed').waitFor();
  });
});
