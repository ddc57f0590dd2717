import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../../tests/browser-harness/browser.ts';
import { type BrowserHarness, openBrowserHarness } from '../../tests/browser-harness/harness.ts';
import { hasProgram, workbench } from '../../tests/native.ts';
import { BENIGN, HOSTILE, KOREAN_BYTES } from './test-pages.ts';

const STEPS = [
  { engine: 'page-layout', from: 'html', to: 'laid-out-pages', fidelity: 'lossy', cost: 9 },
  { engine: 'page-layout', from: 'laid-out-pages', to: 'pdf', fidelity: 'lossless', cost: 1 },
] as const;

describe.skipIf(!hasBrowser())('web pages laid out by the browser', () => {
  let harness: BrowserHarness;
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(() => harness?.close());

  const converted = (html: string | Uint8Array<ArrayBuffer>) =>
    harness.convert([typeof html === 'string' ? new TextEncoder().encode(html) : html], { steps: STEPS });

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

  it.skipIf(!hasProgram('pdftotext'))('are decoded from EUC-KR', async () => {
    expect(await textOf(KOREAN_BYTES)).toContain('안녕하세요');
  });

  it('load nothing and run nothing', async () => {
    const asked: string[] = [];
    harness.page.on('request', (request) => asked.push(request.url()));
    const result = await converted(HOSTILE);
    expect(result).toMatchObject({ ok: true });
    expect(asked.filter((url) => url.includes('probe'))).toEqual([]);
    expect(await harness.page.evaluate(() => 'bakkumAttacked' in globalThis)).toBe(false);
  });

  it.each([
    ['too many elements', `<body>${'<b>x</b>'.repeat(70_000)}`, 'unsupported-feature'],
    ['elements nested too deep', `<body>${'<div>'.repeat(10_000)}x`, 'too-large'],
    ['more pages than can be held', '<body><div style="height: 1000000000px; background: red">x</div>', 'too-large'],
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
