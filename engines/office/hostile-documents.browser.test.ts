import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { claiming, flat, LAUGHS, MACRO, PAGE_BREAK, paragraph, wordDocument } from '@bakkum/tests/hostile-documents';
import { hasProgram } from '@bakkum/tests/native';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

describe.skipIf(!BROWSER_PATH || !hasProgram('pdftotext'))('hostile or oversized documents in a browser', () => {
  let harness: BrowserHarness;
  const requests: string[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-hostile-'));
  beforeAll(async () => {
    harness = await openBrowserHarness();
    harness.page.context().on('request', (request) => requests.push(request.url()));
  });
  afterAll(async () => {
    await harness?.close();
    rmSync(folder, { recursive: true });
  });

  async function toPdf(document: string | Uint8Array<ArrayBuffer>, from: string) {
    const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document;
    const result = await harness.convert([bytes], {
      steps: [{ engine: manifest.id, from, to: 'pdf', fidelity: 'lossy', cost: 1 }],
    });
    if (!result.ok) return { code: result.code };
    const file = path.join(folder, 'result.pdf');
    writeFileSync(file, result.files[0]?.bytes ?? '');
    const run = (program: string, ...words: string[]) => execFileSync(program, words, { encoding: 'utf8' });
    return { pages: Number(/Pages: +(\d+)/.exec(run('pdfinfo', file))?.[1]), text: run('pdftotext', file, '-') };
  }

  /** After each case, the same page must convert a harmless document. */
  const expectWorking = async () => expect((await toPdf(wordDocument(paragraph('harmless')), 'docx')).text).toContain('harmless');

  it('are refused as too large if they declare their unpacked size', async () => {
    const bomb = claiming(wordDocument(paragraph('words')), 'word/document.xml', 0x7fff_ffff);
    expect(await toPdf(bomb, 'docx')).toEqual({ code: 'too-large' });
  });

  it('do no harm if they hide their unpacked size', async () => {
    const hidden = claiming(wordDocument(paragraph('words'.padEnd(100_000_000))), 'word/document.xml', 1000);
    const { code, pages = 0 } = await toPdf(hidden, 'docx');
    expect(code ?? pages).toSatisfy((answer) => answer === 'corrupt' || answer === 'out-of-memory' || Number(answer) > 0);
    await expectWorking();
  });

  it('do no harm with nested entities', async () => {
    const { code, text = '' } = await toPdf(wordDocument(paragraph('before &a9; after'), [], LAUGHS), 'docx');
    expect(code ?? text.length).toSatisfy((answer) => answer === 'corrupt' || Number(answer) < 1_000_000);
    await expectWorking();
  });

  it('of five hundred pages produce five hundred pages', async () => {
    const pages = Array.from({ length: 500 }, (_, page) => `<text:p text:style-name="P">page ${page + 1} of many</text:p>`);
    const { pages: count, text } = await toPdf(flat('text', pages.join(''), PAGE_BREAK), 'fodt');
    expect(count).toBeGreaterThanOrEqual(500);
    expect(text).toContain('page 500 of many');
  });

  it('without content produce one empty page', async () => {
    expect(await toPdf(wordDocument(''), 'docx')).toMatchObject({ pages: 1 });
  });

  it('run no macros', async () => {
    const { text } = await toPdf(flat('text', '<text:p>kept</text:p>', MACRO), 'fodt');
    expect(text).toContain('kept');
    expect(text).not.toContain('the macro ran');
  });

  it('do not request their links', async () => {
    const before = requests.length;
    const link = 'http://127.0.0.1:9/pixel.png';
    const shape = `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:50pt;height:50pt"><v:imagedata r:id="l0" r:href="l0"/></v:shape></w:pict></w:r></w:p>`;
    const field = `<w:p><w:fldSimple w:instr=" INCLUDETEXT &quot;${link}&quot; "><w:r><w:t>kept</w:t></w:r></w:fldSimple></w:p>`;
    expect((await toPdf(wordDocument(shape + field, [link]), 'docx')).text).toContain('kept');
    const mine = (url: string) => new URL(url).pathname.startsWith('/files/') || url.includes('/assets/');
    expect(requests.slice(before).filter((url) => !mine(url))).toEqual([]);
  });
});
