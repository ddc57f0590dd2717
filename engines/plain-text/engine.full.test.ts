import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OptionValues } from '@bakkum/conversion/options';
import { encodeText, type OutputEncoding } from '@bakkum/document-output/text-encoding';
import { typstDocumentOf } from '@bakkum/document-typesetting/typst-document';
import { afterAll, describe, expect, it } from 'vitest';
import { convertWith } from '../../tests/engine-context.ts';
import { hasProgram } from '../../tests/native.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-text-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Input = string | Uint8Array<ArrayBuffer>;

const convert = (input: Input, to: string, options: OptionValues = {}) =>
  convertWith({ engine, manifest }, { input: new Blob([input]), from: 'txt', to, options });

async function pages(input: Input, options: OptionValues = {}) {
  const { outputs, warnings } = await convert(input, 'pdf', options);
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('no file');
  const file = path.join(folder, `${crypto.randomUUID()}.pdf`);
  writeFileSync(file, new Uint8Array(await content.arrayBuffer()));
  const run = (program: string, ...words: string[]) => execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return {
    text: run('pdftotext', '-layout', file, '-'),
    /** Character columns five points wide, half the font size. */
    columns: run('pdftotext', '-fixed', '5', file, '-'),
    facts: run('pdfinfo', file),
    fonts: run('pdffonts', file),
    sound: hasProgram('qpdf') ? run('qpdf', '--check', file) : 'No syntax or stream encoding errors',
    warnings: warnings.map(({ code }) => code),
  };
}

const squeezed = (text: string) => text.replaceAll(/[\s\f]/g, '');

