import { AxeBuilder } from '@axe-core/playwright';
import { parse } from 'parse5';
import { describe, expect, inject, test } from 'vitest';
import { converterJourney, fixture, PATIENCE } from './converter-journey.ts';

const journey = converterJourney();

const get = (path: string): Promise<Response> => fetch(inject('baseUrl') + path, { redirect: 'manual' });
const text = async (path: string): Promise<string> => (await get(path)).text();
const file = (path: string): string => fixture(`../${path}`);

/** Addresses of a part of the sitemap, without the host. */
async function pathsOf(part: string): Promise<readonly string[]> {
  const xml = await text(`/sitemaps/${part}.xml`);
  return [...xml.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/');
}

/** Every so many of them, so that all kinds are met. */
function sampleOf<T>(all: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % step === 0).slice(0, count);
}

/** Path of the link in the head that has this attribute. */
function linked(html: string, attribute: string): string | undefined {
  const address = new RegExp(`<link [^>]*${attribute}[^>]*? href="([^"]*)"`).exec(html)?.[1];
  return address === undefined ? undefined : new URL(address).pathname;
}

describe('the pages that are looked for', () => {
  test('are in the sitemap, at least four hundred pairs in both languages', async () => {
    expect(await text('/sitemap.xml')).toMatch(
      /<sitemapindex[^]*sitemaps\/pages\.xml[^]*sitemaps\/formats\.xml[^]*sitemaps\/convert\.xml/,
    );
    const pairs = await pathsOf('convert');
    expect(pairs.filter((path) => path.startsWith('/ko/')).length).toBeGreaterThanOrEqual(400);
    expect(pairs.length).toBe(2 * pairs.filter((path) => path.startsWith('/ko/')).length);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect((await pathsOf('formats')).length).toBeGreaterThan(200);
    expect((await get('/sitemaps/nothing.xml')).status).toBe(404);
  });

  test('are valid HTML, name themselves and both languages, and read by machines', async () => {
    const sample = sampleOf([...(await pathsOf('convert')), ...(await pathsOf('formats'))], 40);
    for (const path of sample) {
      const response = await get(path);
      const html = await response.text();
      expect(response.status, `of ${path}`).toBe(200);
      const complaints: string[] = [];
      parse(html, { onParseError: ({ code }) => complaints.push(code) });
      expect(complaints, `in ${path}`).toEqual([]);
      const bare = path.replace(/^\/ko/, '');
      expect(linked(html, 'rel="canonical"'), `canonical of ${path}`).toBe(path);
      expect(linked(html, 'hrefLang="en"'), `English of ${path}`).toBe(bare);
      expect(linked(html, 'hrefLang="ko"'), `Korean of ${path}`).toBe(`/ko${bare}`);
      for (const [, data = ''] of html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g))
        expect(JSON.parse(data)).toHaveProperty('@type');
    }
  });

  test('have one address each; what does not work answers 404 with the nearest that does', async () => {
    expect((await get('/convert/jpeg-to-png')).headers.get('Location')).toBe('/convert/jpg-to-png');
    expect((await get('/ko/convert/tif-to-jpeg')).headers.get('Location')).toBe('/ko/convert/tiff-to-jpg');
    expect((await get('/pdf-to-docx')).headers.get('Location')).toBe('/convert/pdf-to-docx');
    const missing = await get('/convert/mp3-to-docx');
    expect(missing.status).toBe(404);
    expect(/No way from MP3 to DOCX[^]*\/convert\/mp3-to-wav/.test(await missing.text())).toBe(true);
    expect((await get('/ko/convert/nonsense')).status).toBe(404);
    expect((await get('/formats/nonsense')).status).toBe(404);
  });
});

/** A pair of every family, and what its first bytes are. */
const PAIRS = [
  ['png-to-jpg', 'images/png.png', 'ffd8ff'],
  ['svg-to-png', 'images/svg.svg', '89504e47'],
  ['srt-to-vtt', 'subtitles/srt.srt', '574542565454'],
  ['csv-to-json', 'data/csv.csv', '5b'],
  ['yaml-to-json', 'data/yaml.yaml', '7b'],
  ['zip-to-tgz', 'archives/tree.zip', '1f8b'],
  ['ttf-to-woff', 'fonts/ttf.ttf', '774f4646'],
  ['gpx-to-kml', 'geo/gpx.gpx', '3c3f786d6c'],
  ['wav-to-mp3', 'media/tones.wav', ''],
  ['mp4-to-webm', 'media/clip.mp4', '1a45dfa3'],
  ['md-to-html', 'documents/md.md', ''],
  ['epub-to-txt', 'documents/epub.epub', ''],
] as const;

