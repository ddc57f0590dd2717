import { CAPABILITIES } from '@bakkum/conversion/capabilities';
import { expect, test } from 'vitest';
import { fallbackFormat, plannerFor, publicFormats } from './catalogue.ts';
import { MANIFESTS } from './manifests.gen.ts';

const planner = plannerFor(new Set(CAPABILITIES));

test('engines reference only existing formats', () => {
  const known = new Set([...publicFormats(), fallbackFormat()].map((format) => format?.id));
  const named = new Set(planner.sources().flatMap((from) => [from, ...planner.targetsOf(from).keys()]));
  expect([...named].filter((id) => !known.has(id))).toEqual([]);
});

test('assets fetched on demand belong to their engine', () => {
  const unknown = MANIFESTS.flatMap(({ id, assets, onDemand = [] }) =>
    onDemand.filter((name) => !(name in assets)).map((name) => `${id}/${name}`),
  );
  expect(unknown).toEqual([]);
});
