import type { OptionValues } from '@bakkum/conversion/options';
import { readPngPixels } from '@bakkum/document-pages/png';
import { type Pixels, rasterOf } from '@bakkum/raster/raster';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { convertWith } from '@bakkum/tests/engine-context';
import { meanError } from '@bakkum/tests/test-picture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

let harness: BrowserHarness;

const step = (name: string, from: string, to: string) => ({ engine: name, from, to, fidelity: 'lossless', cost: 1 }) as const;
const drawing = (body: string): string => `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${body}</svg>`;

async function pixelsOf(job: Promise<Awaited<ReturnType<typeof convertWith>>>): Promise<Pixels> {
  for await (const frame of rasterOf((await job).outputs[0].content).frames()) return frame.pixels();
  throw new Error('no frame');
}

/** Converts to PNG in the browser, where a canvas paints images of this size. */
async function inBrowser(svg: string, options: OptionValues = { width: 1600 }): Promise<Pixels> {
  const steps = [step('resvg', 'svg', 'raster'), step('png', 'raster', 'png')] as const;
  const result = await harness.convert([new TextEncoder().encode(svg)], { steps }, options);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  const pixels = readPngPixels(result.files[0]?.bytes ?? new Uint8Array());
  if (!pixels) throw new Error('no PNG');
  return { depth: 8, ...pixels };
}

/** Renders in Node, which has no canvas. */
const byResvg = (svg: string, options: OptionValues = { width: 1600 }): Promise<Pixels> =>
  pixelsOf(convertWith({ engine, manifest }, { input: new Blob([svg]), from: 'svg', to: 'raster', options }));

const STOPS =
  '<stop offset=".1" stop-color="#0a0"/><stop offset=".6" stop-color="#00f" stop-opacity=".2"/><stop offset="1" stop-color="#f80"/>';

describe.skipIf(!BROWSER_PATH)('drawings painted by a canvas', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(() => harness?.close());

  it.each([
    [
      'outlines',
      '<g fill="none" stroke="#024"><path d="M10 10L390 20" stroke-width=".2"/><path d="M10 40C100 90 200 0 390 60" stroke-width="3" stroke-dasharray="10 4 2" stroke-dashoffset="3"/><path d="M20 100L60 160L100 100" stroke-width="18"/><path d="M120 100L160 160L200 100" stroke-width="18" stroke-linejoin="round" stroke-linecap="round"/><path d="M220 100L260 160L300 100" stroke-width="18" stroke-linejoin="bevel" stroke-linecap="square"/><circle cx="180" cy="230" r="40" stroke-width="20" paint-order="stroke" stroke-opacity=".4" fill="#f80"/></g>',
    ],
    [
      'gradients',
      `<linearGradient id="a" gradientTransform="rotate(40) skewX(20)">${STOPS}</linearGradient><radialGradient id="b" fx=".3" fy=".3">${STOPS}</radialGradient><rect x="10" y="10" width="180" height="120" fill="url(#a)"/><circle cx="80" cy="220" r="60" fill="url(#b)"/><ellipse cx="260" cy="220" rx="100" ry="50" fill="url(#b)" transform="rotate(-10 260 220)"/><path d="M250 20C500 20 300 400 280 150" stroke="url(#a)" stroke-width="9" fill="url(#a)"/>`,
    ],
    [
      'clips and groups',
      '<clipPath id="k"><circle cx="200" cy="150" r="120"/></clipPath><rect width="400" height="300" fill="#eef"/><g clip-path="url(#k)"><rect x="100" width="100" height="300" fill="#f00"/><g opacity=".5" transform="rotate(9)"><circle cx="200" cy="150" r="60" fill="#00f"/><circle cx="240" cy="150" r="60" fill="#ff0" stroke="#000" stroke-width="5"/></g></g><svg x="300" y="10" width="80" height="80" viewBox="0 0 10 20"><rect width="30" height="20" fill="#0aa"/></svg>',
    ],
    ['text', '<text x="20" y="60" font-size="40">Hello <tspan fill="red">world</tspan> 가나다</text>'],
  ])('look as resvg draws them: %s', async (_, body) => {
    const error = meanError(await inBrowser(drawing(body)), await byResvg(drawing(body)));
    expect(error).toBeLessThan(0.5);
    expect(error, 'a canvas smooths edges in its own way').toBeGreaterThan(0);
  });

  it('are as large as those of resvg', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200.4" height="301.6" viewBox="3 4 50 40"><rect x="3" y="4" width="50" height="40" fill="#8cf"/></svg>';
    expect(meanError(await inBrowser(svg, { scale: 8 }), await byResvg(svg, { scale: 8 }))).toBeLessThan(0.5);
  });

  it('leaves drawings with filters to resvg', async () => {
    const svg = drawing(
      '<filter id="f"><feGaussianBlur stdDeviation="9"/></filter><rect x="50" y="50" width="200" height="100" filter="url(#f)"/>',
    );
    expect(meanError(await inBrowser(svg), await byResvg(svg))).toBe(0);
  });

  it('run no scripts and request nothing', async () => {
    const address = 'http://127.0.0.1:9/outside';
    const before = harness.asked().length;
    const svg = drawing(
      `<script>fetch('/script-ran')</script><style>@import url(/style-loaded); rect { fill: url(${address}#a) }</style><image href="/image-loaded" width="9" height="9"/><use href="${address}#b"/><foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="/object-loaded"/></foreignObject><rect width="300" height="200" onload="fetch('/handler-ran')"/><circle r="50"/>`,
    );
    await inBrowser(svg);
    expect(
      harness
        .asked()
        .slice(before)
        .filter((path) => /ran|loaded|outside/.test(path)),
    ).toEqual([]);
  });
});
