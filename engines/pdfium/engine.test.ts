import type { OptionValues } from '@bakkum/conversion/options';
import { rasterOf } from '@bakkum/raster/raster';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const REPORT = 'documents/pdf.pdf';
const draw = async (input: Blob, options: OptionValues = {}) =>
  convertWith({ engine, manifest }, { input, from: 'pdf', to: 'raster', options });

describe('pages of a PDF as pictures', () => {
  it('have the size asked for and hold ink on opaque white', async () => {
    const { outputs, warnings } = await draw(await fixture(REPORT), { dpi: 72 });
    const raster = rasterOf(outputs[0].content);
    expect(raster).toMatchObject({ kind: 'pages', frameCount: 2, dpi: 72, mayHaveAlpha: false });
    expect(warnings).toEqual([]);
    let pages = 0;
    for await (const frame of raster.frames()) {
      const { width, height, data } = await frame.pixels();
      expect([width, height]).toEqual([595, 842]);
      expect([...data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
      expect(data.some((sample, at) => at % 4 < 3 && sample < 64)).toBe(true);
      pages += 1;
    }
    expect(pages).toBe(2);
    raster.release();
  });

  it('are only those asked for', async () => {
    const raster = rasterOf((await draw(await fixture(REPORT), { pages: '2', dpi: 36 })).outputs[0].content);
    expect(raster.frameCount).toBe(1);
    raster.release();
    await expect(draw(await fixture(REPORT), { pages: '7' })).rejects.toMatchObject({ code: 'invalid-options' });
    await expect(draw(await fixture(REPORT), { pages: 'all' })).rejects.toMatchObject({ code: 'invalid-options' });
  });

  it('need the password of a protected file', async () => {
    const locked = await fixture('documents/encrypted.pdf');
    await expect(draw(locked)).rejects.toMatchObject({ code: 'encrypted' });
    await expect(draw(locked, { password: 'guess' })).rejects.toMatchObject({ code: 'wrong-password' });
    const raster = rasterOf((await draw(locked, { password: 'secret', dpi: 36 })).outputs[0].content);
    expect(raster.frameCount).toBe(2);
    raster.release();
  });

  it('of a file without its end are found again, and said to be damaged; of no PDF there are none', async () => {
    const bytes = new Uint8Array(await (await fixture(REPORT)).arrayBuffer());
    const { outputs, warnings } = await draw(new Blob([bytes.slice(0, bytes.length - 400)]), { dpi: 36 });
    expect(warnings).toEqual([{ code: 'damaged-source' }]);
    rasterOf(outputs[0].content).release();
    await expect(draw(new Blob(['%PDF-1.7\nnothing here']))).rejects.toMatchObject({ code: 'corrupt' });
  });
});
