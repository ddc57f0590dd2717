import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OptionValues } from '@bakkum/conversion/options';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { hasProgram } from '@bakkum/tests/native';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/documents');

let harness: BrowserHarness;
const requests: string[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-office-'));

async function convert(input: string | Uint8Array<ArrayBuffer>, from: string, to: string, options: OptionValues = {}) {
  const bytes = typeof input === 'string' ? new Uint8Array(readFileSync(path.join(FIXTURES, input))) : input;
  return harness.convert([bytes], { steps: [{ engine: manifest.id, from, to, fidelity: 'lossy', cost: 1 }] }, options);
}

async function converted(...job: Parameters<typeof convert>) {
  const result = await convert(...job);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result.files;
}

function native(program: string, bytes: Uint8Array, ...after: readonly string[]): string {
  const file = path.join(folder, 'result');
  writeFileSync(file, bytes);
  return execFileSync(program, [file, ...after], { encoding: 'utf8' });
}

const first = async (...job: Parameters<typeof convert>) => (await converted(...job))[0]?.bytes ?? new Uint8Array();
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const utf8 = (content: string) => new TextEncoder().encode(content);

describe.skipIf(!BROWSER_PATH || !hasProgram('pdftotext'))('office documents in a browser', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
    harness.page.context().on('request', (request) => requests.push(request.url()));
    await converted('docx.docx', 'docx', 'pdf');
  });
  afterAll(async () => {
    await harness?.close();
    rmSync(folder, { recursive: true });
  });

  it('write Hangul with matching faces, serif if a serif was requested', async () => {
    const pdf = await first('docx.docx', 'docx', 'pdf');
    expect(native('pdftotext', pdf, '-')).toContain('다람쥐 헌 쳇바퀴에 타고파. 굵은 글씨와 바탕체 문장이 섞여 있어요.');
    const fonts = native('pdffonts', pdf);
    for (const face of ['Carlito', 'NanumGothic', 'NanumGothicBold', 'NanumMyeongjo'])
      expect(fonts).toMatch(new RegExp(`\\+${face}\\b`));
    expect(native('pdfinfo', pdf)).toMatch(/Pages: +2\n/);
  });

  it('write Hanja and the symbols of Korean documents, each once', async () => {
    const line = '大韓民國 學校 ㈜바꿈 33㎡ 5㎏ ㉠ ㉮ ① ⑮ 25℃ № ⓐ ⑴';
    const pdf = await first(utf8(line), 'txt', 'pdf');
    expect(native('pdftotext', pdf, '-')).toContain(line);
    expect(native('pdffonts', pdf)).toContain('NotoSansKR');
  });

  it('draw Chinese, Japanese, Thai and emoji with faces loaded on demand', async () => {
    const line = '简体中文 书 日本の込 สวัสดี 😀';
    const pdf = await first(utf8(line), 'txt', 'pdf');
    expect(native('pdftotext', pdf, '-')).toContain('书');
    const fonts = native('pdffonts', pdf);
    for (const face of ['NotoSansSC', 'NotoSansThai', 'NotoEmoji']) expect(fonts).toContain(face);
  });

  it('name substituted fonts', async () => {
    const warnings = [{ code: 'fonts-replaced', params: { fonts: 'Batang, Malgun Gothic' } }];
    expect(await convert('docx.docx', 'docx', 'pdf')).toMatchObject({ ok: true, warnings });
    expect(await convert('encrypted.odt', 'odt', 'pdf', { password: 'secret' })).toMatchObject({ ok: true, warnings });
  });

  it.each([
    ['doc', 'text'],
    ['odt', 'text'],
    ['rtf', 'text'],
    ['fodt', 'text'],
    ['html', 'Report · 보고서'],
    ['txt', '둘째 줄이에요.'],
    ['xls', '한글 메모'],
    ['ods', '한글 메모'],
    ['csv', '김영희'],
    ['pptx', '첫 슬라이드'],
    ['odp', '첫 슬라이드'],
    ['odg', '상자'],
  ])('%s becomes a PDF with its text', async (format, words) => {
    const pdf = await first(`${format}.${format}`, format, 'pdf');
    expect(native('pdftotext', pdf, '-')).toContain(words === 'text' ? '분기 보고서' : words);
  });

  it('honour page range, one page per sheet and PDF/A', async () => {
    expect(native('pdfinfo', await first('docx.docx', 'docx', 'pdf', { pages: '2' }))).toMatch(/Pages: +1\n/);
    expect(native('pdfinfo', await first('xlsx.xlsx', 'xlsx', 'pdf', { onePageSheets: true }))).toMatch(/Pages: +2\n/);
    expect(text(await first('docx.docx', 'docx', 'pdf', { pdfStandard: 'pdfa-2b' }))).toContain('pdfaid:part');
    expect(await convert('docx.docx', 'docx', 'pdf', { pages: 'all' })).toMatchObject({ ok: false, code: 'invalid-options' });
  });

  it('become tables of every sheet, and are made from tables with leading zeros', async () => {
    const files = await converted('xlsx.xlsx', 'xlsx', 'csv', { outputEncoding: 'utf-8-bom' });
    expect(files.map(({ label }) => label)).toEqual(['Sales', '둘째']);
    expect(files.map(({ bytes }) => text(bytes))).toEqual([
      'Month,매출,"Note, with comma"\n2026-01-31,1250.5,한글 메모\n2026-02-28,749.5,\nSum,2000,\n',
      'Second sheet\n',
    ]);
    expect([...(files[0]?.bytes.subarray(0, 3) ?? [])]).toEqual([0xef, 0xbb, 0xbf]);
    const workbook = await first('csv.csv', 'csv', 'fods');
    expect(text(workbook)).toContain('<text:p>01012345678</text:p>');
    expect(text(workbook)).toContain('office:value="1250"');
  });

  it('ask for their password and accept it', async () => {
    const open = (format: string, password: string) => convert(`encrypted.${format}`, format, 'pdf', { password });
    expect(await open('doc', '')).toMatchObject({ ok: false, code: 'encrypted' });
    expect(await open('doc', 'wrong')).toMatchObject({ ok: false, code: 'wrong-password' });
    expect(await open('xls', 'secret')).toMatchObject({ ok: true });
    expect(await open('odt', '')).toMatchObject({ ok: false, code: 'encrypted' });
    expect(native('pdftotext', await first('encrypted.odt', 'odt', 'pdf', { password: 'secret' }), '-')).toContain('분기 보고서');
  });

  it('cause no request, whatever they refer to', async () => {
    const before = requests.length;
    const page = '<p>here<img src="http://127.0.0.1:9/pixel.png"><img src="file:///instdir/program/versionrc"></p>';
    const pdf = await first(utf8(`<html><body>${page}</body></html>`), 'html', 'pdf');
    expect(native('pdftotext', pdf, '-')).toContain('here');
    const linked = readFileSync(path.join(FIXTURES, 'fodt.fodt'), 'utf8')
      .replace(
        'xmlns:svg=',
        'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg=',
      )
      .replace(
        '</office:text>',
        '<text:p><draw:frame svg:width="3cm" svg:height="3cm"><draw:image xlink:href="http://127.0.0.1:9/a.png"/></draw:frame></text:p><text:section text:name="s"><text:section-source xlink:href="http://127.0.0.1:9/b.odt"/></text:section></office:text>',
      );
    expect(native('pdftotext', await first(utf8(linked), 'fodt', 'pdf'), '-')).toContain('분기 보고서');
    expect(
      requests.slice(before).filter((url) => !new URL(url).pathname.startsWith('/files/') && !url.includes('/assets/')),
    ).toEqual([]);
  });

  it('are refused with a code if damaged, and the next one works', async () => {
    const half = new Uint8Array(readFileSync(path.join(FIXTURES, 'doc.doc'))).slice(0, 2000);
    expect(await convert(half, 'doc', 'pdf')).toMatchObject({ ok: false, code: 'corrupt' });
    expect(await convert(utf8('plain words'), 'rtf', 'pdf')).toMatchObject({ ok: false, code: 'corrupt' });
    expect(await convert('rtf.rtf', 'rtf', 'docx')).toMatchObject({ ok: true });
  });
});
