import { stillRaster } from '@bakkum/raster/construct';
import { expect, test } from 'vitest';
import { convertWith } from '../../tests/engine-context.ts';
import { hasProgram, workbench } from '../../tests/native.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

/** A red square on a transparent background. */
function square(side: number) {
  const data = new Uint8ClampedArray(side * side * 4);
  for (let y = side / 4; y < (side * 3) / 4; y++) {
    for (let x = side / 4; x < (side * 3) / 4; x++) data.set([255, 0, 0, 255], (y * side + x) * 4);
  }
  return stillRaster({ depth: 8, width: side, height: side, data }, { width: side, height: side });
}

async function trace(side: number, options = {}) {
  const result = await convertWith({ engine, manifest }, { input: square(side), from: 'raster', to: 'svg', options });
  const [{ content }] = result.outputs;
  if (!(content instanceof Blob)) throw new TypeError('SVG is a file');
  return { markup: await content.text(), warnings: result.warnings.map(({ code }) => code) };
}

test('draws outlines at the size of the image', async () => {
  const { markup, warnings } = await trace(32);
  expect(markup).toMatch(/^<svg [^>]*width="32" height="32"/);
  expect(markup).toMatch(/<path [^>]*fill="rgb\(2\d\d,0,0\)"/);
  expect(warnings).toEqual(['colours-reduced']);
});

test('warns that a large image was scaled down', async () => {
  expect((await trace(1200, { detail: 'low' })).warnings).toContain('resized-to-fit');
});

test.skipIf(!hasProgram('rsvg-convert') || !hasProgram('identify'))('renders the same square in another program', async () => {
  const bench = workbench();
  try {
    bench.write('traced.svg', (await trace(64)).markup);
    bench.run('rsvg-convert', 'traced.svg', '--output', 'drawn.png');
    expect(bench.run('identify', '-format', '%wx%h %[pixel:p{32,32}] %[pixel:p{2,2}]', 'drawn.png')).toMatch(
      /^64x64 s?rgba?\(25\d,0,0(,1)?\)|^64x64 red/,
    );
  } finally {
    bench.dispose();
  }
});
