import { expect, it } from 'vitest';
import { type StrengthFacts, strengthValue } from './strength.ts';

const SHARE = {
  parameter: 'strength',
  range: [0, 1],
  decimals: 2,
  edit: 70,
  variation: 50,
  showsOriginalUpTo: 50,
} as const satisfies StrengthFacts;
const WEIGHT = {
  parameter: 'image_weight',
  range: [100, 1],
  decimals: 0,
  edit: 50,
  variation: 30,
  showsOriginalUpTo: 50,
} as const satisfies StrengthFacts;

it('grows with the change, or shrinks where the parameter says how much to keep', () => {
  const values = (facts: StrengthFacts) => [1, 35, 50, 100].map((percent) => strengthValue(facts, percent));
  expect(values(SHARE)).toEqual([0.01, 0.35, 0.5, 1]);
  expect(values(WEIGHT)).toEqual([99, 65, 51, 1]);
});
