import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { publicFormats } from '@bakkum/registry/catalogue';
import { pairOfSlug } from '@bakkum/registry/offered-pairs';
import { parse } from 'parse5';
import { describe, expect, inject, test } from 'vitest';
import { judgeFile } from '../../matrix/judges/judges.ts';
import { converterJourney, fixture } from './converter-journey.ts';

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

describe('popular pair pages', () => {
  test('include at least 400 pairs per language in the sitemap', async () => {
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

  test('are valid HTML with canonical and alternate links and structured data', async () => {
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

  test('have their own preview image for sharing', async () => {
    for (const page of ['/convert/heic-to-jpg', '/ko/convert/heic-to-jpg', '/formats/hwp', '/ko/formats/hwp']) {
      const address = /<meta property="og:image" content="([^"]*)"/.exec(await text(page))?.[1] ?? '';
      const picture = await get(new URL(address).pathname);
      expect(picture.headers.get('Content-Type'), `of ${page}`).toBe('image/png');
      const png = Buffer.from(await picture.arrayBuffer());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    }
    expect((await get('/og/en/mp3-to-docx.png')).status).toBe(404);
    expect((await get('/og/xx/heic-to-jpg.png')).status).toBe(404);
  });

  test('have one address each; unsupported pairs return 404 and suggest the closest one', async () => {
    expect((await get('/convert/jpeg-to-png')).headers.get('Location')).toBe('/convert/jpg-to-png');
    expect((await get('/ko/convert/tif-to-jpeg')).headers.get('Location')).toBe('/ko/convert/tiff-to-jpg');
    expect((await get('/pdf-to-docx')).headers.get('Location')).toBe('/convert/pdf-to-docx');
    const missing = await get('/convert/mp3-to-docx');
    expect(missing.status).toBe(404);
    expect(/Can’t convert MP3 to DOCX[^]*\/convert\/mp3-to-wav/.test(await missing.text())).toBe(true);
    expect((await get('/ko/convert/nonsense')).status).toBe(404);
    expect((await get('/formats/nonsense')).status).toBe(404);
  });
});

/** A pair of every family. */
const PAIRS = [
  ['png-to-jpg', 'images/png.png'],
  ['svg-to-png', 'images/svg.svg'],
  ['srt-to-vtt', 'subtitles/srt.srt'],
  ['csv-to-json', 'data/csv.csv'],
  ['yaml-to-json', 'data/yaml.yaml'],
  ['zip-to-tgz', 'archives/tree.zip'],
  ['deb-to-zip', 'archives/tree.deb'],
  ['ttf-to-woff', 'fonts/ttf.ttf'],
  ['gpx-to-kml', 'geo/gpx.gpx'],
  ['wav-to-mp3', 'media/tones.wav'],
  ['mp4-to-webm', 'media/clip.mp4'],
  ['md-to-html', 'documents/md.md'],
  ['key-to-pdf', 'documents/key.key'],
  ['epub-to-txt', 'documents/epub.epub'],
  ['glb-to-stl', 'models/glb.glb'],
] as const;

describe('the page of a pair', () => {
  test.each(['', '/ko'])('has no accessibility violations at "%s"', async (locale) => {
    for (const address of [
      '/convert/heic-to-jpg',
      '/formats',
      '/formats/hwp',
      '/home1',
      '/home2',
      '/offline',
      '/convert/mp3-to-docx',
    ]) {
      await journey.open(locale + address);
      const { violations } = await new AxeBuilder({ page: journey.page }).analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
        `of ${address}`,
      ).toEqual([]);
    }
  });
});

test('formats can be searched by name and extension, and filtered', async () => {
  await journey.open('/formats');
  const { page } = journey;
  await page.getByRole('searchbox').fill('.hwp');
  await expect.poll(() => page.getByRole('link', { name: 'HWP', exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'Audio' }).click();
  await expect.poll(() => page.getByText('No matching formats').count()).toBe(1);
});

test('the quick screen explains its choice, converts with one click and shows the duration', async () => {
  await journey.open('/home1');
  const { page } = journey;
  await journey.add([fixture('heic.heic'), fixture('bmp.bmp')]);
  await expect.poll(() => page.getByText('We chose JPG because more programs can open it than HEIC.').count()).toBe(1);
  expect(await page.getByRole('heading', { name: 'Ready for Quick Conversion (2 files)' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Quick Convert All' }).click();
  await expect.poll(() => journey.rows('completed').count()).toBe(2);
  expect(await page.locator('dl').first().textContent()).toMatch(/\d sec|\d\.\d/);
});

describe('the batch screen', () => {
  test('keeps settings chosen in quick succession', async () => {
    await journey.open('/home2');
    const { page } = journey;
    const selects = page.locator('section[aria-labelledby=batch-settings] select');
    await expect.poll(() => selects.count()).toBe(4);
    await selects.evaluateAll((all) => {
      for (const [at, value] of ['pdf', 'low', 'maximum'].entries()) {
        const select = all[at] as HTMLSelectElement;
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
    await expect.poll(() => new URL(page.url()).search).toBe('?outputFormat=pdf&quality=low&compression=maximum');
    expect(await selects.evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value))).toEqual([
      'pdf',
      'low',
      'maximum',
      'original',
    ]);
  });

  test('works with the keyboard alone', async () => {
    await journey.open('/home2');
    const { page } = journey;
    await journey.add([fixture('png.png'), fixture('bmp.bmp')]);
    await expect.poll(() => journey.rows('pending').count()).toBe(2);
    await page.getByLabel('Output format').focus();
    await page.keyboard.press('j'); // the choice that begins with it
    await expect.poll(() => page.url()).toContain('outputFormat=jpg');
    await page.getByRole('button', { name: 'Convert All' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => journey.rows('completed').count()).toBe(2);
  });
});

test('conversions continue on other pages and show their progress there', async () => {
  await journey.open('/converter');
  const { page } = journey;
  await journey.add([fixture('png.png')]);
  await expect.poll(() => journey.rows('pending').count()).toBe(1);
  await journey.convertAll();
  await page.getByRole('link', { name: 'Formats' }).first().click();
  await expect.poll(() => page.getByRole('complementary', { name: 'Your files' }).textContent()).toContain('1 of 1');
  await page.getByRole('link', { name: 'Go to files' }).click();
  await expect.poll(() => journey.rows('completed').count()).toBe(1);
});

test.each(PAIRS)('%s converts a real file, and another program opens the result', async (slug, source) => {
  await journey.open(`/convert/${slug}`);
  await journey.add([file(source)]);
  const row = journey.page.locator('li[data-status]');
  await expect.poll(() => row.getAttribute('data-status')).toBe('pending');
  await journey.convertAll();
  await expect.poll(() => journey.rows('completed').count()).toBe(1);
  const [download] = await Promise.all([
    journey.page.waitForEvent('download'),
    journey.page.getByRole('button', { name: /^Download / }).click(),
  ]);
  const to = pairOfSlug(slug)?.to ?? '';
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-pairs-'));
  try {
    const result = path.join(folder, download.suggestedFilename());
    await download.saveAs(result);
    const blob = await openAsBlob(result);
    expect(detectFormat({ ...(await readHead(blob)), name: result }, publicFormats()).format?.id).toBe(to);
    const { judge, verdict } = await judgeFile(result, to, file(source));
    expect(verdict, `by ${judge}`).not.toBe('invalid'); // a program that is not installed says nothing
  } finally {
    await rm(folder, { recursive: true });
  }
});
