import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { rareCharactersIn } from './rare-characters.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const found = (bytes: Uint8Array<ArrayBuffer>, name: string) => [...rareCharactersIn(bytes, name)].sort().join('');

describe('characters that need an additional typeface', () => {
  it.each([
    ['a web page', utf8('<p>한글 abc 龙&#x1F600;&#12354;</p>'), 'document.html', 'あ龙😀'],
    ['RTF, in units of UTF-16', utf8(String.raw`{\rtf1\ansi \u-25001?\u-10179?\u-8704? é}`), 'document.rtf', '鹗😀'],
    ['a package, in its parts alone', packed(), 'document.docx', '文ก'],
  ])('are found in %s', (_, bytes, name, characters) => {
    expect(found(bytes, name)).toBe([...characters].sort().join(''));
  });

  it.each([
    ['Hangul and Latin', utf8('한글 words ₩ é'), 'document.txt'],
    ['a zip that is cut off', packed().slice(0, 40), 'document.docx'],
    ['a compound file without streams', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'document.doc'],
  ])('are absent in %s', (_, bytes, name) => {
    expect(found(bytes, name)).toBe('');
  });
});

function packed(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipSync({ 'word/document.xml': strToU8('<w:t>文ก</w:t>'), 'word/media/a.png': strToU8('龍') }));
}
