import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/documents');

let harness: BrowserHarness;
const requests: string[] = [];

async function convert(bytes: Uint8Array<ArrayBuffer>, from: string, to: string) {
  const plan = { steps: [{ engine: manifest.id, from, to, fidelity: 'lossy', cost: 1 }] } as const;
  const result = await harness.convert([bytes], plan, {});
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return new TextDecoder().decode(result.files[0]?.bytes);
}

const fixture = (name: string) => new Uint8Array(readFileSync(path.join(FIXTURES, name)));

describe.skipIf(!BROWSER_PATH)('markup in a browser', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
    harness.page.context().on('request', (request) => requests.push(request.url()));
    await convert(fixture('md.md'), 'md', 'txt');
  });
  afterAll(() => harness?.close());

  it.each(['docx', 'odt', 'rtf', 'html', 'epub', 'md'])('%s becomes LaTeX with its Hangul', async (format) => {
    expect(await convert(fixture(`${format}.${format}`), format, 'tex')).toMatch(/보고서/);
  });

  it('keeps images', async () => {
    expect(await convert(fixture('epub.epub'), 'epub', 'html')).toContain('data:image/png;base64,iVBOR');
  });

  it('causes no request, whatever it refers to', async () => {
    const before = requests.length;
    const page = '<p>here<img src="http://127.0.0.1:9/a.png"><iframe src="http://127.0.0.1:9/b.html"></iframe>';
    expect(await convert(new TextEncoder().encode(page), 'html', 'docx')).toMatch(/^PK/);
    expect(requests.slice(before).filter((url) => url.includes(':9/'))).toEqual([]);
  });
});
