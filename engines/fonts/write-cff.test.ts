import { expect, it } from 'vitest';
import { readCff } from './cff.ts';
import type { Cubic, Point } from './charstring.ts';
import { writeCff } from './write-cff.ts';

/** A square, and a triangle above it. */
const shape = (x: number, y: number): readonly Cubic[] => [
  polygon([x, y], [x + 100, y], [x + 100, y + 100], [x, y + 100]),
  polygon([x, y + 200], [x + 50, y + 300], [x + 100, y + 200]),
];

function polygon(...[start, ...others]: readonly [Point, ...Point[]]): Cubic {
  let from = start;
  const curves = others.map((to): readonly [Point, Point, Point] => {
    const curve = [from, to, to] as const;
    from = to;
    return curve;
  });
  return { start, curves };
}

const font = { name: 'Test', fullName: 'Test', family: 'Test', unitsPerEm: 1000, box: [0, 0, 1000, 1000] } as const;
const notdef = { name: '.notdef', width: 500, paths: [] };

it('writes outlines that several glyphs use once, and places them', () => {
  const parts = [
    { outline: 1, dx: 10, dy: -20 },
    { outline: 0, dx: 0, dy: 0 },
    { outline: 1, dx: 300, dy: 40 },
  ];
  const composed = { name: 'composed', width: 900, paths: [], parts };
  const plain = { name: 'plain', width: 900, paths: shape(7, 8) };
  const cff = writeCff({ ...font, outlines: [[], shape(5, 6)], glyphs: [notdef, composed, plain] });
  expect(readCff(cff)).toEqual([[], [...shape(15, -14), ...shape(305, 46)], shape(7, 8)]);
});

it('stays small when many glyphs share outlines', () => {
  const outlines = Array.from({ length: 2000 }, (_, index) => shape(index % 100, index % 70));
  const glyphs = Array.from({ length: 3000 }, (_, index) => ({
    ...{ name: `g${index}`, width: 1000, paths: [] },
    parts: [0, 1, 2].map((place) => ({ outline: (index * 7 + place * 600) % 2000, dx: place, dy: index % 50 })),
  }));
  const cff = writeCff({ ...font, outlines, glyphs });
  const paths = glyphs.map(({ parts }) =>
    parts.flatMap(({ outline, dx, dy }) => shape((outline % 100) + dx, (outline % 70) + dy)),
  );
  expect(readCff(cff)).toEqual(paths);
  const expanded = writeCff({
    ...font,
    outlines: [],
    glyphs: glyphs.map((glyph, index) => ({ ...glyph, paths: paths[index] ?? [], parts: [] })),
  });
  expect(cff.length).toBeLessThan(expanded.length * 0.8);
});
