import { FILES, type FileTree, type TreeEntry } from '@bakkum/archive-tree/tree';
import { rasterOf } from '@bakkum/raster/raster';
import { convertWith } from '@bakkum/tests/engine-context';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

type Member = readonly [path: string, bytes: Uint8Array];

function bookOf(...members: readonly Member[]): FileTree {
  const entries = members.map(
    ([path, bytes]): TreeEntry => ({
      kind: 'file',
      path,
      size: bytes.length,
      open: () => new Blob([new Uint8Array(bytes)]).stream(),
    }),
  );
  return { interchange: FILES, entries, release: () => undefined };
}

const convert = (to: string, ...members: readonly Member[]) =>
  convertWith({ engine, manifest }, { input: bookOf(...members), from: FILES, to });

async function bytesOf(to: string, ...members: readonly Member[]): Promise<Uint8Array<ArrayBuffer>> {
  const { content } = (await convert(to, ...members)).outputs[0];
  return new Uint8Array(content instanceof Blob ? await content.arrayBuffer() : new ArrayBuffer(0));
}

/** Builds a JPEG frame header for a size, padded; the tests never decode pixels. */
const jpeg = (width: number, height: number): Uint8Array =>
  Uint8Array.of(
    ...[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
    ...[...new Uint8Array(20), 0xff, 0xd9],
  );

const BOOK: readonly Member[] = [
  ['b/page10.jpg', jpeg(40, 10)],
  ['b/page2.JPG', jpeg(20, 10)],
  ['b/page1.jpeg', jpeg(10, 10)],
  ['__MACOSX/b/._page1.jpeg', jpeg(90, 90)],
  [
    'ComicInfo.xml',
    strToU8(
      '<ComicInfo><Series>바다 &amp; 산</Series><Number>3</Number><Writer>Kim</Writer><Manga>YesAndRightToLeft</Manga></ComicInfo>',
    ),
  ],
];

describe('comic books', () => {
  it('become a PDF with one image per page in natural order', async () => {
    const file = new TextDecoder('latin1').decode(await bytesOf('pdf', ...BOOK));
    expect([...file.matchAll(/MediaBox \[0 0 ([\d.]+)/g)].map(([, width]) => width)).toEqual(['7.5', '15', '30']);
    expect(file).toContain('/DCTDecode');
    expect((await convert('pdf', ...BOOK)).warnings).toEqual([]);
  });

  it('become fixed-layout books with their metadata', async () => {
    const parts = unzipSync(await bytesOf('epub', ...BOOK));
    const text = (name: string): string => strFromU8(parts[`EPUB/${name}`] ?? new Uint8Array());
    expect(text('package.opf')).toContain('<dc:title>바다 &amp; 산 #3</dc:title>');
    expect(text('package.opf')).toContain('<dc:creator>Kim</dc:creator>');
    expect(text('package.opf')).toContain('page-progression-direction="rtl"');
    expect(text('package.opf')).toContain('href="page-1.jpg" media-type="image/jpeg" properties="cover-image"');
    expect(text('page-3.xhtml')).toContain('content="width=40, height=10"');
  });

  it('return their images unchanged if all have the requested format', async () => {
    const { outputs } = await convert('jpeg', ...BOOK);
    expect(outputs.map(({ label }) => label)).toEqual(['page-1', 'page-2', 'page-3']);
    expect(await bytesOf('jpeg', ...BOOK)).toEqual(jpeg(10, 10));
    await expect(convert('jpeg', ...BOOK, ['b/x.png', strToU8('other')])).rejects.toMatchObject({ code: 'unsupported-feature' });
  });

  it('are decoded for other image formats', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC',
      'base64',
    );
    const raster = rasterOf((await convert('raster', ['1.png', png])).outputs[0].content);
    for await (const frame of raster.frames())
      expect(await frame.pixels()).toEqual({ depth: 8, width: 1, height: 1, data: Uint8ClampedArray.of(0, 0, 255, 255) });
    expect(raster.frameCount).toBe(1);
  });

  it('report skipped pages, and are refused if all pages are skipped', async () => {
    const other = strToU8('RIFF');
    expect((await convert('pdf', ['1.jpg', jpeg(10, 10)], ['2.webp', other])).warnings).toEqual([{ code: 'pages-dropped' }]);
    expect((await convert('epub', ['1.jpg', jpeg(10, 10)], ['2.webp', other])).warnings).toEqual([{ code: 'pages-dropped' }]);
    await expect(convert('pdf', ['2.webp', other])).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(convert('epub', ['2.webp', other])).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(convert('pdf', ['a.txt', strToU8('a')])).rejects.toMatchObject({ code: 'unsupported-feature' });
  });
});
