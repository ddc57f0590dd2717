import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/documents');

let harness: BrowserHarness;

async function convert(name: string, from: string, to: string, options = {}): Promise<string> {
  const plan = { steps: [{ engine: manifest.id, from, to, fidelity: 'lossy', cost: 1 }] } as const;
  const result = await harness.convert([new Uint8Array(readFileSync(path.join(FIXTURES, name)))], plan, options);
  if (!result.ok) return result.code;
  return new TextDecoder('latin1').decode(result.files[0]?.bytes);
}

describe.skipIf(!BROWSER_PATH)('Hangul documents in a browser', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(() => harness?.close());

  it('become PDF with the displayed fonts', async () => {
    const pdf = await convert('hwp.hwp', 'hwp', 'pdf');
    expect(pdf).toMatch(/^%PDF-1\.7/);
    expect(pdf).toContain('+NanumMyeongjo');
    expect(pdf).toContain('+NotoSans');
  });

  it.each(['hwp', 'hwpx', 'hml'])('in %s become Word documents and text', async (format) => {
    expect(await convert(`${format}.${format}`, format, 'docx')).toMatch(/^PK/);
    expect((await convert(`${format}.${format}`, format, 'txt')).length).toBeGreaterThan(50);
  });

  it('ask for their password', async () => {
    expect(await convert('encrypted.hwp', 'hwp', 'txt')).toBe('encrypted');
    expect(await convert('encrypted.hwp', 'hwp', 'txt', { password: 'guess' })).toBe('wrong-password');
    expect(await convert('encrypted.hwp', 'hwp', 'pdf', { password: 'secret' })).toMatch(/^%PDF/);
  });
});