describe.skipIf(!hasProgram('pdftotext'))('text laid out in pages', () => {
  it('keeps every character of every line', async () => {
    const lines = Array.from(
      { length: 300 },
      (_, index) => `${index} 다람쥐 헌 쳇바퀴에 타고파 똠방각하 {}<>()\\ ${'x'.repeat(index % 150)} end`,
    );
    const { text, facts, sound, warnings } = await pages(lines.join('\r\n'));
    expect(squeezed(text)).toBe(squeezed(lines.join('')));
    expect(facts).toMatch(/Pages: +1[12]\n/);
    expect(sound).toContain('No syntax or stream encoding errors');
    expect(warnings).toEqual([]);
  });

  it('has as many Latin lines per page as office programs, and fewer with Hangul', async () => {
    const pagesOf = async (line: string) => Number(/Pages: +(\d+)/.exec((await pages(`${line}\n`.repeat(640))).facts)?.[1]);
    expect(await pagesOf('line')).toBe(10);
    expect(await pagesOf('줄')).toBe(12);
  });

  it('keeps columns in monospaced text', async () => {
    const { columns } = await pages('a\tb\n한글\tc\n12345678\td');
    const [one = '', two = '', three = ''] = columns.split('\n').map((line) => line.trimStart());
    expect(one.indexOf('b')).toBe(8);
    expect(two.indexOf('c')).toBe(8);
    expect(three.indexOf('d')).toBe(16);
  });

  it.each(['sans', 'serif', 'mono'])('%s wraps at spaces and breaks long words', async (typeface) => {
    const prose = `${'단어들이 이어지는 문장 and words. '.repeat(40)}${'w'.repeat(400)}`;
    const { text, fonts } = await pages(prose, { typeface });
    expect(squeezed(text)).toBe(squeezed(prose));
    expect(text).not.toMatch(/\bwor\n|\ban\n/);
    expect(fonts).toMatch({ sans: /NanumGothic/, serif: /NanumMyeongjo/, mono: /NanumGothicCoding/ }[typeface] ?? /^$/);
  });

  it('starts a page at a form feed, and honours page size, margins, font size and numbers', async () => {
    const options = {
      pageSize: 'letter',
      orientation: 'landscape',
      margin: 10,
      fontSize: 20,
      pageNumbers: true,
      lineNumbers: true,
    };
    const { text, facts } = await pages('one\n\ntwo\fthree\n', options);
    expect(facts).toMatch(/Pages: +2\n[\s\S]*792 x 612 pts \(letter\)/);
    expect(text.replaceAll(/ +/g, ' ')).toMatch(/1 one\n+ ?2\n+ ?3 two\n+ ?1\n*\f ?4 three\n+ ?2/);
  });

  it('shows control characters as symbols, and drops terminal sequences', async () => {
    const { text } = await pages('\u001b[1;31mred\u001b[0m \u0000 N\bNAME');
    expect(text.trim()).toBe('red ␀ NAME');
  });

  it('composes decomposed characters', async () => {
    expect((await pages('한글 é'.normalize('NFD'))).text.trim()).toBe('한글 é');
  });

  it.each([
    ['日本語、カタカナ', /NotoSansJP/],
    ['简体中文', /NotoSansSC/],
    ['Ελληνικά Кириллица', /NotoSansMono|NotoSans|NanumGothicCoding/],
    ['┌─┐ → ✓ 🎉', /NotoEmoji/],
  ])('has glyphs for %s', async (words, face) => {
    const { text, fonts, warnings } = await pages(words);
    expect(squeezed(text)).toBe(squeezed(words));
    expect(fonts).toMatch(face);
    expect(warnings).toEqual([]);
  });

  it.each<[OutputEncoding, string]>([
    ['utf-8-bom', '가나다 ABC'],
    ['utf-16le', '가나다 ABC'],
    ['utf-16be', '가나다 ABC'],
    ['euc-kr', '다람쥐 헌 쳇바퀴에 타고파 똠방각하'],
    ['shift_jis', 'これは日本語の文章です'],
    ['gb18030', '这是简体中文的文章'],
    ['windows-1252', 'Où est le café? Ça coûte cher'],
    ['windows-1251', 'Съешь же ещё этих мягких булок'],
  ])('in %s is read', async (encoding, words) => {
    expect(squeezed((await pages(encodeText(words, encoding).bytes)).text)).toBe(squeezed(words));
  });

  it('is read in the selected encoding', async () => {
    const { bytes } = encodeText('привет', 'windows-1251');
    expect((await pages(bytes, { inputEncoding: 'windows-1251' })).text.trim()).toBe('привет');
  });

  it('of megabytes is laid out in bounded time and memory', async () => {
    const line = '2026-11-21 10:00:00.000 INFO worker-3 request id=17 path=/api/v1/items 처리 완료 0.8276\n';
    const { facts, text } = await pages(line.repeat(20_000));
    expect(facts).toMatch(/Pages: +3\d\d\n/);
    expect(text.match(/처리 완료/g)).toHaveLength(20_000);
  });

  it('in scripts that need shaping is left to the typesetting engine', async () => {
    await expect(pages('שלום')).rejects.toMatchObject({ code: 'unsupported-feature' });
    const { markup } = typstDocumentOf((await convert('שלום "#"\nb\fc', 'typst-document')).outputs[0].content);
    expect(markup).toBe('#"שלום \\"#\\"" \\\n#"b"\n#pagebreak()\n#"c"');
  });
});

describe('text in another encoding', () => {
  const recoded = async (input: Input, options: OptionValues) => {
    const { outputs, warnings } = await convert(input, 'txt', options);
    const { content } = outputs[0];
    if (!(content instanceof Blob)) throw new TypeError('no file');
    return { bytes: [...new Uint8Array(await content.arrayBuffer())], warnings };
  };

  it('is unchanged', async () => {
    const { bytes, warnings } = await recoded('한\n글', { outputEncoding: 'euc-kr', lineEnds: 'crlf' });
    expect(bytes).toEqual([0xc7, 0xd1, 0x0d, 0x0a, 0xb1, 0xdb]);
    expect(warnings).toEqual([]);
  });

  it('warns about unsupported characters', async () => {
    const { bytes, warnings } = await recoded('é한', { outputEncoding: 'windows-1252' });
    expect(bytes).toEqual([0xe9, 0x3f]);
    expect(warnings).toEqual([{ code: 'characters-replaced', params: { count: 1 } }]);
  });

  it.each([
    ['empty', ' \n'],
    ['corrupt', Uint8Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? 1 : 65))],
  ])('is refused when %s', async (code, input) => {
    await expect(recoded(input, {})).rejects.toMatchObject({ code });
  });
});
