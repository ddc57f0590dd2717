/** A file that leaves the device: sent, converted on the server, shared, kept through a reload, taken back. */
import { describe, expect, inject, it } from 'vitest';
import { isAccessible, siteJourney } from '../site-journey.ts';
import { addDrawing, WORDS } from './cloud-pages.ts';

const journey = siteJourney();
const { open, visit } = journey;

describe.each(inject('languages'))('in %s', (locale) => {
  const { cloud, share } = WORDS[locale];

  it('a file is uploaded on request, shared by link, restored after a reload, and deleted', async () => {
    const page = await open(locale, 360);
    const uploads: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && uploads.push(new URL(request.url()).pathname));
    await addDrawing(journey, page, locale);
    await isAccessible(page);
    expect(uploads.filter((path) => path.startsWith('/api/v1'))).toEqual([]);
    await page.getByRole('button', { name: cloud.process }).click();
    const done = page.locator('li[data-status=completed]').first();
    await done.waitFor();
    await done.getByRole('button', { name: cloud.shareMake }).click();
    const link = (await page.getByTestId('share').textContent()) ?? '';
    await isAccessible(page);
    const [file] = await Promise.all([page.waitForEvent('download'), done.getByRole('link', { name: cloud.download }).click()]);
    expect(file.suggestedFilename()).toBe('drawing.png');

    await page.goto(link);
    await page.getByText('drawing.png').waitFor();
    await isAccessible(page);
    await visit(page, locale, '/home3');
    await done.getByRole('button', { name: cloud.shareRevoke }).click();
    await done.getByRole('button', { name: cloud.shareMake }).waitFor();
    await page.goto(link);
    await page.getByText(share.revoked).waitFor();

    await visit(page, locale, '/home3');
    await done.getByRole('button', { name: cloud.deleteNow.replace('{name}', 'drawing.svg') }).click();
    await page.getByText(cloud.empty).waitFor();
    expect(journey.complaints).toEqual([]);
  });
});