describe('the page of a pair', () => {
  test('has its target chosen, converts a file and counts it', async () => {
    await journey.open('/convert/png-to-jpg');
    await journey.add([file('images/png.png')]);
    const row = journey.page.locator('li[data-status]');
    await expect.poll(() => row.getAttribute('data-status'), PATIENCE).toBe('pending');
    await row.getByRole('button', { name: 'Convert', exact: true }).click();
    await expect.poll(() => journey.rows('completed').count(), PATIENCE).toBe(1);
    await expect.poll(() => journey.page.getByTestId('done-count').textContent(), PATIENCE).toContain('1 file converted');
    await expect.poll(() => row.getByRole('combobox').inputValue(), PATIENCE).toBe('JPEG');
  });

  test.each(['', '/ko'])('has nothing against it for assistive technology at "%s"', async (locale) => {
    for (const path of ['/convert/heic-to-jpg', '/formats', '/formats/hwp', '/home1', '/home2', '/convert/mp3-to-docx']) {
      await journey.open(locale + path);
      const { violations } = await new AxeBuilder({ page: journey.page }).analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
        `of ${path}`,
      ).toEqual([]);
    }
  });
});

test('formats are found by name and ending, and filtered', async () => {
  await journey.open('/formats');
  const { page } = journey;
  await page.getByRole('searchbox').fill('.hwp');
  await expect.poll(() => page.getByRole('link', { name: 'HWP', exact: true }).count(), PATIENCE).toBe(1);
  await page.getByRole('button', { name: 'Audio' }).click();
  await expect.poll(() => page.getByText('No format matches').count(), PATIENCE).toBe(1);
});

test('the quick screen says why it chose, converts at one click and tells how long it took', async () => {
  await journey.open('/home1');
  const { page } = journey;
  await journey.add([fixture('heic.heic'), fixture('bmp.bmp')]);
  await expect.poll(() => page.getByText('JPEG, because it opens everywhere and HEIC does not.').count(), PATIENCE).toBe(1);
  expect(await page.getByRole('heading', { name: 'Ready for Quick Conversion (2 files)' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Quick Convert All' }).click();
  await expect.poll(() => journey.rows('completed').count(), PATIENCE).toBe(2);
  expect(await page.locator('dl').first().textContent()).toMatch(/\d sec|\d\.\d/);
});

describe('the batch screen', () => {
  test('applies its settings to all, keeps what was chosen for one, and counts', async () => {
    await journey.open('/home2?outputFormat=jpg&naming=sequential&text=scan-');
    const { page } = journey;
    await journey.add([fixture('png.png'), fixture('webp.webp'), fixture('bmp.bmp')]);
    await expect.poll(() => journey.rows('pending').count(), PATIENCE).toBe(3);
    const targets = page.locator('li[data-status] [role=combobox]');
    await expect
      .poll(async () => Promise.all((await targets.all()).map((target) => target.inputValue())), PATIENCE)
      .toEqual(['JPEG', 'JPEG', 'JPEG']);
    expect(await page.getByTestId('batch-pending').textContent()).toBe('3');
    await page.getByRole('button', { name: 'Convert All' }).click();
    await expect.poll(() => page.getByTestId('batch-completed').textContent(), PATIENCE).toBe('3');
    expect(await page.getByRole('button', { name: /Download scan-00[123]\.jpg/ }).count()).toBe(3);
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0);
  });

  test('is done by the keyboard alone', async () => {
    await journey.open('/home2');
    const { page } = journey;
    await journey.add([fixture('png.png'), fixture('bmp.bmp')]);
    await expect.poll(() => journey.rows('pending').count(), PATIENCE).toBe(2);
    await page.getByLabel('Output format').focus();
    await page.keyboard.press('j'); // the choice that begins with it
    await expect.poll(() => page.url(), PATIENCE).toContain('outputFormat=jpg');
    await page.getByRole('button', { name: 'Convert All' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => journey.rows('completed').count(), PATIENCE).toBe(2);
  });
});

test('work goes on while one looks at another page, and is told there', async () => {
  await journey.open('/converter');
  const { page } = journey;
  await journey.add([fixture('png.png')]);
  await expect.poll(() => journey.rows('pending').count(), PATIENCE).toBe(1);
  await page.getByRole('button', { name: 'Convert all' }).click();
  await page.getByRole('link', { name: 'Formats' }).first().click();
  await expect.poll(() => page.getByRole('complementary', { name: 'Your files' }).textContent(), PATIENCE).toContain('1 of 1');
  await page.getByRole('link', { name: 'To the files' }).click();
  await expect.poll(() => journey.rows('completed').count(), PATIENCE).toBe(1);
});

test.each(PAIRS)('%s converts a real file', async (pair, source, begin) => {
  await journey.open(`/convert/${pair}`);
  await journey.add([file(source)]);
  const row = journey.page.locator('li[data-status]');
  await expect.poll(() => row.getAttribute('data-status'), PATIENCE).toBe('pending');
  await row.getByRole('button', { name: 'Convert', exact: true }).click();
  await expect.poll(() => journey.rows('completed').count(), PATIENCE).toBe(1);
  const [download] = await Promise.all([
    journey.page.waitForEvent('download'),
    row.getByRole('button', { name: /^Download / }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
  const bytes = Buffer.concat(chunks);
  expect(bytes.length).toBeGreaterThan(0);
  expect(bytes.toString('hex', 0, 12)).toMatch(new RegExp(`^${begin}`));
});
