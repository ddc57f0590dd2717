import { compoundOf } from '@bakkum/document-office/test-compound-file';
import { convertWith } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const record = (kind: string, content: readonly number[]): number[] => {
  const length = content.length + 4;
  return [...letters(kind), length & 255, (length >> 8) & 255, length >> 16, ...content];
};
/** A paragraph: four bytes of properties, its text, its formatting. */
const paragraph = (words: readonly number[]): number[] =>
  record('T', [0x04, 3, 0, 0xfe, 0xff, words.length & 255, words.length >> 8, ...words, ...record('S', [0, 1, 2])]);
const content = (...inside: readonly (readonly number[])[]): number[] =>
  record('N', [0x04, inside.length, 0, 0, 0, ...inside.flat()]);

function documentOf(parts: readonly number[], flags = 0): Blob {
  const head = [...letters('SW5HDR'), 0, 0x2e, 0x17, 2, flags, ...Array.from({ length: 0x2e - 3 }, () => 0)];
  const stream = Uint8Array.from([...head, ...record('!', [0, 1, 2]), ...parts, 0, 0, 0]);
  return new Blob([compoundOf({ StarWriterDocument: stream })]);
}

const convert = (input: Blob, to: string) => convertWith({ engine, manifest }, { input, from: 'sdw', to });
async function textOf(input: Blob, to = 'txt'): Promise<string> {
  const [{ content: file }] = (await convert(input, to)).outputs;
  if (!(file instanceof Blob)) throw new TypeError('no file');
  return file.text();
}

/** 한글 in the Korean encoding of the time. */
const HANGUL = [0xc7, 0xd1, 0xb1, 0xdb];
const table = record('E', [
  0x06,
  1,
  0,
  0,
  0,
  0,
  0,
  ...record('L', [2, 0, ...record('t', [1, ...content(paragraph(letters('cell')))])]),
]);
const WHOLE = documentOf(content(paragraph(HANGUL), table, paragraph(letters('a < b\nc')), paragraph([])));

describe('StarWriter documents', () => {
  it('are read as paragraphs, with table text in place', async () => {
    expect(await textOf(WHOLE)).toBe('한글\ncell\na < b\nc\n\n');
    expect(await textOf(WHOLE, 'html')).toContain('<p>한글</p>\n<p>cell</p>\n<p>a &lt; b<br>c</p>\n</body>');
  });

  it.each([
    ['locked', 'encrypted', documentOf(content(paragraph(letters('a'))), 8)],
    ['without words', 'empty', documentOf(content(paragraph([])))],
    ['of another type', 'corrupt', new Blob([compoundOf({ Other: new Uint8Array(900) })])],
    ['cut off', 'corrupt', documentOf(content(paragraph(letters('words'))).slice(0, 14))],
    ['with a paragraph longer than its container', 'corrupt', documentOf(content(record('T', [0, 200, 0, 65])))],
  ])('%s are refused: %s', async (_, code, input) => {
    await expect(convert(input, 'txt')).rejects.toMatchObject({ code });
  });

  it('are refused or read when changed anywhere', async () => {
    const whole = await WHOLE.bytes();
    const codes = new Set<unknown>();
    for (let at = 1024; at < whole.length; at += 1)
      codes.add(
        await convert(new Blob([whole.with(at, (whole[at] ?? 0) ^ 0xff)]), 'txt').then(
          () => 'read',
          (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
        ),
      );
    expect([...codes].filter((code) => !['read', 'corrupt', 'empty', 'encrypted'].includes(String(code)))).toEqual([]);
  });
});
