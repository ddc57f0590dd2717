import { describe, expect, it } from 'vitest';
import { escapeHtml, escapeXmlAttribute, escapeXmlText } from './escape.ts';
import { htmlPage } from './html-page.ts';
import { unescapeHtml, unescapeXml } from './unescape.ts';
import { textElement, writeXml } from './write-xml.ts';
import { parseXml, textOf } from './xml.ts';

const MARKUP = `<a b="c">Tom & 'Jerry'</a>]]>`;
const IMPOSSIBLE = '\0\x01\x08\x0b\x0c\x0e\x1f\ufffe\uffff\udc00\ud800';

describe('escaping', () => {
  it('escapes markup in text and keeps quotes', () =>
    expect(escapeXmlText(MARKUP)).toBe(`&lt;a b="c"&gt;Tom &amp; 'Jerry'&lt;/a&gt;]]&gt;`));

  it('escapes double quotes in attributes and in HTML', () => {
    const escaped = `&lt;a b=&quot;c&quot;&gt;Tom &amp; 'Jerry'&lt;/a&gt;]]&gt;`;
    expect(escapeXmlAttribute(MARKUP)).toBe(escaped);
    expect(escapeHtml(MARKUP)).toBe(escaped);
  });

  it.each([escapeXmlText, escapeXmlAttribute, escapeHtml])('drops characters XML cannot hold: %o', (escape) =>
    expect(escape(`a${IMPOSSIBLE}b`)).toBe('ab'),
  );

  it.each([escapeXmlText, escapeXmlAttribute, escapeHtml])('keeps every other character: %o', (escape) =>
    expect(escape('é 한글 😀 \u00a0\u0085\u2028\ufffd\u{10ffff}')).toBe('é 한글 😀 \u00a0\u0085\u2028\ufffd\u{10ffff}'),
  );

  it('writes white space so that a parser returns it unchanged', () => {
    const text = ' a\tb\nc\r\nd\re ';
    const root = parseXml(`<a b="${escapeXmlAttribute(text)}">${escapeXmlText(text)}</a>`);
    expect([root.attributes['b'], textOf(root)]).toEqual([text, text]);
    expect(escapeHtml(text)).toBe(text);
  });
});

describe('unescaping', () => {
  it.each([escapeXmlText, escapeXmlAttribute, escapeHtml])('reverses %o', (escape) => {
    expect(unescapeXml(escape(MARKUP))).toBe(MARKUP);
    expect(unescapeHtml(escape(MARKUP))).toBe(MARKUP);
  });

  it('decodes references once', () => expect(unescapeXml('&amp;lt; &#38;#60; &#x26;amp;')).toBe('&lt; &#60; &amp;'));

  it('decodes decimal and hexadecimal references', () =>
    expect(unescapeXml('&apos;&#44032;&#xAC00;&#XAC00;&#x1F600;')).toBe("'가가가😀"));

  it('keeps unknown entities and bare ampersands', () =>
    expect(unescapeXml('&nbsp; & &; &#x; a&b;')).toBe('&nbsp; & &; &#x; a&b;'));

  it.each(['&#0;', '&#xD800;', '&#xdfff;', '&#x110000;', '&#99999999999999999999;'])('replaces impossible %s', (reference) =>
    expect(unescapeXml(reference)).toBe('\ufffd'),
  );

  it('decodes named entities of HTML as browsers do', () => {
    expect(unescapeHtml('&nbsp;&hellip;&copy 2026 &#128;')).toBe('\u00a0…© 2026 €');
    expect(unescapeHtml('a & b &unknown;')).toBe('a & b &unknown;');
  });
});

describe('text elements', () => {
  it('contain escaped text', () => expect(textElement('dc:title', 'a & b', '  ')).toBe('  <dc:title>a &amp; b</dc:title>\n'));

  it('are omitted if empty', () => expect(textElement('a', '')).toBe(''));
});

it('writes a parsed tree with prefixes, attributes and escaped text', () => {
  const xml = '<m:a x:b="1 &amp; &quot;2&quot;&#10;">a &lt; b<c></c></m:a>';
  expect(writeXml(parseXml(xml))).toBe(xml);
});

it('writes a web page with escaped title, language and metadata', () => {
  const meta = [
    ['author', 'A "B"'],
    ['description', ''],
  ] as const;
  expect(htmlPage({ title: 'a < b', body: '<p>x</p>', language: 'ko', meta })).toBe(
    '<!DOCTYPE html>\n<html lang="ko"><head><meta charset="utf-8"><title>a &lt; b</title>' +
      '<meta name="author" content="A &quot;B&quot;"></head><body>\n<p>x</p>\n</body></html>\n',
  );
});
