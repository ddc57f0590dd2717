import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { withoutUnusedLayouts } from './slide-layouts.ts';

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const link = (id: string, kind: string, target: string) => `<Relationship Id="${id}" Type="${REL}/${kind}" Target="${target}"/>`;
const links = (...all: readonly string[]) => `<Relationships>${all.join('')}</Relationships>`;
const zipOf = (members: Readonly<Record<string, string>>) =>
  new Uint8Array(zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)]))));

describe('slides for a fixed layout', () => {
  it('drop slide layouts that no slide uses', async () => {
    const file = new Uint8Array(await readFile(path.resolve(import.meta.dirname, '../../../tests/fixtures/documents/pptx.pptx')));
    const before = unzipSync(file);
    const after = unzipSync(withoutUnusedLayouts(file));
    const LINKS = 'ppt/slideMasters/_rels/slideMaster1.xml.rels';
    const layoutsOf = (xml: Uint8Array | undefined) =>
      [...strFromU8(xml ?? new Uint8Array()).matchAll(/slideLayout\d+\.xml/g)].flat();
    expect(layoutsOf(before[LINKS])).toHaveLength(12);
    expect(layoutsOf(after[LINKS])).toEqual(['slideLayout1.xml', 'slideLayout2.xml']);
    const master = strFromU8(after['ppt/slideMasters/slideMaster1.xml'] ?? new Uint8Array());
    expect([...master.matchAll(/sldLayoutId .*?r:id="(\w+)"/g)].map(([, id]) => id)).toEqual(['rId2', 'rId3']);
    const others = Object.keys(before).filter((name) => !/slideMasters/.test(name));
    for (const name of others) expect(after[name]).toEqual(before[name]);
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
  });

  it('recognise a layout by its path, however the path is written', () => {
    const members = {
      'ppt/slides/_rels/one.xml.rels': links(link('x', 'slideLayout', '/ppt/slideLayouts/a.xml')),
      'ppt/slideMasters/m.xml':
        '<p:sldLayoutIdLst><p:sldLayoutId id="1" r:id="r1"/><p:sldLayoutId id="2" r:id="r2"/></p:sldLayoutIdLst>',
      'ppt/slideMasters/_rels/m.xml.rels': links(
        link('r1', 'slideLayout', '../slideLayouts/a.xml'),
        link('r2', 'slideLayout', '../slideLayouts/b.xml'),
        link('r3', 'theme', '../theme/b.xml'),
      ),
    };
    const after = unzipSync(withoutUnusedLayouts(zipOf(members)));
    expect(strFromU8(after['ppt/slideMasters/m.xml'] ?? new Uint8Array())).toBe(
      '<p:sldLayoutIdLst><p:sldLayoutId id="1" r:id="r1"/></p:sldLayoutIdLst>',
    );
    expect(strFromU8(after['ppt/slideMasters/_rels/m.xml.rels'] ?? new Uint8Array())).toBe(
      links(link('r1', 'slideLayout', '../slideLayouts/a.xml'), link('r3', 'theme', '../theme/b.xml')),
    );
  });

  it('stay unchanged when all layouts are used, a master uses none, or the file is unreadable', () => {
    const master = { 'ppt/slideMasters/m.xml': '<p:sldLayoutId r:id="r1"/>' };
    const listed = { 'ppt/slideMasters/_rels/m.xml.rels': links(link('r1', 'slideLayout', '../slideLayouts/a.xml')) };
    const used = { 'ppt/slides/_rels/s.xml.rels': links(link('x', 'slideLayout', '../slideLayouts/a.xml')) };
    for (const file of [
      zipOf({ ...master, ...listed, ...used }),
      zipOf({ ...master, ...listed }),
      zipOf({ other: 'x' }),
      new Uint8Array(50),
    ])
      expect(withoutUnusedLayouts(file)).toBe(file);
  });
});
