/** What outlives a page: the list over a reload, engines over the loss of the network; and what comes from a link. */
import path from 'node:path';
import { conversion } from '@bakkum/i18n/strings/conversion/conversion.en';
import { describe, expect, inject, test } from 'vitest';
import { contentOf, openHydrated } from '../shared-browser.ts';
import { converterJourney, fixture } from './converter-journey.ts';

const journey = converterJourney();
const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures');

/** How many files the private disk holds for this tab: those of the list, and the list itself. */
const keptFiles = (): Promise<readonly string[]> =>
  journey.page.evaluate(async () => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('queues', { create: true });
    const names: string[] = [];
    for await (const folder of root.values())
      if (folder instanceof FileSystemDirectoryHandle) names.push(...(await Array.fromAsync(folder.keys())));
    return names;
  });

/** Returns the stored list that a later page would find. */
const keptList = (page = journey.page): Promise<string> =>
  page.evaluate(async () => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('queues', { create: true });
    for await (const folder of root.values()) {
      if (!(folder instanceof FileSystemDirectoryHandle)) continue;
      const list = await folder.getFileHandle('list.json').catch(() => undefined);
      if (list) return (await list.getFile()).text();
    }
    return '';
  });

/** Returns whether the browser would ask before it leaves the page. */
const asksBeforeLeaving = (): Promise<boolean> =>
  journey.page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

describe('a reload', () => {
  test('offers unfinished files with their settings, and results until they are downloaded', async () => {
    const { page } = journey;
    await journey.open('/converter');
    await journey.add([fixture('png.png'), fixture('bmp.bmp')]);
    await expect.poll(() => journey.rows('pending').count()).toBe(2);
    await page.getByRole('combobox', { name: 'Convert png.png to' }).click();
    await page.getByRole('option', { name: 'WebP' }).first().click();
    await expect.poll(() => keptList()).toMatch(/"png\.png"[^]*"webp"[^]*"bmp\.bmp"/);
    await page.reload();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect.poll(() => journey.rows('pending').count()).toBe(2);
    await expect.poll(() => page.getByRole('combobox', { name: 'Convert png.png to' }).inputValue()).toBe('WebP');
    expect(await asksBeforeLeaving()).toBe(false);
    await journey.convertAll();
    await expect.poll(() => journey.rows('completed').count()).toBe(2);
    expect(await asksBeforeLeaving()).toBe(true);
    await expect.poll(() => keptList()).toMatch(/"elapsedMs"[^]*"elapsedMs"/);
    await page.reload();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect.poll(() => journey.rows('completed').count()).toBe(2);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download png.webp' }).click(),
    ]);
    expect((await contentOf(download)).toString('latin1', 8, 12)).toBe('WEBP');
    expect(await asksBeforeLeaving()).toBe(true);
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download all' }).click()]);
    await expect.poll(asksBeforeLeaving).toBe(false);
    await expect.poll(async () => (await keptFiles()).includes('list.json')).toBe(false);
    await page.getByRole('button', { name: 'Clear all' }).click();
    // The list can be restored until other files are added.
    await journey.add([fixture('png.png')]);
    await expect.poll(() => keptList()).toContain('"png.png"');
    expect(await keptFiles()).toHaveLength(2);
  });

  test('deletes unfinished files that are dismissed', async () => {
    const { page } = journey;
    await journey.open('/ko/converter');
    await journey.add([fixture('png.png')]);
    // There is a file for the list before the list is in it.
    await expect.poll(() => keptList()).toContain('"png.png"');
    expect(await keptFiles()).toHaveLength(2);
    await page.reload();
    const dismiss = page.getByRole('button', { name: '지우기', exact: true });
    const [{ y: offer } = { y: 0 }, { y: zone } = { y: 0 }] = [
      await dismiss.boundingBox(),
      await page.locator('[data-drop-zone]').boundingBox(),
    ].flatMap((box) => box ?? []);
    expect(offer).toBeLessThan(zone);
    await dismiss.click();
    await expect.poll(keptFiles).toEqual([]);
    expect(await page.getByRole('button', { name: '이어서 하기' }).count()).toBe(0);
  });
});

