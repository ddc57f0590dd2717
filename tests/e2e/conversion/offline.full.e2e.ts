/** What pages of pairs, the FAQ and the help say about working offline, in a browser that never visited the site. */
import path from 'node:path';
import { cloud } from '@bakkum/i18n/strings/cloud/cloud.en';
import { conversion } from '@bakkum/i18n/strings/conversion/conversion.en';
import { articles } from '@bakkum/i18n/strings/site/articles.en';
import { notStored as english } from '@bakkum/i18n/strings/site/not-stored.en';
import { notStored as korean } from '@bakkum/i18n/strings/site/not-stored.ko';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openHydrated, untilHydrated } from '../shared-browser.ts';
import { converterJourney } from './converter-journey.ts';
import { startStallingProxy } from './stalling-proxy.ts';

const journey = converterJourney();
const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures');

async function openReadyForOffline(address: string, origin = inject('baseUrl')): Promise<void> {
  await journey.page.addInitScript(() => {
    navigator.serviceWorker.addEventListener('message', (event) => {
      if (event.data?.type === 'offline-ready') document.documentElement.dataset['offlineReady'] = 'true';
    });
  });
  await openHydrated(journey.page, `${origin}${address}`);
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
  ['/convert/html-to-pdf', 'documents/html.html'],
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
  expect(await journey.rows('error').textContent()).toContain('Part of the converter couldn’t be loaded.');
});

test('shows a chip while there is no connection', async () => {
  const { page, context } = journey;
  await journey.open('/faq');
  const chip = page.getByTestId('offline-chip').getByRole('link');
  expect(await chip.count()).toBe(0);
  await context.setOffline(true);
  await chip.waitFor();
  await context.setOffline(false);
  await chip.waitFor({ state: 'hidden' });
});

test.each([
  ['', english],
  ['/ko', korean],
] as const)('a page that is not stored says so at its own address, from "%s"', async (prefix, words) => {
  const { page, context } = journey;
  await openReadyForOffline(`${prefix}/converter`);
  await context.setOffline(true);
  const address = `${inject('baseUrl')}${prefix}/articles/any`;
  await page.goto(address);
  await page.getByText(words.body).waitFor();
  expect(page.url()).toBe(address);
  await page.getByRole('link', { name: words.converter, exact: true }).click();
  await page.waitForURL(`${inject('baseUrl')}${prefix}/converter`, { waitUntil: 'commit' });
  await untilHydrated(page);
});

test('shows a stored page if the server does not answer', async () => {
  const { page } = journey;
  const proxy = await startStallingProxy(inject('baseUrl'));
  onTestFinished(() => proxy.close());
  journey.allow(proxy.origin);
  await openReadyForOffline('/converter', proxy.origin);
  proxy.stall();
  await page.goto(`${proxy.origin}/home2`);
  await untilHydrated(page);
  await page.locator('footer a[href="/faq"]').click();
  await page.locator('h1', { hasText: articles.faqTitle }).waitFor();
  expect(page.url()).toBe(`${proxy.origin}/faq`);
});

test('a link to a page that is not stored leads to the same page', async () => {
  const { page, context } = journey;
  await openReadyForOffline('/faq');
  await context.setOffline(true);
  await page.locator('footer a[href="/convert/pdf-to-docx"]').click();
  await page.getByText(english.body).waitFor();
  expect(page.url()).toBe(`${inject('baseUrl')}/convert/pdf-to-docx`);
});

test('marks targets that need a connection, and suggests one that does not', async () => {
  const { page, context } = journey;
  await openReadyForOffline('/converter');
  await context.setOffline(true);
  await journey.add(['images/png.png', 'media/tones.wav'].map((file) => path.join(FIXTURES, file)));
  await page.getByText(conversion.offlineTarget.replace('{format}', 'MP3')).waitFor();
  expect(await page.getByText(conversion.offlineTarget.slice(0, 20)).count()).toBe(1);
  await page.getByRole('combobox', { name: conversion.convertToFor.replace('{name}', 'tones.wav') }).click();
  await page.getByRole('option', { name: 'FLAC' }).getByText(conversion.needsConnection).waitFor();
});

test('keeps a converter for offline use before its first file', async () => {
  const { page, context } = journey;
  await openReadyForOffline('/convert/mp4-to-avi');
  await journey.add([path.join(FIXTURES, 'media/clip.mp4')]);
  await page.getByRole('button', { name: conversion.keepOffline }).click();
  await page.getByText(conversion.keptOffline).waitFor();
  await context.setOffline(true);
  await page.getByText(conversion.keptOffline).waitFor({ state: 'hidden' });
  expect(await page.getByText(conversion.offlineTarget.slice(0, 20)).count()).toBe(0);
  await journey.convertAll();
  await expect.poll(() => journey.rows('completed').count()).toBe(1);
});

test('the cloud page says offline that it needs a connection', async () => {
  const { page, context } = journey;
  await openReadyForOffline('/home3');
  await page.getByTestId('cloud-wait').filter({ hasNotText: cloud.wait_unknown }).waitFor();
  await journey.add([path.join(FIXTURES, 'images/png.png')]);
  const start = page.getByRole('button', { name: cloud.process });
  await expect.poll(() => start.isEnabled()).toBe(true);
  await context.setOffline(true);
  await page.getByText(cloud.offline, { exact: true }).waitFor();
  await expect.poll(() => start.isEnabled()).toBe(false);
  await context.setOffline(false);
  await expect.poll(() => start.isEnabled()).toBe(true);
});
