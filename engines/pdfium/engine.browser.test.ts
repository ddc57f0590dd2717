import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OptionValues } from '@bakkum/conversion/options';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { hasProgram } from '@bakkum/tests/native';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/documents');
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-pdfium-'));
let harness: BrowserHarness;

async function convert(
  name: string,
  to: string,
  options: OptionValues = {},
  second?: { readonly engine: string; readonly to: string },
) {
  const first = { engine: manifest.id, from: 'pdf', to, fidelity: 'lossy', cost: 1 } as const;
  const next = second ? [{ engine: second.engine, from: to, to: second.to, fidelity: 'lossy', cost: 1 } as const] : [];
  return harness.convert([new Uint8Array(readFileSync(path.join(FIXTURES, name)))], { steps: [first, ...next] }, options);
}

async function converted(...job: Parameters<typeof convert>): Promise<Uint8Array> {
  const result = await convert(...job);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result.files[0]?.bytes ?? new Uint8Array();
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe.skipIf(!BROWSER_PATH)('PDF files in a browser', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(async () => {
    await harness?.close();
    rmSync(folder, { recursive: true });
  });

  it('become documents with headings, lists, tables, images and notes', async () => {
    const files = unzipSync(await converted('pdf.pdf', 'docx'));
    const document = strFromU8(files['word/document.xml'] ?? new Uint8Array());
    expect(document).toContain('<w:pStyle w:val="Heading1"/>');
    expect(document).toContain('다만 원자재 값이 올라 이익률은 조금 낮아졌으며');
    expect(document.match(/<w:numPr>/g)).toHaveLength(8);
    expect(document).toContain('<w:gridSpan w:val="2"/>');
    expect(document).toContain('<w:footnoteReference w:id="1"/>');
    expect(Object.keys(files)).toContain('word/media/picture1.jpeg');
  });

  it.each(['html', 'md', 'txt'])('become %s with their text', async (format) => {
    const result = text(await converted('pdf.pdf', format));
    for (const words of ['Quarterly report', 'transport will need watching', '한글 항목도 있어요', 'Third step'])
      expect(result).toContain(words);
  });

  it.skipIf(!hasProgram('identify'))('become images', async () => {
    const file = path.join(folder, 'page.png');
    writeFileSync(file, await converted('pdf.pdf', 'raster', { dpi: 100, pages: '1' }, { engine: 'png', to: 'png' }));
    expect(execFileSync('identify', ['-format', '%m %w %h', file], { encoding: 'utf8' })).toBe('PNG 827 1169');
  });

  it('ask for their password and accept it', async () => {
    expect(await convert('encrypted.pdf', 'txt')).toMatchObject({ ok: false, code: 'encrypted' });
    expect(await convert('encrypted.pdf', 'txt', { password: 'wrong' })).toMatchObject({ ok: false, code: 'wrong-password' });
    expect(text(await converted('encrypted.pdf', 'txt', { password: 'secret' }))).toContain('Quarterly report');
  });
});
