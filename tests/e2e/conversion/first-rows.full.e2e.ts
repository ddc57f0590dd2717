/** The first moment after files are added, on a slow connection. */
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { converterJourney, fixture } from './converter-journey.ts';

const journey = converterJourney({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } });
const names = ['webp.webp', 'heic.heic', 'psd.psd'];

/** Holds back the scripts with a name until the returned function is called. */
async function holdScripts(name: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHolding = true;
  await journey.page.route(name, (route) => {
    if (isHolding) held.push(route);
    else void route.continue();
  });
  return async () => {
    isHolding = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

const boxes = () =>
  journey.page.locator('li[data-status]').evaluateAll((rows) =>
    rows.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return [Math.round(top), Math.round(height)] as const;
    }),
  );

test.each([['file-list'], ['conversion-core']])(
  'rows show names and sizes before %s is loaded, and then stay in place',
  async (script) => {
    const release = await holdScripts(new RegExp(`/${script}-[^/]*\\.js$`));
    await journey.open('/converter');
    await journey.add(names.map(fixture));
    const rows = journey.page.locator('li[data-status]');
    await expect.poll(() => rows.count()).toBe(names.length);
    const texts = await rows.allInnerTexts();
    for (const [place, name] of names.entries()) {
      expect(texts[place]).toContain(name);
      expect(texts[place]).toMatch(/\d+(\.\d+)?\s(bytes|kB|MB)/);
    }
    // Files are read meanwhile.
    if (script === 'file-list') await expect.poll(() => journey.rows('pending').count()).toBe(names.length);
    const before = await boxes();
    await release();
    await expect.poll(() => journey.rows('pending').count()).toBe(names.length);
    await expect.poll(() => journey.pickers('pending').count()).toBe(names.length);
    expect(await boxes()).toEqual(before);
  },
);
