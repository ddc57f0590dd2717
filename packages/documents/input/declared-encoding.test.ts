import { describe, expect, it } from 'vitest';
import { decodeStated, decodeText, detectEncoding, markupAsUtf8 } from './text-encoding.ts';

const ascii = (text: string) => [...new TextEncoder().encode(text)];
const page = (head: string, body: readonly number[]) => new Uint8Array([...ascii(head), ...body, ...ascii('</p>')]);
const bodyOf = (bytes: Uint8Array) => /<p>(.*)<\/p>/.exec(decodeText(bytes))?.[1];
const KOREAN = [0xc7, 0xd1, 0xb1, 0xdb]; // 한글
const CHINESE = [0xbc, 0xdb, 0xb8, 0xf1, 0xb1, 0xed]; // 价格表
const POLISH = [0x67, 0xea, 0x9c, 0x6c, 0xb9]; // gęślą

describe('declared encodings', () => {
  it.each([
    ['a meta element', '<meta charset="gb2312"><p>', CHINESE, '价格表'],
    ['a meta element of HTML 4', '<meta http-equiv=Content-Type content="text/html; charset=ks_c_5601-1987"><p>', KOREAN, '한글'],
    ['an XML declaration', '<?xml version="1.0" encoding="windows-1250"?><p>', POLISH, 'gęślą'],
    ['a label browsers do not know', '<meta charset="cp949"><p>', [0x8c, 0x63], '똠'],
  ])('are read from %s', (_, head, body, text) => expect(bodyOf(page(head, body))).toBe(text));

  it.each([
    ['UTF-8 declared as EUC-KR', '<meta charset="euc-kr"><p>', ascii('한글'), '한글'],
    ['UTF-8 declared as Latin', '<meta charset="iso-8859-1"><p>', ascii('café'), 'café'],
    ['EUC-KR declared as UTF-8', '<meta charset="utf-8"><p>', KOREAN, '한글'],
    ['a declaration in a comment', '<!-- <meta charset="big5"> --><p>', KOREAN, '한글'],
    ['an unknown label', '<meta charset="x-user-defined"><p>', KOREAN, '한글'],
    ['a page that says it is in ASCII', '<meta charset="us-ascii"><p>', KOREAN, '한글'],
  ])('are ignored where the bytes contradict them: %s', (_, head, body, text) => expect(bodyOf(page(head, body))).toBe(text));

  it('yield to a byte order mark', () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...ascii('<meta charset="euc-kr"><p>é</p>')]);
    expect(bodyOf(bytes)).toBe('é');
  });

  it('are read from LaTeX and Emacs', () => {
    expect(detectEncoding(page('\\usepackage[latin2]{inputenc} ', POLISH))).toBe('iso-8859-2');
    expect(detectEncoding(page('% -*- coding: windows-1250 -*-\n', POLISH))).toBe('windows-1250');
  });

  it('are replaced when the text becomes UTF-8', () => {
    const bytes = markupAsUtf8(page('<?xml version="1.0" encoding="EUC-KR"?><meta charset=euc-kr><p>', KOREAN));
    expect(new TextDecoder().decode(bytes)).toBe('<?xml version="1.0" encoding="UTF-8"?><meta charset=utf-8><p>한글</p>');
  });

  it('leave UTF-8 and data that is no markup alone', () => {
    const [utf8, data] = [page('<p>', ascii('한글')), new Uint8Array([0x80, 0xff, 0x00])];
    expect(markupAsUtf8(utf8)).toBe(utf8);
    expect(markupAsUtf8(data)).toBe(data);
  });
});

describe('encodings stated outside of a text', () => {
  it('go before its own declaration', () =>
    expect(decodeStated(page('<meta charset="big5">', KOREAN), 'EUC-KR')).toContain('한글'));
  it('are ignored if they contradict the bytes', () => expect(decodeStated(new Uint8Array(KOREAN), 'utf-8')).toBe('한글'));
  it('may be missing', () => expect(decodeStated(new Uint8Array(KOREAN), '')).toBe('한글'));
  it('may be UTF-16 without a mark', () => expect(decodeStated(new Uint8Array([0x41, 0, 0xac, 0x20]), 'utf-16le')).toBe('A€'));
});
