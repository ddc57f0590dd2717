import { decodeText, detectEncoding } from '@bakkum/document-input/text-encoding';
import { describe, expect, it } from 'vitest';
import { encodeText, type OutputEncoding } from './text-encoding.ts';

const SAMPLES: readonly (readonly [OutputEncoding, string])[] = [
  ['utf-8', '한글 漢字 🎉'],
  ['utf-8-bom', '한글 漢字 🎉'],
  ['utf-16le', '한글 漢字 🎉'],
  ['utf-16be', '한글 漢字 🎉'],
  ['euc-kr', '다람쥐 헌 쳇바퀴에 타고파. 똠방각하 펲시콜라 漢字 ①'],
  ['shift_jis', 'これは日本語の文章です。カタカナ、漢字、ｶﾅ'],
  ['euc-jp', 'これは日本語の文章です。カタカナ、漢字'],
  ['gb18030', '这是简体中文的文章，用来测试编码。'],
  ['big5', '這是繁體中文的文章，用來測試編碼。'],
  ['windows-1252', 'Où est le café? Ça coûte 3 € – très bien, “voilà”'],
  ['windows-1251', 'Съешь же ещё этих мягких французских булок, да выпей чаю'],
];

describe('text in an output encoding', () => {
  it.each(SAMPLES)('survives a round trip through %s with detection', (encoding, text) => {
    const { bytes, replaced } = encodeText(text, encoding);
    expect(replaced).toBe(0);
    expect(detectEncoding(bytes)).toBe(encoding.replace('-bom', ''));
    expect(decodeText(bytes)).toBe(text);
  });

  it('counts unsupported characters', () => {
    const { bytes, replaced } = encodeText('한 é 🎉', 'euc-kr');
    expect(replaced).toBe(2);
    expect(decodeText(bytes, 'euc-kr')).toBe('한 ? ?');
  });
});
