/** What pages of pairs, the FAQ and the help say about working offline, in a browser that never visited the site. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { converterJourney } from './converter-journey.ts';

const journey = converterJourney();
const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures');

async function openReadyForOffline(address: string): Promise<void> {
  await journey.page.addInitScript(() => {
    navigator.serviceWorker.addEventListener('message', (event) => {
      if (event.data?.type === 'offline-ready') document.documentElement.dataset['offlineReady'] = 'true';
    });
  });
  await journey.open(address);
  await journey.page.waitForSelector('html[data-offline-ready=true]', { state: 'attached' });
}

async function convertOne(file: string): Promise<void> {
  await journey.add([path.join(FIXTURES, file)]);
  await journey.convertAll();
}

test.each([
  ['/convert/wav-to-mp3', 'media/tones.wav'],
  ['/convert/mp4-to-avi', 'media/clip.mp4'],
  ['/convert/pdf-to-txt', 'documents/pdf.pdf'],
])('%s converts offline after its first file, also after a reload', async (address, file) => {
  await openReadyForOffline(address);
  await convertOne(file);
  await expect.poll(() => journey.rows('completed').count()).toBe(1);
  await journey.context.setOffline(true);
  await convertOne(file);
  await expect.poll(() => journey.rows('completed').count()).toBe(2);
  await journey.page.reload();
  await convertOne(file);
  await expect.poll(() => journey.rows('completed').count()).toBe(1);
});

test('images convert offline before any other file was converted', async () => {
  await openReadyForOffline('/convert/png-to-jpg');
  await journey.context.setOffline(true);
  await convertOne('images/png.png');
  await expect.poll(() => journey.rows('completed').count()).toBe(1);
});

test('reports offline that a converter has not been stored', async () => {
  await openReadyForOffline('/convert/wav-to-mp3');
  await journey.context.setOffline(true);
  await convertOne('media/tones.wav');
  await expect.poll(() => journey.rows('error').count()).toBe(1);
  expect(await journey.rows('error').textContent()).toContain('A part of the converter couldn’t be loaded.');
});
