/** Two documents are compared on the page, and the result is shown, stepped through and downloaded. */
import { AxeBuilder } from '@axe-core/playwright';
import { comparison as english } from '@bakkum/i18n/strings/conversion/comparison.en';
import { comparison as korean } from '@bakkum/i18n/strings/conversion/comparison.ko';
import { afterAll, describe, expect, test } from 'vitest';
import { hasProgram } from '../../native.ts';
import { check, removeFiles, saved, textIn } from '../../pdf/judged-files.ts';
import { fileOf, madePages } from '../../pdf/made-documents.ts';
import { contentOf } from '../shared-browser.ts';
import { bytes, converterJourney, prefixes } from './converter-journey.ts';

const journey = converterJourney();
const { open, add } = journey;
afterAll(removeFiles);

const button = (name: string) => journey.page.getByRole('button', { name, exact: true });

/** Pages of words, one of them changed. */
async function version(changed: string, pages = 3): Promise<Buffer> {
  const document = await madePages('alpha beta gamma', pages, [300, 200]);
  document.getPage(1).drawText(`This sentence is ${changed}`, { x: 20, y: 120, size: 14 });
  return Buffer.from(await (await fileOf(document)).arrayBuffer());
}

const compareTwo = async (): Promise<void> =>
  add([bytes('first.pdf', await version('old')), bytes('second.pdf', await version('entirely new'))]);

const summary = () => journey.page.locator('[data-bench] [role=status] p').first();

async function expectAccessible(): Promise<void> {
  const { violations } = await new AxeBuilder({ page: journey.page }).include('[data-bench]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
}

async function downloaded(name: string): Promise<Buffer> {
  const [download] = await Promise.all([journey.page.waitForEvent('download'), button(name).click()]);
  return contentOf(download);
}

/** Returns whether the browser would ask before it leaves the page. */
const asksBeforeLeaving = (): Promise<boolean> =>
  journey.page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

describe.each(prefixes())('comparing two PDF files on %s/tools/compare-pdf', (prefix) => {
  const words = prefix === '/ko' ? korean : english;

  test('marks the change on both pages and jumps to it', async () => {
    await open(`${prefix}/tools/compare-pdf`);
    await compareTwo();
    await expect.poll(() => summary().textContent()).toContain(prefix === '/ko' ? '차이 1개' : '1 difference');
    const change = journey.page.getByRole('list', { name: words.list }).getByRole('button');
    expect(await change.textContent()).toContain('entirely new');
    await button(words.next).click();
    expect(await change.getAttribute('aria-current')).toBe('true');
    await expect.poll(() => journey.page.locator('[data-side] span[aria-hidden]').count()).toBe(2);
    await expectAccessible();
    await button(words.view_pixels).click();
    await expect.poll(() => journey.page.locator('figure canvas[width="1600"]').count()).toBeGreaterThan(0);
    await expectAccessible();
    expect(journey.complaints).toEqual([]);
  });
});

describe('a comparison', () => {
  test('says that nothing differs', async () => {
    await open('/tools/compare-pdf');
    const file = await version('the same');
    await add([bytes('one.pdf', file), bytes('two.pdf', file)]);
    await expect.poll(() => summary().textContent()).toBe(english.equal);
    await expect.poll(() => button(english.json).count()).toBe(1);
    expect(await asksBeforeLeaving()).toBe(false);
    expect(journey.complaints).toEqual([]);
  });

  test('asks for the second file, converts documents first, and compares in the other order', async () => {
    await open('/tools/compare-pdf');
    await add([bytes('notes.txt', Buffer.from('The first version of these notes'))]);
    await journey.page.getByText(english.addSecond).waitFor();
    await add([bytes('final.txt', Buffer.from('The final version of these notes'))]);
    await expect.poll(() => summary().textContent()).toContain('1 difference');
    const change = journey.page.getByRole('list', { name: english.list }).getByRole('button');
    expect(await change.locator('ins').textContent()).toBe('final');
    await journey.page.getByRole('button', { name: english.swap }).first().click();
    await expect.poll(() => change.locator('ins').textContent()).toBe('first');
    expect(journey.complaints).toEqual([]);
  });

  test.runIf(hasProgram('qpdf') && hasProgram('pdftotext'))('is downloaded as a PDF, text and JSON', async () => {
    await open('/tools/compare-pdf');
    await compareTwo();
    await button(english.report).waitFor();
    const report = await saved(new Blob([new Uint8Array(await downloaded(english.report))]));
    check(report);
    expect(textIn(report)[0]).toContain('entirely new');
    expect((await downloaded(english.text)).toString()).toContain('[-old-] {+entirely new+}');
    expect(JSON.parse((await downloaded(english.json)).toString())).toMatchObject({ version: 1, changes: [{ kind: 'changed' }] });
    expect(journey.complaints).toEqual([]);
  });

  test('with changes is not left without asking until one of its files is downloaded', async () => {
    await open('/tools/compare-pdf');
    await compareTwo();
    await expect.poll(asksBeforeLeaving).toBe(true);
    await downloaded(english.text);
    expect(await asksBeforeLeaving()).toBe(false);
    expect(journey.complaints).toEqual([]);
  });

  test('can be cancelled and started again', async () => {
    await open('/tools/compare-pdf');
    const long = await version('old', 300);
    await add([bytes('long.pdf', long), bytes('longer.pdf', await version('new', 301))]);
    await button(english.cancel).click();
    await button(english.compare).click();
    await expect.poll(() => summary().textContent()).toContain('difference');
    // Only pages near the viewport are drawn.
    await expect.poll(() => journey.page.locator('[data-side] canvas').count()).toBeGreaterThan(0);
    expect(await journey.page.locator('[data-side] canvas').count()).toBeLessThan(40);
    expect(journey.complaints).toEqual([]);
  });
});
