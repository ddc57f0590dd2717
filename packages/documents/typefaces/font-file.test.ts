import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FACE_FILES, type FaceName, facesInOrder } from './catalogue.ts';
import { loadFaces } from './coverage.ts';
import { readFont } from './font-file.ts';

const MODULES = path.resolve(import.meta.dirname, '../../../node_modules');
const load = async (face: FaceName) => new Uint8Array(await readFile(path.join(MODULES, FACE_FILES[face])));

describe('typefaces', () => {
  it.each(Object.keys(FACE_FILES) as FaceName[])('%s is a font with consistent tables', async (name) => {
    const font = readFont(await load(name));
    const space = font.glyphOf(0x20);
    expect(space).toBeGreaterThan(0);
    expect(space).toBeLessThan(font.glyphCount);
    expect(font.glyphOf(0xffff)).toBe(0);
    expect(font.ascent - font.descent).toBeGreaterThanOrEqual(font.unitsPerEm * 0.9);
    expect(font.widthOf(space)).toBeLessThan(2 * font.unitsPerEm);
  });

  it('have Korean syllables twice as wide as letters in a monospaced typeface', async () => {
    const font = readFont(await load('coding'));
    expect(font.widthOf(font.glyphOf(0xac00))).toBe(2 * font.widthOf(font.glyphOf(0x41)));
  });

  it.each([
    ['plain', ['sans']],
    ['한글', ['sans', 'gothic']],
    ['한글 漢字', ['sans', 'gothic', 'chinese']],
    ['こんにちは世界', ['sans', 'japanese']],
    ['简体中文', ['sans', 'chinese']],
    ['한글 简体', ['sans', 'gothic', 'chinese']],
    ['🎉', ['sans', 'emoji']],
    ['שלום مرحبا', ['sans', 'arabic', 'hebrew']],
  ])('for %s are %j', async (text, expected) => {
    const { faces, missing } = await loadFaces(facesInOrder('sans', 'gothic', text), text, load);
    expect(faces.map(({ name }) => name)).toEqual(expected);
    expect([...missing]).toEqual([]);
  });

  it('report characters missing from all of them', async () => {
    const { missing } = await loadFaces(['sans'], 'a\u{1f389}\u200d\u{13000}', load);
    expect([...missing]).toEqual(['\u{1f389}', '\u{13000}']);
  });
});
