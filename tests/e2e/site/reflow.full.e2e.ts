/** Pages on the narrowest screens: WCAG 2.2, criterion 1.4.10 (reflow) requires 320 CSS pixels. */
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
const openContext = sharedBrowser();

it.each(['', '/ko'])('fit 320 pixels without horizontal scrolling at "%s"', async (prefix) => {
  const context = await openContext({ viewport: { width: 320, height: 700 } });
  try {
    const page = await context.newPage();
    const wide: string[] = [];
    for (const path of PATHS) {
      await openHydrated(page, inject('baseUrl') + prefix + path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
  } finally {
    await context.close();
  }
});
