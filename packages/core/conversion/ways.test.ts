import { expect, test } from 'vitest';
import type { Fidelity } from './fidelity.ts';
import type { Plan } from './planner.ts';
import { preferring, waysOf } from './ways.ts';

const isInterchange = (id: string): boolean => id === 'raster';

function plan(fidelity: Fidelity, ...stops: readonly [string, string, ...string[]]): Plan {
  const [first, ...rest] = stops
    .slice(1)
    .map((to, index) => ({ engine: `e${index}`, from: stops[index] ?? '', to, fidelity, cost: 1 }));
  if (!first) throw new RangeError('a plan needs two stops');
  return { from: stops[0], to: stops.at(-1) ?? '', steps: [first, ...rest], fidelity, kept: fidelity, rank: 0, cost: 1 };
}

const OFFICE = plan('lossy', 'docx', 'html');
const OLDER = plan('lossy', 'docx', 'odt', 'html');
const CLEAN = plan('layout-lost', 'docx', 'md', 'html');
const DRAWN = plan('picture', 'docx', 'raster', 'html');

test('lists each kind of route once, by its best plan, with the formats on it', () => {
  expect(waysOf([OFFICE, OLDER, CLEAN, DRAWN], isInterchange)).toEqual([
    { kind: 'layout', fidelity: 'lossy', through: [] },
    { kind: 'structure', fidelity: 'layout-lost', through: ['md'] },
    { kind: 'picture', fidelity: 'picture', through: [] },
  ]);
});

test('calls an image of a page an image, unless it has lost the layout', () => {
  const image: Plan = { ...DRAWN, kept: 'lossy' };
  const retold: Plan = { ...DRAWN, kept: 'layout-lost' };
  expect(waysOf([image, retold], isInterchange).map(({ kind }) => kind)).toEqual(['picture', 'structure']);
});

test('puts plans of the requested kind first and keeps the others', () => {
  expect(preferring('structure', [OFFICE, OLDER, CLEAN])).toEqual([CLEAN, OFFICE, OLDER]);
  expect(preferring(undefined, [OFFICE, CLEAN])).toEqual([OFFICE, CLEAN]);
  expect(preferring('text', [OFFICE, CLEAN])).toEqual([OFFICE, CLEAN]);
});
