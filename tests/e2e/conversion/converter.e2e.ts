/** Pictures converted in the browser, and without a network. */
import { describe, expect, test } from 'vitest';
import { converterJourney, fixture, prefixes } from './converter-journey.ts';

const journey = converterJourney();
const { open, add, rows } = journey;

describe.each(prefixes())('the converter at "%s"', (locale) => {
  test('converts files of different types without browser errors', async () => {
    await open(`${locale}/converter`);
    await add(['jpeg.jpg', 'png.png', 'webp.webp', 'heic.heic', 'psd.psd', 'bmp.bmp'].map(fixture));
    await journey.convertAll();
    await expect.poll(() => rows('completed').count()).toBe(6);
    expect(journey.complaints).toEqual([]);
  });

  test('converts images offline once loaded', async () => {
    await journey.page.addInitScript(() => {
      navigator.serviceWorker.addEventListener('message', (event) => {
        if (event.data?.type === 'offline-ready') document.documentElement.dataset['offlineReady'] = 'true';
      });
    });
    await open(`${locale}/converter`);
    await journey.page.waitForSelector('html[data-offline-ready=true]', { state: 'attached' });
    await journey.context.setOffline(true);
    await add([fixture('jpeg.jpg'), fixture('webp.webp')]);
    await journey.convertAll();
    await expect.poll(() => rows('completed').count()).toBe(2);
  });
});
