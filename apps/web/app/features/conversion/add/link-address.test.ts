import { describe, expect, test } from 'vitest';
import { addressOf, linkedName } from './link-address.ts';

describe('addressOf', () => {
  test.each([
    ['https://example.com/a.png', 'https://example.com/a.png'],
    ['  example.com/a ', 'https://example.com/a'],
    ['example.com:8443/a', 'https://example.com:8443/a'],
    ['https://예시.한국/사진.jpg', 'https://xn--vv4b11d.xn--3e0b707e/%EC%82%AC%EC%A7%84.jpg'],
  ])('reads %s', (typed, href) => {
    expect(addressOf(typed)).toMatchObject({ url: { href } });
  });

  test.each([
    ['', 'not-an-address'],
    ['hello', 'not-an-address'],
    ['two words.com', 'not-an-address'],
    ['http://example.com/a.png', 'not-secure'],
    ['ftp://example.com/a.png', 'not-secure'],
    ['file:///etc/passwd', 'not-an-address'],
    ['javascript:alert(1)', 'not-an-address'],
    ['data:text/plain,a', 'not-an-address'],
  ])('rejects "%s"', (typed, fault) => {
    expect(addressOf(typed)).toEqual({ fault });
  });
});

describe('linkedName', () => {
  const url = new URL('https://example.com/files/%EC%82%AC%EC%A7%84.heic?size=1');
  test.each([
    [null, '사진.heic'],
    ['inline', '사진.heic'],
    ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
    ['attachment; filename=plain.pdf; x=y', 'plain.pdf'],
    [`attachment; filename="fallback.pdf"; filename*=UTF-8''%ED%95%9C%EA%B8%80.pdf`, '한글.pdf'],
    ['attachment; filename="../../secret/x.pdf"', 'x.pdf'],
  ])('from %s', (disposition, name) => {
    expect(linkedName(url, disposition)).toBe(name);
  });

  test('falls back to the host', () => {
    expect(linkedName(new URL('https://example.com/'), null)).toBe('example.com');
    expect(linkedName(new URL('https://example.com/100%'), null)).toBe('100%');
  });
});
