import { viewOf } from '@bakkum/bytes/bytes';
import { bytesOf, type ConvertResult } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';
import { nameOf } from './names.ts';
import { readSfnt, tableOf, writeSfnt } from './sfnt.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const convert = (input: Blob, from: string, to: string, options?: OptionValues): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input, from, to, ...(options ? { options } : {}) });

async function bytesFrom(name: string, from: string, to: string, options?: OptionValues): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf((await convert(await fixture(`fonts/${name}`), from, to, options)).outputs[0].content);
}

const codeOf = (converted: Promise<unknown>): Promise<unknown> =>
  converted.then(
    () => 'a result',
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );

const glyphCount = (sfnt: Uint8Array<ArrayBuffer>): number =>
  viewOf(tableOf(readSfnt(sfnt), 'maxp') ?? new Uint8Array()).getUint16(4);

describe('container conversion without changes to the font', () => {
  it.each([
    ['woff.woff', 'woff', 'ttf.ttf', 'ttf'],
    ['woffcff.woff', 'woff', 'otf.otf', 'otf'],
    ['eot.eot', 'eot', 'ttf.ttf', 'ttf'],
  ])('%s holds the content of %s', async (packed, from, plain, to) => {
    expect(await bytesFrom(packed, from, to)).toEqual(await bytesOf(await fixture(`fonts/${plain}`)));
  });

  it.each([
    ['ttf.ttf', 'ttf', 'woff'],
    ['ttf.ttf', 'ttf', 'eot'],
    ['otf.otf', 'otf', 'woff'],
  ])('%s is unchanged after a round trip (%s → %s)', async (name, from, through) => {
    const packed = new Blob([await bytesFrom(name, from, through)]);
    const back = await bytesOf((await convert(packed, through, from)).outputs[0].content);
    expect(back).toEqual(await bytesOf(await fixture(`fonts/${name}`)));
  });

  it.each([
    ['ttf.ttf', 'ttf', ['glyf', 'loca', 'head']],
    ['otf.otf', 'otf', ['head']],
  ])('%s keeps every table in WOFF2 except those it transforms', async (name, from, changed) => {
    const packed = new Blob([await bytesFrom(name, from, 'woff2')]);
    const back = readSfnt(await bytesOf((await convert(packed, 'woff2', from)).outputs[0].content));
    const original = readSfnt(await bytesOf(await fixture(`fonts/${name}`)));
    expect(back.flavour).toBe(original.flavour);
    for (const { tag, data } of original.tables) if (!changed.includes(tag)) expect(tableOf(back, tag)).toEqual(data);
  });

  it('splits a collection into its fonts', async () => {
    const { outputs } = await convert(await fixture('fonts/ttc.ttc'), 'ttc', 'ttf');
    expect(outputs.map(({ label }) => label)).toEqual(['Bakkum-Test-Regular', 'Bakkum-Test-Bold']);
    for (const { content } of outputs) expect(glyphCount(await bytesOf(content))).toBe(12);
  });
});

describe.skipIf(!hasProgram('ttx'))('comparison with fontTools', () => {
  it.each([
    ['ttf.ttf', 'ttf', 'woff'],
    ['ttf.ttf', 'ttf', 'woff2'],
    ['otf.otf', 'otf', 'woff'],
    ['otf.otf', 'otf', 'woff2'],
    ['woff2.woff2', 'woff2', 'ttf'],
    ['woffcff.woff2', 'woff2', 'otf'],
  ])('%s (%s → %s)', async (name, from, to) => {
    expect(described(await bytesFrom(name, from, to))).toBe(described(await bytesOf(await fixture(`fonts/${name}`))));
  });
});

/** Glyphs, advance widths, names, characters and layout rules. */
function described(font: Uint8Array): string {
  const tables = ['GlyphOrder', 'hmtx', 'name', 'cmap', 'GSUB', 'GPOS'].flatMap((tag) => ['-t', tag]);
  return bench.run('ttx', '-q', ...tables, '-o', '-', bench.write('font', font)).replace(/<ttFont [^>]*>/, '');
}

describe.skipIf(!hasProgram('ttx'))('PostScript outlines', () => {
  it.each([
    ['otf.otf', 'otf'],
    ['woffcff.woff', 'woff'],
  ])('%s become TrueType outlines within one unit and keep widths, names and layout rules', async (name, from) => {
    const { outputs, warnings } = await convert(await fixture(`fonts/${name}`), from, 'ttf');
    expect(warnings).toEqual([{ code: 'outlines-redrawn' }]);
    bench.write('made.ttf', await bytesOf(outputs[0].content));
    bench.write('source.otf', await bytesOf(await fixture('fonts/otf.otf')));
    expect(bench.run('/usr/bin/python3', '-c', COMPARE, 'source.otf', 'made.ttf')).toBe('12 same\n');
  });
});

