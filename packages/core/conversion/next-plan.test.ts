import { expect, test } from 'vitest';
import type { ConversionErrorCode } from './errors.ts';
import { type FailedPlan, nextPlan } from './next-plan.ts';
import type { Plan } from './planner.ts';

/** A plan from decoder to encoder, by name. */
const plan = (decoder: string, encoder: string): Plan => ({
  from: 'a',
  to: 'b',
  steps: [
    { engine: decoder, from: 'a', to: 'pixels', fidelity: 'lossless', cost: 1 },
    { engine: encoder, from: 'pixels', to: 'b', fidelity: 'lossless', cost: 1 },
  ],
  fidelity: 'lossless',
  kept: 'lossless',
  rank: 0,
  cost: 2,
});
const fast = plan('fast', 'fast');
const plans = [fast, plan('fast', 'slow'), plan('slow', 'fast'), plan('slow', 'slow'), plan('last', 'fast')];
const failure = (at: Plan, step: number | undefined, code: ConversionErrorCode = 'corrupt'): FailedPlan => ({
  plan: at,
  code,
  engine: at.steps[step ?? 0]?.engine ?? '',
  ...(step === undefined ? {} : { step }),
});
const enginesOf = (next: Plan | undefined) => next?.steps.map(({ engine }) => engine);

/** Tries all plans; `breaks` returns the step at which a plan fails. */
function tried(breaks: (plan: Plan) => number): (readonly string[] | undefined)[] {
  const failures: FailedPlan[] = [];
  for (let next = nextPlan(plans, failures); next; next = nextPlan(plans, failures)) failures.push(failure(next, breaks(next)));
  return failures.map((each) => enginesOf(each.plan));
}

test('starts with the best plan', () => {
  expect(nextPlan(plans, [])).toBe(fast);
});

test('tries each decoder once on a file that none can read', () => {
  expect(tried(() => 0)).toEqual([
    ['fast', 'fast'],
    ['slow', 'fast'],
    ['last', 'fast'],
  ]);
});

test('tries another encoder before another decoder when the encoder failed, then the rest', () => {
  expect(tried(() => 1)).toEqual([
    ['fast', 'fast'],
    ['fast', 'slow'],
    ['slow', 'fast'],
    ['slow', 'slow'],
    ['last', 'fast'],
  ]);
});

test('avoids the decoder and the encoder that failed in two plans', () => {
  const next = nextPlan(plans, [failure(fast, 0), failure(plan('slow', 'fast'), 1)]);
  expect(enginesOf(next)).toEqual(['slow', 'slow']);
});

test.each(['engine-unavailable', 'needs-capability'] as const)('does not return to an engine after %s', (code) => {
  expect(enginesOf(nextPlan(plans, [failure(fast, 0, code)]))).toEqual(['slow', 'slow']);
});

test('rules out only one plan when a worker crashed at an unknown step', () => {
  expect(enginesOf(nextPlan(plans, [failure(fast, undefined, 'crashed')]))).toEqual(['fast', 'slow']);
});
