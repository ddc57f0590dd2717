import { describe, expect, it } from 'vitest';
import { childOf, descendantsOf, elementsOf, parseXml, textOf, XmlError } from './xml.ts';

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

  it('skips a document type with its declarations and expands none of them', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>';
    expect(textOf(parseXml(bomb))).toBe('&y;');
  });

  it.each(['', 'text', '<a>', '<a></b>', '</a>', '<a', '<a><!--', `${'<a>'.repeat(600)}${'</a>'.repeat(600)}`])(
    'refuses %j',
    (source) => expect(() => parseXml(source)).toThrow(XmlError),
  );
});
