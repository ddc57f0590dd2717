import { CAPABILITIES } from '@bakkum/conversion/capabilities';
import { expect, test } from 'vitest';
import { plannerFor, publicFormats } from './catalogue.ts';

const planner = plannerFor(new Set(CAPABILITIES));
const pairs = planner.sources().flatMap((from) => [...planner.targetsOf(from)].map(([to, fidelity]) => ({ from, to, fidelity })));

test('what is said to be reachable has a plan of that fidelity, over every engine there is', () => {
  const wrong = pairs.filter(({ from, to, fidelity }) => {
    const answer = planner.plan(from, to);
    return !answer.ok || answer.plans[0].fidelity !== fidelity;
  });
  expect(pairs.length).toBeGreaterThan(1000);
  expect(wrong).toEqual([]);
});

test('engines name only formats there are', () => {
  const known = new Set(publicFormats().map(({ id }) => id));
  const named = new Set(pairs.flatMap(({ from, to }) => [from, to]));
  expect([...named].filter((id) => !known.has(id))).toEqual([]);
});
