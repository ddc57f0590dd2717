import { describe, expect, it } from 'vitest';
import { relationsOf, resolvePath } from './package-relations.ts';

describe('relationships of a package part', () => {
  const list =
    '<Relationships><Relationship Id="a" Type="http://x/styles" Target="styles.xml"/>' +
    '<Relationship Id="b" Type="http://x/hyperlink" Target="https://example.com/" TargetMode="External"/></Relationships>';
  const parts = new Map([['word/_rels/document.xml.rels', new TextEncoder().encode(list)]]);

  it('are read by id with resolved targets', () =>
    expect([...relationsOf(parts, 'word/document.xml')]).toEqual([
      ['a', { target: 'word/styles.xml', isExternal: false, kind: 'styles' }],
      ['b', { target: 'https://example.com/', isExternal: true, kind: 'hyperlink' }],
    ]));

  it('are empty without a list', () => expect(relationsOf(parts, '').size).toBe(0));

  it.each([
    ['word/document.xml', 'media/a.png', 'word/media/a.png'],
    ['word/document.xml', '../a.xml', 'a.xml'],
    ['a.xml', '../../b.xml', 'b.xml'],
    ['/Documents/1/a.fdoc', './Pages//1.fpage', 'Documents/1/Pages/1.fpage'],
    ['word/document.xml', '/ppt/a.xml', 'ppt/a.xml'],
    ['', 'word/document.xml', 'word/document.xml'],
  ])('resolve from %j: %j', (from, reference, path) => expect(resolvePath(from, reference)).toBe(path));
});
