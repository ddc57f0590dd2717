import { describe, expect, it } from 'vitest';
import { rulingLinesOf } from './ruling-lines.ts';
import type { InkMap } from './threshold.ts';

const LETTER = 10;

function drawn(...boxes: readonly (readonly [left: number, top: number, right: number, bottom: number])[]): InkMap {
  const map = { width: 200, height: 150, ink: new Uint8Array(200 * 150) };
  for (const [left, top, right, bottom] of boxes)
    for (let y = top; y < bottom; y += 1) map.ink.fill(1, y * map.width + left, y * map.width + right);
  return map;
}

const linesIn = (map: InkMap) => rulingLinesOf(map, LETTER, 3);

describe('ruling lines', () => {
  it('are long lines', () => {
    expect(linesIn(drawn([10, 20, 190, 22])).horizontal).toEqual([{ left: 10, top: 20, right: 190, bottom: 22 }]);
    expect(linesIn(drawn([50, 10, 52, 140])).vertical).toEqual([{ left: 50, top: 10, right: 52, bottom: 140 }]);
  });

  it('are short lines between the rows of a table', () => {
    const { vertical } = linesIn(drawn([10, 20, 190, 22], [100, 22, 102, 45], [10, 45, 190, 47]));
    expect(vertical).toHaveLength(1);
  });

  it('are not the strokes of large letters', () => {
    const { horizontal, vertical } = linesIn(drawn([50, 20, 53, 48], [20, 45, 55, 48]));
    expect([...horizontal, ...vertical]).toEqual([]);
  });
});
