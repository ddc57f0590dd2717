import { type GreyImage, rotated, turned } from '@bakkum/document-recognition/grey-image';
import { stillRaster } from '@bakkum/raster/construct';
import type { Raster } from '@bakkum/raster/raster';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { convertWith } from '../../tests/engine-context.ts';
import { SCAN_DPI, scannedPage } from '../../tests/scanned-page.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

function rasterFrom({ width, height, data }: GreyImage): Raster {
  const pixels = new Uint8ClampedArray(data.length * 4);
  for (const [at, value] of data.entries()) pixels.set([value, value, value, 255], at * 4);
  return stillRaster({ depth: 8, width, height, data: pixels }, { width, height, dpi: SCAN_DPI, mayHaveAlpha: false });
}

async function recognized(page: GreyImage, to: string, options = {}, signal?: AbortSignal) {
  const job = { input: rasterFrom(page), from: 'raster', to, options };
  const { outputs, warnings } = await convertWith({ engine, manifest }, job, signal);
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('no file');
  return { content, warnings };
}

const blank = (): GreyImage => ({ width: 400, height: 300, data: new Uint8Array(400 * 300).fill(255) });

describe('text recognition', () => {
  it('reads English and Korean on the same page as paragraphs', async () => {
    const { content } = await recognized(scannedPage(), 'txt');
    const text = await content.text();
    expect(text).toContain('도서관 이용 안내 Library guide');
    expect(text).toContain('except on national holidays. Readers may borrow up to seven books');
    expect(text).toContain('한 번 연장할 수 있습니다.');
  });

  it('straightens a page that is upside down and slanted', async () => {
    const { content } = await recognized(rotated(turned(scannedPage(), 2), 2), 'txt');
    expect(await content.text()).toContain('except on national holidays');
  });

  it('reads bright letters on a dark page', async () => {
    const { width, height, data } = scannedPage();
    const { content } = await recognized({ width, height, data: data.map((value) => 255 - value) }, 'txt');
    expect(await content.text()).toContain('except on national holidays');
  });

  it('reads a page full of specks', async () => {
    const { width, height, data } = scannedPage();
    const specked = data.slice();
    // A prime step spreads single black and white pixels evenly.
    for (let at = 0; at < specked.length; at += 97) specked[at] = at % 2 === 0 ? 0 : 255;
    const { content } = await recognized({ width, height, data: specked }, 'txt');
    expect(await content.text()).toContain('except on national holidays');
    expect(await content.text()).toContain('한 번 연장할 수 있습니다');
  });

  it('reads a page in a shadow that is darker than the ink in the light', async () => {
    const { width, height, data } = scannedPage();
    const shadowed = data.map((value, at) => 90 + value * 0.5 - 80 * ((at % width) / width));
    const { content } = await recognized({ width, height, data: shadowed }, 'txt');
    expect(await content.text()).toContain('except on national holidays');
    expect(await content.text()).toContain('한 번 연장할 수 있습니다');
  });

  it('writes a Word document with a heading', async () => {
    const { content } = await recognized(scannedPage(), 'docx');
    const parts = unzipSync(new Uint8Array(await content.arrayBuffer()));
    const body = strFromU8(parts['word/document.xml'] ?? new Uint8Array());
    expect(body).toMatch(/w:val="(Title|Heading1)"[\s\S]*Library guide/);
  });

  it('refuses an image without text for text formats', async () => {
    await expect(recognized(blank(), 'txt')).rejects.toMatchObject({ code: 'empty' });
  });

  it('keeps an image without text in a document', async () => {
    const { content, warnings } = await recognized(blank(), 'docx');
    expect(Object.keys(unzipSync(new Uint8Array(await content.arrayBuffer())))).toContainEqual(
      expect.stringMatching(/media\/.*png/),
    );
    expect(warnings).toContainEqual({ code: 'scanned-pages' });
  });

  it('stops when cancelled', async () => {
    const cancel = new AbortController();
    const work = recognized(scannedPage(), 'txt', {}, cancel.signal);
    cancel.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  });
});
