import { describe, expect, it } from 'vitest';
import { childOf, descendantsOf, elementsOf, parseXml, textOf } from './xml.ts';

describe('XML', () => {
  it('reads elements, attributes and text without namespace prefixes', () => {
    const root = parseXml(
      '<?xml version="1.0"?><!-- x --><hp:p id=\'1\' b="a &lt; &#xAC00;>"><hp:t>한 &amp; <i/>글</hp:t></hp:p>',
    );
    expect(root.name).toBe('p');
    expect(root.attributes).toEqual({ id: '1', b: 'a < 가>' });
    expect(textOf(root)).toBe('한 & 글');
    expect(elementsOf(root).map(({ name }) => name)).toEqual(['t']);
    expect(childOf(root, 't')?.children).toHaveLength(3);
    expect([...descendantsOf(root, 'i')]).toHaveLength(1);
  });

  it('keeps CDATA content unchanged', () => expect(textOf(parseXml('<a><![CDATA[<b>&amp;]]></a>'))).toBe('<b>&amp;'));

  it('skips a document type without expanding its declarations', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>';
    expect(textOf(parseXml(bomb))).toBe('&y;');
  });

  it('skips declarations that contain quotes and brackets', () => {
    const source = `<!DOCTYPE a SYSTEM "a>b.dtd" [<!-- don't --><!ELEMENT a (b[1])>\n] ><a>x</a>`;
    expect(textOf(parseXml(source))).toBe('x');
    expect(textOf(parseXml('<!DOCTYPE a SYSTEM "a>b.dtd"><a>x</a>'))).toBe('x');
  });

  it('normalizes line ends and white space in attributes', () => {
    const root = parseXml('<a b="1\r\n2\t3&#10;4">x\r\ny\rz&#13;</a>');
    expect(root.attributes).toEqual({ b: '1 2 3\n4' });
    expect(textOf(root)).toBe('x\ny\nz\r');
  });

  it('ignores a byte order mark', () => expect(parseXml('\ufeff<a/>').name).toBe('a'));

  it('reads attributes without white space between them', () =>
    expect(parseXml(`<a b="1"c='2' d = "x=y"/>`).attributes).toEqual({ b: '1', c: '2', d: 'x=y' }));

  it.each(['', 'text', '<a>', '<a></b>', '</a>', '<a', '<a><!--', '< a="1"/>', '<!DOCTYPE a [<a/>'])('refuses %j', (source) =>
    expect(() => parseXml(source)).toThrow(expect.objectContaining({ code: 'corrupt' })),
  );

  it('refuses nesting deeper than documents have', () =>
    expect(() => parseXml(`${'<a>'.repeat(600)}${'</a>'.repeat(600)}`)).toThrow(expect.objectContaining({ code: 'too-large' })));
});
