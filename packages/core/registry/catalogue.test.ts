import { CAPABILITIES } from '@bakkum/conversion/capabilities';
import { expect, test } from 'vitest';
import { fallbackFormat, plannerFor, publicFormats } from './catalogue.ts';
import { MANIFESTS } from './manifests.gen.ts';

const planner = plannerFor(new Set(CAPABILITIES));
const pairs = planner.sources().flatMap((from) => [...planner.targetsOf(from)].map(([to, fidelity]) => ({ from, to, fidelity })));

test('every pair claimed to be reachable has a plan of that fidelity over all engines', () => {
  const wrong = pairs.filter(({ from, to, fidelity }) => {
    const answer = planner.plan(from, to);
    return !answer.ok || answer.plans[0].fidelity !== fidelity;
  });
  expect(pairs.length).toBeGreaterThan(1000);
  expect(wrong).toEqual([]);
});

test('engines reference only existing formats', () => {
  const known = new Set([...publicFormats(), fallbackFormat()].map((format) => format?.id));
  const named = new Set(pairs.flatMap(({ from, to }) => [from, to]));
  expect([...named].filter((id) => !known.has(id))).toEqual([]);
});

test('assets fetched on demand belong to their engine', () => {
  const unknown = MANIFESTS.flatMap(({ id, assets, onDemand = [] }) =>
    onDemand.filter((name) => !(name in assets)).map((name) => `${id}/${name}`),
  );
  expect(unknown).toEqual([]);
});
