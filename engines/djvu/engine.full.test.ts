import { rasterOf } from '@bakkum/raster/raster';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const BOOK = 'documents/djvu.djvu';

const convert = (input: Blob, to: string) => convertWith({ engine, manifest }, { input, from: 'djvu', to });

type Picture = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

async function pagesOf(input: Blob): Promise<readonly Picture[]> {
  const raster = rasterOf((await convert(input, 'raster')).outputs[0].content);
  const pages: Picture[] = [];
  for await (const frame of raster.frames()) {
    const { width, height, data } = await frame.pixels();
    pages.push({ width, height, data: new Uint8ClampedArray(data) });
  }
  return pages;
}

const colourAt = ({ width, data }: Picture, x: number, y: number): readonly number[] => {
  const at = (y * width + x) * 4;
  return [...data.subarray(at, at + 3)];
};

async function blobOf(input: Blob, to: string): Promise<Blob> {
  const { content } = (await convert(input, to)).outputs[0];
  return content instanceof Blob ? content : new Blob();
}

describe('DjVu documents', () => {
  it('become page images with ink, paper, both, or palette inks, rotated as displayed', async () => {
    const pages = await pagesOf(await fixture(BOOK));
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [240, 160],
      [160, 240],
      [240, 160],
      [240, 160],
    ]);
    const [ink, , both, inks] = pages;
    expect(ink && colourAt(ink, 60, 90)).toEqual([0, 0, 0]);
    expect(ink && colourAt(ink, 150, 90)).toEqual([255, 255, 255]);
    expect(both && colourAt(both, 150, 150).every((part) => part > 200)).toBe(true);
    expect(both && colourAt(both, 60, 90)).not.toEqual([0, 0, 0]);
    const seen = new Set<string>();
    for (let x = 0; inks && x < inks.width; x += 1) for (let y = 0; y < 60; y += 1) seen.add(colourAt(inks, x, y).join());
    expect([...seen]).toEqual(expect.arrayContaining(['255,255,255', '255,0,0', '0,0,255']));
  });

  it.skipIf(!hasProgram('ddjvu'))('match the reference decoder pixel for pixel, except for background scaling', async () => {
    const bench = workbench();
    try {
      bench.write('book.djvu', new Uint8Array(await (await fixture(BOOK)).arrayBuffer()));
      for (const [index, page] of (await pagesOf(await fixture(BOOK))).entries()) {
        if (index === 2) continue;
        bench.run('ddjvu', '-format=ppm', `-page=${index + 1}`, 'book.djvu', 'page.ppm');
        const file = bench.read('page.ppm');
        const expected = file.subarray(file.length - page.width * page.height * 3);
        expect(page.data.filter((_, at) => at % 4 !== 3)).toEqual(new Uint8ClampedArray(expected));
      }
    } finally {
      bench.dispose();
    }
  });

  it.skipIf(!hasProgram('pdftotext'))('become a PDF with layers and searchable text', async () => {
    const pdf = await blobOf(await fixture(BOOK), 'pdf');
    const bench = workbench();
    try {
      bench.write('book.pdf', new Uint8Array(await pdf.arrayBuffer()));
      expect(bench.run('pdftotext', 'book.pdf', '-').replaceAll(/\s+/g, ' ').trim()).toBe('Scanned words 상자');
      const pages = bench.run('pdfinfo', '-f', '1', '-l', '4', 'book.pdf');
      expect(pages).toContain('Pages:           4');
      expect(pages).toMatch(/Page\s+2 rot:\s+270/);
      bench.run('pdftoppm', '-r', '100', '-f', '4', '-l', '4', 'book.pdf', 'page');
      const file = bench.read('page-4.ppm');
      const picture = file.subarray(file.length - 240 * 160 * 3);
      const seen = new Set(Array.from({ length: 240 * 60 }, (_, at) => picture.subarray(at * 3, at * 3 + 3).join()));
      expect([...seen]).toEqual(expect.arrayContaining(['255,0,0', '0,0,255']));
    } finally {
      bench.dispose();
    }
  });

  it('become the text of their pages', async () => {
    expect(await (await blobOf(await fixture(BOOK), 'txt')).text()).toBe('Scanned words \n상자\n');
  });

  it('are refused if damaged', async () => {
    const whole = new Uint8Array(await (await fixture(BOOK)).arrayBuffer());
    await expect(convert(new Blob([whole.slice(0, 500)]), 'pdf')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(convert(await fixture('documents/txt.txt'), 'pdf')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(convert(new Blob([]), 'pdf')).rejects.toMatchObject({ code: 'empty' });
    // Reading damaged files ends with a result or a typed error.
    for (let at = 20; at < whole.length; at += 37) {
      const damaged = whole.slice();
      damaged.fill(0x5a, at, at + 6);
      const codes = await convert(new Blob([damaged]), 'pdf').then(
        () => 'read',
        (failure: unknown) => (failure instanceof Error && 'code' in failure ? failure.code : failure),
      );
      expect(['read', 'corrupt', 'unsupported-feature', 'too-large']).toContain(codes);
    }
  });
});
