/** Documents on devices that lack memory for the office engine, or room for both sides of a preview. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fill } from '../fill.ts';
import { bytes, converterJourney, WORDS } from './converter-journey.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/documents');
const journey = converterJourney();
const { open, add, rows } = journey;
const fixture = (name: string): string => path.join(FIXTURES, name);

describe.each(['', '/ko'] as const)('on a device with little memory at "%s"', (locale) => {
  const { words, errors } = WORDS[locale];

  test('explains what a conversion keeps, and what to do if a document cannot be converted', async () => {
    await journey.page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 2 }));
    await open(`${locale}/converter`);
    await add([bytes('report.odt', await readFile(fixture('odt.odt'))), bytes('old.doc', await readFile(fixture('doc.doc')))]);
    await expect.poll(() => rows('unsupported').innerText()).toContain(errors['needs-capability']);
    await expect.poll(() => rows('pending').innerText()).toContain(words['kept_layout-lost']);
    await rows('pending')
      .getByRole('button', { name: fill(words.convertNamed, { name: 'report.odt' }), exact: true })
      .click();
    await rows('completed').waitFor();
  });
});

describe('on a phone', () => {
  const phone = converterJourney({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a page and its result scroll inside the preview', async () => {
    const lines = '<p>A line of the page.</p>\n'.repeat(200);
    await phone.open('/convert/html-to-pdf');
    await phone.add([bytes('page.html', Buffer.from(`<h1>Report</h1>\n${lines}`))]);
    await phone.convertAll();
    await phone.rows('completed').waitFor();
    const result = phone.page.locator('[data-solo] section').nth(1);
    await result.scrollIntoViewIfNeeded();
    const overlap = await result.evaluate((pane) => {
      let around = pane.parentElement;
      while (around && getComputedStyle(around).overflowY !== 'auto') around = around.parentElement;
      const panel = pane.closest('[data-solo]')?.lastElementChild;
      return around && panel ? around.getBoundingClientRect().bottom - panel.getBoundingClientRect().top : undefined;
    });
    expect(overlap).toBeLessThanOrEqual(0);
  });
});
