import type { Locator } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { hasProgram } from '../../native.ts';
import { removeFiles, saved } from '../../pdf/judged-files.ts';
import { madeFile } from '../../pdf/made-documents.ts';
import { contentOf } from '../shared-browser.ts';
import { bytes, converterJourney } from './converter-journey.ts';

/** The programs that judge the results. */
export const HAS_JUDGES = hasProgram('qpdf') && hasProgram('pdftotext');

/** A journey through the tools that arrange the pages of a PDF. */
export function pageJourney() {
  const journey = converterJourney();
  afterAll(removeFiles);
  const pages = (): Locator => journey.page.locator('[data-solo] [role=grid] [role=row]');
  return {
    journey,
    button: (name: string) => journey.page.getByRole('button', { name, exact: true }),
    pages,
    key: (name: string) => journey.page.keyboard.press(name),
    async addPages(count: number): Promise<void> {
      const file = await madeFile('page', count);
      await journey.add([bytes('pages.pdf', Buffer.from(await file.arrayBuffer()))]);
      await pages().first().waitFor();
    },
    /** Converts and downloads the result. */
    async result(): Promise<string> {
      await journey.convertAll();
      await expect.poll(() => journey.rows('completed').count()).toBe(1);
      const [download] = await Promise.all([
        journey.page.waitForEvent('download'),
        journey.page.locator('section [data-next-step=download]').click(),
      ]);
      return saved(new Blob([new Uint8Array(await contentOf(download))]));
    },
  };
}
