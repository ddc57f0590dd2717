import { CAPABILITIES } from '@bakkum/conversion/capabilities';
import { expect, test } from 'vitest';
import { plannerFor } from './catalogue.ts';

test('every pair claimed to be reachable has a plan of that fidelity over all engines', () => {
  const planner = plannerFor(new Set(CAPABILITIES));
  const pairs = planner
    .sources()
    .flatMap((from) => [...planner.targetsOf(from)].map(([to, fidelity]) => ({ from, to, fidelity })));
  const wrong = pairs.filter(({ from, to, fidelity }) => {
    const answer = planner.plan(from, to);
    return !answer.ok || answer.plans[0].fidelity !== fidelity;
  });
  expect(pairs.length).toBeGreaterThan(1000);
  expect(wrong).toEqual([]);
});