describe.skipIf(!hasProgram('ttx'))('TrueType outlines', () => {
  it.each([
    ['ttf.ttf', 'ttf'],
    ['woff.woff', 'woff'],
    ['woff2.woff2', 'woff2'],
    ['eot.eot', 'eot'],
  ])('%s become PostScript outlines within one unit and keep widths, names and layout rules', async (name, from) => {
    const { outputs, warnings } = await convert(await fixture(`fonts/${name}`), from, 'otf');
    expect(warnings).toEqual([{ code: 'outlines-redrawn' }]);
    bench.write('made.otf', await bytesOf(outputs[0].content));
    bench.write('source.ttf', await bytesOf(await fixture('fonts/ttf.ttf')));
    expect(bench.run('/usr/bin/python3', '-c', COMPARE, 'source.ttf', 'made.otf')).toBe('12 same\n');
  });
});

/** Bounds and areas of all glyphs by fontTools, and the tables that must not change. */
const COMPARE = `
import sys
from fontTools.ttLib import TTFont
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
one, other = (TTFont(path) for path in sys.argv[1:])
assert one.getBestCmap() == {c: one.getGlyphOrder()[other.getGlyphID(g)] for c, g in other.getBestCmap().items()}
for tag in ('name', 'GSUB', 'GPOS'): assert one.reader[tag] == other.reader[tag], tag
for a, b in zip(one.getGlyphOrder(), other.getGlyphOrder()):
    assert one['hmtx'][a][0] == other['hmtx'][b][0]
    pens = []
    for font, name in ((one, a), (other, b)):
        glyphs = font.getGlyphSet()
        area, bounds = AreaPen(glyphs), BoundsPen(glyphs)
        glyphs[name].draw(area); glyphs[name].draw(bounds)
        pens.append((area.value, bounds.bounds))
    (area1, box1), (area2, box2) = pens
    assert (box1 is None) == (box2 is None)
    assert box1 is None or max(abs(p - q) for p, q in zip(box1, box2)) <= 1, (a, box1, box2)
    assert abs(area1 + area2) <= 0.005 * abs(area1) + 1, (a, area1, area2)
print(len(other.getGlyphOrder()), 'same')
`;

describe('a subset font', () => {
  it("has the requested characters, their ligatures, and the font's names", async () => {
    const part = await bytesFrom('ttf.ttf', 'ttf', 'ttf', { keptCharacters: 'fi가' });
    expect(glyphCount(part)).toBe(5); // .notdef, f, i, fi, 가
    const names = tableOf(readSfnt(part), 'name');
    expect(nameOf(names, 4)).toBe('Bakkum Test Regular');
    expect(new TextDecoder('utf-16be').decode(names)).toContain('바꿈 시험');
  });

  it('keeps PostScript outlines', async () => {
    const part = await bytesFrom('woffcff.woff2', 'woff2', 'otf', { keptCharacters: 'AB' });
    expect(glyphCount(part)).toBe(3);
    expect(tableOf(readSfnt(part), 'CFF ')).toBeDefined();
  });
});

describe('damaged fonts are refused', () => {
  it.each(['ttf.ttf', 'otf.otf', 'woff.woff', 'woff2.woff2', 'eot.eot', 'ttc.ttc', 'dfont.dfont'])(
    '%s if truncated',
    async (name) => {
      const file = await fixture(`fonts/${name}`);
      const from = name.slice(name.indexOf('.') + 1);
      for (const share of [0.02, 0.3, 0.9]) {
        const cut = file.slice(0, Math.ceil(file.size * share));
        expect(await codeOf(convert(cut, from, 'woff'))).toBe('corrupt');
      }
    },
  );

  it('with a table larger than declared', async () => {
    const file = await bytesOf(await fixture('fonts/woff.woff'));
    const view = viewOf(file);
    view.setUint32(44 + 12, view.getUint32(44 + 8) + 1);
    expect(await codeOf(convert(new Blob([file]), 'woff', 'ttf'))).toBe('corrupt');
  });

  it('with a declared size of gigabytes', async () => {
    const file = await bytesOf(await fixture('fonts/woff2.woff2'));
    viewOf(file).setUint32(16, 0xfffffff0);
    expect(await codeOf(convert(new Blob([file]), 'woff2', 'ttf'))).toBe('too-large');
  });
});

it('checksums are correct', async () => {
  const original = await bytesOf(await fixture('fonts/ttf.ttf'));
  expect(writeSfnt(readSfnt(original))).toEqual(original);
});

it('a Mac suitcase yields its fonts', async () => {
  const { outputs } = await convert(await fixture('fonts/dfont.dfont'), 'dfont', 'ttf');
  const glyphs = tableOf(readSfnt(await bytesOf(outputs[0].content)), 'maxp')?.[5];
  expect(glyphs).toBe(14); // twelve, plus two empty ones FontForge adds
});
