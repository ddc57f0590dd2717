import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const convert = (input: Blob) => convertWith({ engine, manifest }, { input, from: 'cbz', to: 'pdf' });

async function bookOf(...members: readonly (readonly [name: string, bytes: Uint8Array])[]): Promise<Blob> {
  return new Blob([new Uint8Array(zipSync(Object.fromEntries(members)))]);
}

/** The frame header of a JPEG of a size; pixels are never looked at. */
const jpeg = (width: number, height: number): Uint8Array =>
  Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0, 0xff, 0xd9);

describe('comic books', () => {
  it('become PDF, a page a picture in the order people count', async () => {
    const book = await bookOf(
      ['b/page10.jpg', jpeg(40, 10)],
      ['b/page2.JPG', jpeg(20, 10)],
      ['b/page1.jpeg', jpeg(10, 10)],
      ['__MACOSX/b/._page1.jpeg', jpeg(90, 90)],
      ['info.xml', strToU8('<x/>')],
    );
    const { outputs, warnings } = await convert(book);
    const { content } = outputs[0];
    const file = content instanceof Blob ? await content.text() : '';
    expect([...file.matchAll(/MediaBox \[0 0 ([\d.]+)/g)].map(([, width]) => width)).toEqual(['7.5', '15', '30']);
    expect(file).toContain('/DCTDecode');
    expect(warnings).toEqual([]);
  });

  it('say which pages they had to leave out, and are refused when it is all of them', async () => {
    const other = strToU8('RIFF');
    expect((await convert(await bookOf(['1.jpg', jpeg(10, 10)], ['2.webp', other]))).warnings).toEqual([
      { code: 'pages-dropped' },
    ]);
    await expect(convert(await bookOf(['2.webp', other]))).rejects.toMatchObject({ code: 'unsupported-feature' });
  });

  it('are refused when damaged, locked or without pictures', async () => {
    const book = new Uint8Array(await (await bookOf(['1.jpg', jpeg(10, 10)])).arrayBuffer());
    await expect(convert(new Blob([book.slice(0, 40)]))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(convert(await fixture('documents/txt.txt'))).rejects.toMatchObject({ code: 'corrupt' });
    const locked = book.slice();
    locked[6] = 1;
    await expect(convert(new Blob([locked]))).rejects.toMatchObject({ code: 'encrypted' });
    await expect(convert(await bookOf(['a.txt', strToU8('a')]))).rejects.toMatchObject({ code: 'empty' });
  });
});
