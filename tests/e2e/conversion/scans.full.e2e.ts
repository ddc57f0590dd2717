/** A scanned PDF: it is announced before it is converted, and becomes searchable with one click. */
import { afterAll, describe, expect, test } from 'vitest';
import { hasProgram } from '../../native.ts';
import { removeFiles, saved, textIn } from '../../pdf/judged-files.ts';
import { scannedLines, scannedPdf } from '../../scanned-page.ts';
import { contentOf } from '../shared-browser.ts';
import { bytes, converterJourney, prefixes, WORDS } from './converter-journey.ts';

afterAll(removeFiles);

const journey = converterJourney();
const { open, add, rows } = journey;
const scan = async () => bytes('scan.pdf', Buffer.from(await scannedPdf(scannedLines()).arrayBuffer()));

describe.each(prefixes())('a scanned PDF at "%s"', (locale) => {
  const { words, warnings } = WORDS[locale];

  test.skipIf(!hasProgram('pdftotext'))('becomes searchable on the page of the tool', async () => {
    await open(`${locale}/tools/ocr-pdf`);
    await add([await scan()]);
    const { page } = journey;
    await page.getByText(words.scan_on).waitFor();
    await journey.convertAll();
    await rows('completed').waitFor();
    expect(await rows('completed').innerText()).toContain(warnings['text-recognized'].replace('{count}', '1'));
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('section [data-next-step=download]').click()]);
    expect(textIn(await saved(new Blob([new Uint8Array(await contentOf(file))])))[0]).toContain('national holidays');
  });

  test('is announced with the choice to recognize all pages before it becomes a document', async () => {
    await open(`${locale}/converter`);
    await add([await scan()]);
    const { page } = journey;
    await page.getByText(words.scan_auto).waitFor();
    await page.getByRole('button', { name: words.recognizeAll }).click();
    await expect.poll(() => page.getByText(words.scan_on).count()).toBe(1);
  });
});
