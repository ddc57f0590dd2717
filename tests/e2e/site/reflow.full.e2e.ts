/** Pages scroll in one direction only. WCAG 2.2, criterion 1.4.10 (reflow) requires it from 320 CSS pixels. */
import { BUILT_PAGES } from '@bakkum/site/pages';
import { expect, inject, it } from 'vitest';
import { openHydrated, sharedBrowser } from '../shared-browser.ts';

/** Every page of its own, and one of each kind that is generated. */
const PATHS = [
  ...BUILT_PAGES.map(({ path }) => path),
  '/convert/heic-to-jpg',
  '/tools/compress-pdf',
  '/tools/compare-pdf',
  '/formats/heic',
  '/articles/heic-photos',
  '/no-such-page',
];
/** Phone, tablet and desktop, in CSS pixels. */
const WIDTHS = [320, 768, 1280];
const openContext = sharedBrowser();

it.each(['', '/ko'])('fit phones, tablets and desktops without horizontal scrolling at "%s"', async (prefix) => {
  const context = await openContext();
  try {
    const page = await context.newPage();
    const wide: string[] = [];
    for (const path of PATHS) {
      await openHydrated(page, inject('baseUrl') + prefix + path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        if (needed > width) wide.push(`${path}: ${needed} > ${width}`);
      }
    }
    expect(wide).toEqual([]);
  } finally {
    await context.close();
  }
});
