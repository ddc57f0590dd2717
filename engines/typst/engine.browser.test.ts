import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlanStep } from '@bakkum/conversion/planner';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../tests/native.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/documents');
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-typst-browser-'));

let harness: BrowserHarness;
const requests: string[] = [];

const step = (engine: string, from: string, to: string): PlanStep => ({ engine, from, to, fidelity: 'lossy', cost: 1 });
const byPandoc = (from: string) => [step('pandoc', from, 'typst-document'), step('typst', 'typst-document', 'pdf')] as const;

async function textOf(bytes: Uint8Array<ArrayBuffer>, steps: readonly [PlanStep, ...PlanStep[]], options = {}) {
  const result = await harness.convert([bytes], { steps }, options);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  const file = path.join(folder, `${crypto.randomUUID()}.pdf`);
  writeFileSync(file, result.files[0]?.bytes ?? '');
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
}

const fixture = (name: string) => new Uint8Array(readFileSync(path.join(FIXTURES, name)));

describe.skipIf(!BROWSER_PATH || !hasProgram('pdftotext'))('pages laid out in a browser', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
    harness.page.context().on('request', (request) => requests.push(request.url()));
  });
  afterAll(async () => {
    await harness?.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['docx', 'odt', 'rtf', 'html', 'epub', 'md', 'rst', 'org', 'docbook', 'tex'])('%s keeps its Hangul', async (format) => {
    expect(await textOf(fixture(`${format}.${format}`), byPandoc(format))).toMatch(/보고서/);
  });

  it('lay out Typst files', async () => {
    const bytes = new TextEncoder().encode('= 제목\n$ x^2 $ `코드`');
    expect(await textOf(bytes, [step('typst', 'typ', 'pdf')])).toMatch(/제목[\s\S]*𝑥[\s\S]*코드/);
  });

  it('lay out plain text in its own encoding', async () => {
    const bytes = new Uint8Array([0xc7, 0xd1, 0xb1, 0xdb, 0x0a, 0x8c, 0x63, 0x0a]);
    expect(await textOf(bytes, [step('plain-text', 'txt', 'pdf')])).toMatch(/한글\s+똠/);
    const hebrew = new TextEncoder().encode('שלום');
    const steps = [step('plain-text', 'txt', 'typst-document'), step('typst', 'typst-document', 'pdf')] as const;
    expect(await textOf(hebrew, steps, { typeface: 'mono' })).toMatch(/\p{Script=Hebrew}{4}/u);
  });

  it('cause no request, whatever the document refers to', async () => {
    const before = requests.length;
    const markdown = new TextEncoder().encode('words ![a](http://127.0.0.1:9/a.png) <img src="http://127.0.0.1:9/b.png">');
    expect(await textOf(markdown, byPandoc('md'))).toContain('words');
    expect(requests.slice(before).filter((url) => url.includes(':9/'))).toEqual([]);
  });
});
