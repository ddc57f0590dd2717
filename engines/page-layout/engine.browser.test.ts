import { crc32, deflateSync } from 'node:zlib';
import { bytesOf } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserInUse, hasBrowser } from '../../tests/browser-harness/browser.ts';
import { type BrowserHarness, type BrowserResult, openBrowserHarness } from '../../tests/browser-harness/harness.ts';
import { fixture } from '../../tests/engine-context.ts';
import { hasProgram, workbench } from '../../tests/native.ts';
import { BENIGN, DETAILS, ENCODED, encodedPage, HOSTILE, savedPage } from './test-pages.ts';

const stepsFrom = (from: string) =>
  [
    { engine: 'page-layout', from, to: 'laid-out-pages', fidelity: 'lossy', cost: 9 },
    { engine: 'page-layout', from: 'laid-out-pages', to: 'pdf', fidelity: 'lossless', cost: 1 },
  ] as const;

const stepsToImages = (from: string) =>
  [
    { engine: 'page-layout', from, to: 'raster', fidelity: 'picture', cost: 12 },
    { engine: 'png', from: 'raster', to: 'png', fidelity: 'lossless', cost: 1 },
  ] as const;

describe.skipIf(!hasBrowser())('web pages laid out by the browser', () => {
  let harness: BrowserHarness;
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(() => harness?.close());

  const bytesFrom = (html: string | Uint8Array<ArrayBuffer>) =>
    typeof html === 'string' ? new TextEncoder().encode(html) : html;
  const converted = (html: string | Uint8Array<ArrayBuffer>, from = 'html') =>
    harness.convert([bytesFrom(html)], { steps: stepsFrom(from) });
  const drawn = (html: string, options: OptionValues = {}) =>
    harness.convert([bytesFrom(html)], { steps: stepsToImages('html') }, options);

  async function textOf(html: string | Uint8Array<ArrayBuffer>, ...options: readonly string[]): Promise<string> {
    const result = await converted(html);
    if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
    const bench = workbench();
    try {
      bench.write('page.pdf', result.files[0]?.bytes ?? '');
      return bench.run('pdftotext', ...options, 'page.pdf', '-');
    } finally {
      bench.dispose();
    }
  }

  it.skipIf(!hasProgram('pdftotext'))('keep their text, in its order, beside flexible boxes and grids', async () => {
    const text = await textOf(BENIGN, '-raw');
    expect(text).toMatch(/left box\s+오른쪽 상자\s+one\s+two\s+three/);
    expect(text).toMatch(/Row 1\s+첫 행\s+Row 2/);
  });

  it.skipIf(!hasProgram('pdftotext'))('repeat the head of a table on each page', async () => {
    const text = await textOf(BENIGN, '-layout');
    const pages = text.split('\f').filter((page) => page.trim() !== '');
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.filter((page) => /Name\s+이름/.test(page)).length).toBeGreaterThan(1);
  });

  it.skipIf(!hasProgram('pdftotext')).each(ENCODED)('are decoded from %s', async (encoding, text, hex) => {
    for (const page of [encodedPage(hex), encodedPage(hex, encoding)])
      expect((await textOf(page)).replaceAll(/\s/g, '')).toContain(text.replaceAll(' ', ''));
  });

  it.skipIf(!hasProgram('pdftotext')).each(DETAILS)('show %s', async (_, html, shown, absent) => {
    const [first] = (await textOf(html)).split('\f');
    expect(first).toMatch(shown);
    expect(first).not.toMatch(absent);
  });

  it.skipIf(!hasProgram('pdftocairo'))('show the colors of rows, with and without cells', async () => {
    const row = (color: string, content: string): string =>
      `<div style="display: table-row; background: ${color}">${content}</div>`;
    const page = `${row('#f00', 'text')}${row('#0f0', '<div style="display: table-cell">cell</div>')}`;
    const result = await converted(page);
    if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
    const bench = workbench();
    try {
      bench.write('page.pdf', result.files[0]?.bytes ?? '');
      const drawn = bench.run('pdftocairo', '-svg', 'page.pdf', '-');
      expect(drawn).toMatch(/rgb\(100%, ?0%, ?0%\)/);
      expect(drawn.match(/rgb\(0%, ?100%, ?0%\)/g)).toHaveLength(1);
    } finally {
      bench.dispose();
    }
  });

  it.skipIf(!hasProgram('pdftocairo'))('show the lines of fractions and roots', async () => {
    const lines = async (formula: string): Promise<number> => {
      const result = await converted(`<math>${formula}</math>`);
      if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
      const bench = workbench();
      try {
        bench.write('page.pdf', result.files[0]?.bytes ?? '');
        const drawn = bench.run('pdftocairo', '-svg', 'page.pdf', '-').replaceAll(/<defs>[^]*?<\/defs>/g, '');
        return [...drawn.matchAll(/<path/g)].length;
      } finally {
        bench.dispose();
      }
    };
    const none = await lines('<mrow><mi>a</mi><mi>b</mi></mrow>');
    expect(await lines('<mfrac><mi>a</mi><mi>b</mi></mfrac>')).toBe(none + 1);
    expect(await lines('<mfrac linethickness="0"><mi>a</mi><mi>b</mi></mfrac>')).toBe(none);
    expect(await lines('<msqrt><mi>a</mi><mi>b</mi></msqrt>')).toBe(none + 1);
  });

  it.skipIf(!hasProgram('pdftotext'))('enlarge brackets to what they enclose', async () => {
    const rows =
      '<mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd></mtr></mtable>';
    const height = async (attribute: string): Promise<number> => {
      const text = await textOf(`<math><mo${attribute}>[</mo>${rows}</math>`, '-bbox');
      const [, top = '', bottom = ''] = /yMin="([\d.]+)"[^>]*yMax="([\d.]+)">\[</.exec(text) ?? [];
      return Number(bottom) - Number(top);
    };
    expect(await height('')).toBeGreaterThan(2 * (await height(' stretchy="false"')));
  });

  it('are not offered where something removes frames', async () => {
    const offered = await harness.evaluate(async () => {
      const remover = new MutationObserver(() => document.querySelector('iframe')?.remove());
      remover.observe(document.body, { childList: true });
      const capabilities = await globalThis.bakkumHarness.capabilities();
      remover.disconnect();
      return capabilities.includes('page-layout');
    }, undefined);
    expect(offered).toBe(false);
  });

  it('leave out an image that would fill the memory, and say so', async () => {
    const image = hugeImage();
    const page = `<style>body { background: url(${image}) }</style><p>text</p>${`<img src="${image}">`.repeat(20)}`;
    expect(await converted(page)).toMatchObject({ ok: true, warnings: [{ code: 'pictures-dropped' }] });
  });

  it.each([
    ['a page', HOSTILE, stepsFrom('html')],
    ['a saved page', savedPage(HOSTILE), stepsFrom('mhtml')],
    ['a page that becomes an image', HOSTILE, stepsToImages('html')],
    ['a saved page that becomes an image', savedPage(HOSTILE), stepsToImages('mhtml')],
  ])('%s loads nothing and runs nothing', async (_, page, steps) => {
    const refused: string[] = [];
    if (browserInUse() === 'chromium') harness.page.on('console', (message) => refused.push(message.text()));
    expect(await harness.convert([bytesFrom(page)], { steps })).toMatchObject({ ok: true });
    expect(harness.asked().filter((path) => path.includes('probe'))).toEqual([]);
    // The policy of the site is the last barrier: nothing reaches it.
    expect(refused.filter((text) => text.includes('probe'))).toEqual([]);
    expect(await harness.evaluate(() => 'bakkumAttacked' in globalThis, undefined)).toBe(false);
    expect(await harness.evaluate(() => document.querySelectorAll('iframe').length, undefined)).toBe(0);
  });

  it.each([
    ['html', 'documents/html.html'],
    ['xhtml', 'documents/xhtml.xhtml'],
    ['mhtml', 'web-pages/chrome.mhtml'],
    ['mobi', 'documents/mobi.mobi', 'ebooks'],
  ])('are the way from %s to PDF', async (from, name, ...before) => {
    const page = await bytesOf(await fixture(name));
    const engines = [...before, 'page-layout', 'page-layout'];
    expect(await harness.run(page, from, 'pdf')).toMatchObject({ ok: true, engines, failures: [] });
  });

  it.each([
    ['html', 'documents/html.html'],
    ['xhtml', 'documents/xhtml.xhtml'],
    ['mhtml', 'web-pages/chrome.mhtml'],
    ['epub', 'documents/epub.epub'],
    ['mobi', 'documents/mobi.mobi', 'ebooks'],
  ])('are the way from %s to images', async (from, name, ...before) => {
    const page = await bytesOf(await fixture(name));
    const engines = [...before, 'page-layout', 'png'];
    expect(await harness.run(page, from, 'png')).toMatchObject({ ok: true, engines, failures: [] });
  });

  it('become one image, as wide as the screen and as high as the page', async () => {
    const page = '<style>body { margin: 0 } div { height: 2500px }</style><div>page</div>';
    expect(await sizesOf(drawn(page))).toEqual([[1280, 2500]]);
    expect(await sizesOf(drawn(page, { screenWidth: 390, dpi: 192 }))).toEqual([[780, 5000]]);
  });

  it('are split into several images above the maximum height', async () => {
    const page = `<style>body { margin: 0 } p { margin: 0; height: 300px }</style>${'<p>line</p>'.repeat(100)}`;
    const sizes = await sizesOf(drawn(page));
    expect(sizes.map(([width]) => width)).toEqual([1280, 1280]);
    expect(sizes.reduce((sum, [, height]) => sum + height, 0)).toBe(30_000);
  });

  it('are drawn as on a screen of that width', async () => {
    const page = (query: string) => `<style>p { height: 9000px } @media ${query} { p { height: 900px } }</style><p>x</p>`;
    const isApplied = async (query: string): Promise<boolean> => ((await sizesOf(drawn(page(query))))[0]?.[1] ?? 0) < 2000;
    expect(await Promise.all(['screen and (min-width: 1200px)', 'not print'].map(isApplied))).toEqual([true, true]);
    expect(await Promise.all(['print', '(max-width: 800px)', '(prefers-color-scheme: dark)'].map(isApplied))).toEqual([
      false,
      false,
      false,
    ]);
  });

  // The office engine does not answer in WebKitGTK (tests/engine-contract.browser.test.ts).
  it.skipIf(browserInUse() === 'webkit')('go another way, and say so, if they cannot be laid out', async () => {
    const page = new TextEncoder().encode('<h1>Greeting</h1><p>مرحبا</p>');
    expect(await harness.run(page, 'html', 'pdf')).toMatchObject({
      ok: true,
      failures: ['page-layout: unsupported-feature'],
      warnings: expect.arrayContaining(['less-faithful']),
    });
  });

  it.each([
    ['too many elements', `<body>${'<b>x</b>'.repeat(70_000)}`, 'unsupported-feature'],
    ['elements nested too deep', `<body>${'<div>'.repeat(10_000)}x`, 'too-large'],
    ['more pages than can be held', '<body><div style="height: 10000000px; background: red">x</div>', 'too-large'],
    [
      'more to draw than fits in memory',
      `<body>${'<p style="border: 1px dotted red">x</p>'.repeat(5000)}`,
      'unsupported-feature',
    ],
    ['letters that are shaped', '<p>مرحبا</p>', 'unsupported-feature'],
  ])('are refused with %s', async (_, html, code) => {
    expect(await converted(html)).toMatchObject({ ok: false, code });
  });
});

/** Width and height of PNG files. */
async function sizesOf(converting: Promise<BrowserResult>): Promise<readonly (readonly [width: number, height: number])[]> {
  const result = await converting;
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result.files.map(({ bytes }) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return [view.getUint32(16), view.getUint32(20)];
  });
}

/** A PNG of 20,000 by 20,000 pixels, in about 50 kB. */
function hugeImage(): string {
  const side = 20_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const chunk = (kind: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return `data:image/png;base64,${Buffer.concat(parts).toString('base64')}`;
}
