import { describe, expect, it } from 'vitest';
import { decodeText, detectEncoding, guessText } from './text-encoding.ts';

const bytes = (...values: readonly number[]) => new Uint8Array(values);
const hex = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

describe('encodings', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('한글'), '한글'],
    ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0x41), 'A'],
    ['UTF-16, little end first', bytes(0xff, 0xfe, 0x00, 0xac), '가'],
    ['UTF-16, big end first', bytes(0xfe, 0xff, 0xac, 0x00), '가'],
    ['UTF-16 without a mark', bytes(0x41, 0, 0x20, 0, 0x00, 0xac, 0x0a, 0), 'A 가\n'],
    ['UTF-16 without a mark, big end first', bytes(0, 0x41, 0, 0x20, 0xac, 0x00, 0, 0x0a), 'A 가\n'],
    ['CP949', bytes(0xc7, 0xd1, 0xb1, 0xdb, 0x8c, 0x63), '한글똠'],
    ['Windows Latin', bytes(0x63, 0x61, 0x66, 0xe9), 'café'],
    // Made with iconv.
    ['Shift_JIS', hex('93fa967b8cea82cc95b68e9a8141834a835e834a83698142'), '日本語の文字、カタカナ。'],
    ['Shift_JIS, short', hex('82a0'), 'あ'],
    ['EUC-JP', hex('c6fccbdcb8eca4cecab8bbfaa1a2a5aba5bfa5aba5caa1a3'), '日本語の文字、カタカナ。'],
    ['ISO-2022-JP', hex('1b2442467c4b5c386c1b2842'), '日本語'],
    ['ISO-2022-KR', hex('1b2429430a0e47513142310f20610a').map((byte) => byte), undefined],
    ['GB18030', hex('bcf2cce5d6d0cec4a3acd5e2cac7d2bbb8f6b2e2cad4a1a3'), '简体中文，这是一个测试。'],
    ['Big5', hex('c163c5e9a4a4a4e5a141b36fac4fa440add3b4fab8d5a143'), '繁體中文，這是一個測試。'],
    ['Windows Cyrillic', hex('cff0e8e2e5f22c20eae0ea20e4e5ebe03f'), 'Привет, как дела?'],
    ['KOI8-R', hex('f0d2c9d7c5d42c20cbc1cb20c4c5ccc13f'), 'Привет, как дела?'],
    ['Windows Greek', hex('cae1ebe7ecddf1e12c20f0fef22061'), 'Καλημέρα, πώς a'],
    ['Windows Thai', hex('cac7d1cab4d520b9d5e8a4d7cde0cda1cad2c3c0d2c9d2e4b7c2'), 'สวัสดี นี่คือเอกสารภาษาไทย'],
    ['Windows Central Europe', hex('5a61bff3b3e62067ea9c6cb9206a619ff1'), 'Zażółć gęślą jaźń'],
    ['Portuguese', hex('6120706f6573696120e92061206d697373e36f206520612066756ee7e36f'), 'a poesia é a missão e a função'],
    ['French', hex('4c27e974e9206174746564e9206ee0'), "L'été attedé nà"],
    ['Korean with a broken byte', hex('c7d1b1dbc0b8b7ce20beb420b1dbc0d4b4cfb4d9ff0a'), '한글으로 쓴 글입니다\uFFFD\n'],
  ])('%s', (_, given, text) => {
    if (text === undefined) expect(detectEncoding(given)).toBe('iso-2022-kr');
    else expect(decodeText(given)).toBe(text);
  });

  it('can be given explicitly', () => expect(decodeText(bytes(0xe9), 'windows-1251')).toBe('й'));

  it('of file names are strict', () => {
    expect(guessText(bytes(0xff))).toBeUndefined();
    expect(guessText(hex('93fa967b8cea'))).toBe('日本語');
  });
});
