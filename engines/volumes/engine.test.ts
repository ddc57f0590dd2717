import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Pixels, rasterOf } from '@bakkum/raster/raster';
import { convertWith } from '@bakkum/tests/engine-context';
import { framesOf } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/volumes');
const fixture = async (name: string): Promise<Blob> => new Blob([await readFile(path.join(FIXTURES, name))]);

async function drawn(name: string, from: string, options = {}) {
  const { outputs, warnings } = await convertWith(
    { engine, manifest },
    { input: await fixture(name), from, to: 'raster', options },
  );
  const raster = rasterOf(outputs[0].content);
  const { frames } = await framesOf(raster);
  return { raster, frames, warnings: warnings.map(({ code }) => code) };
}

/** Grey value of one pixel. */
const shade = (frame: { readonly read: Pixels } | undefined, x: number, y: number): number | undefined =>
  frame?.read.data[(y * frame.read.width + x) * 4];

describe('volume measurements', () => {
  it.each([
    ['nifti.nii', 'nifti', 19],
    ['packed.nii.gz', 'nifti', 19],
    ['nrrd.nrrd', 'nrrd', 0],
    ['metaimage.mha', 'metaimage', 0],
    ['mrc.mrc', 'mrc', 19],
  ])('become the middle slice: %s', async (name, format, brightRow) => {
    const { raster, frames, warnings } = await drawn(name, format);
    expect([raster.frameCount, frames[0]?.width, frames[0]?.height]).toEqual([1, 24, 20]);
    expect(shade(frames[0], 0, brightRow)).toBe(255); // the bright corner, upright
    expect(shade(frames[0], 12, brightRow === 0 ? 10 : 9)).toBeLessThan(10);
    expect(warnings).toEqual(['depth-reduced', 'slices-dropped']);
  });

  it('become all slices on request', async () => {
    const { frames } = await drawn('nifti.nii', 'nifti', { slices: 'all' });
    expect(frames).toHaveLength(5);
  });

  it.each(['dcm.dcm', 'rle.dcm'])('from DICOM use the window of the file and omit the patient: %s', async (name) => {
    const { frames, warnings } = await drawn(name, 'dcm');
    expect(frames).toHaveLength(2);
    // -260 in the middle of the ring is below the window of -160 to 240, the corner of 1200 is above.
    expect([shade(frames[0], 12, 10), shade(frames[0], 0, 0)]).toEqual([0, 255]);
    expect(warnings).toEqual(['depth-reduced', 'private-data-dropped']);
  });

  it('use another window on request', async () => {
    const { frames } = await drawn('dcm.dcm', 'dcm', { window: 'lung' });
    expect(shade(frames[0], 12, 10)).toBe(Math.round(((-260 + 1350) / 1500) * 255));
  });
});