describe('a list', () => {
  const slow = converterJourney({ serviceWorkers: 'block' });

  test('is stored even if its files are read before the code of the list is there', async () => {
    const { page } = slow;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/file-list-[^/]*\.js$/, (route) => released.then(() => route.continue()));
    await slow.open('/converter');
    await slow.add([fixture('png.png')]);
    await page.locator('[data-status=pending]').waitFor();
    release();
    await expect.poll(() => keptList(page)).toContain('"png.png"');
  });

  test('can be resumed after the converter did not load', async () => {
    const { page } = slow;
    await slow.open('/converter');
    await slow.add([fixture('png.png')]);
    await expect.poll(() => keptList(page)).toContain('"png.png"');
    await page.route(/\/conversion-core-[^/]*\.js$/, (route) => route.abort());
    await page.reload();
    const resume = page.getByRole('button', { name: 'Resume', exact: true });
    await resume.click();
    await page.getByText(conversion.leftFailed).waitFor();
    expect(await page.locator('li[data-status]').count()).toBe(0);
    await page.unrouteAll();
    await resume.click();
    await expect.poll(() => slow.rows('pending').count()).toBe(1);
    expect(await resume.count()).toBe(0);
  });
});

describe('a link', () => {
  const ELSEWHERE = 'https://files.example';

  test('adds a file from a site that allows it, while the page itself still cannot connect to other sites', async () => {
    const { page } = journey;
    journey.allow(ELSEWHERE);
    await journey.context.route(`${ELSEWHERE}/open/**`, (route) =>
      route.fulfill({ path: fixture('png.png'), headers: { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'image/png' } }),
    );
    await journey.context.route(`${ELSEWHERE}/closed/**`, (route) => route.abort());
    await journey.open('/converter');
    await page.getByRole('button', { name: 'From a link' }).click();
    const address = page.getByLabel('File URL');
    await address.fill(`${ELSEWHERE}/closed/photo.png`);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText('allow other sites to read this file').count()).toBe(1);
    await address.fill(`${ELSEWHERE}/open/photo.png`);
    await page.keyboard.press('Enter');
    await expect.poll(() => journey.rows('pending').filter({ hasText: 'photo.png' }).count()).toBe(1);
    const fromPage = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => 'reached',
          (error: unknown) => String(error),
        ),
      `${ELSEWHERE}/open/photo.png`,
    );
    expect(fromPage).toContain('TypeError');
  });

  test('without https is refused', async () => {
    const { page } = journey;
    await journey.open('/ko/converter');
    await page.getByRole('button', { name: '링크로 추가' }).click();
    await page.getByLabel('파일 주소').fill('http://files.example/photo.png');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText('https://로 시작하는 주소만').count()).toBe(1);
  });
});

test('the home page converts an image, a song and a document offline after one visit', async () => {
  await journey.open('/offline');
  for (const kind of ['Images and drawings', 'Audio', 'Documents, books and PDF'])
    await journey.page.getByRole('button', { name: `Download ${kind}` }).click();
  for (const kind of ['pictures', 'sound', 'documents'])
    await journey.page.locator(`li[data-kind=${kind}][data-kept=true]`).waitFor();
  await journey.page.locator('html[data-offline=ready]').waitFor({ state: 'attached' });
  await journey.page.close();
  await journey.context.setOffline(true);
  const page = await journey.context.newPage();
  await openHydrated(page, `${inject('baseUrl')}/`);
  await page.setInputFiles('[data-testid=files]', [
    fixture('heic.heic'),
    path.join(FIXTURES, 'media/tones.wav'),
    path.join(FIXTURES, 'documents/md.md'),
  ]);
  await expect.poll(() => page.locator('li[data-status=pending]').count()).toBe(3);
  await page.locator('section [data-next-step=convert]').click();
  await expect.poll(() => page.locator('li[data-status=completed]').count()).toBe(3);
});
