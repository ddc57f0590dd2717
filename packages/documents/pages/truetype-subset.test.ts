import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';
import { readFont } from '@bakkum/document-typefaces/font-file';
import { expect, it } from 'vitest';
import { subsetFont } from './truetype-subset.ts';

const { resolve } = createRequire(import.meta.filename);

it('keeps the advances and side bearings of glyphs', async () => {
  const font = readFont(new Uint8Array(await readFile(resolve(FACE_FILES.math))));
  const glyphs = Array.from('^x∑ ', (character) => font.glyphOf(character.codePointAt(0) ?? 0));
  const { bytes, numberOf } = subsetFont(font, glyphs);
  const metrics = (table: Uint8Array<ArrayBuffer>, glyph: number): readonly [number, number] => {
    const view = new DataView(table.buffer, table.byteOffset);
    return [view.getUint16(glyph * 4), view.getInt16(glyph * 4 + 2)];
  };
  const subset = readFont(bytes).table('hmtx');
  for (const glyph of glyphs) expect(metrics(subset, numberOf.get(glyph) ?? 0)).toEqual(metrics(font.table('hmtx'), glyph));
});
