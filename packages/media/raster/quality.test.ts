import { expect, test } from 'vitest';
import { QUALITY_OPTION, qualityOf } from './pixel-options.ts';

test('shows the values that encoders receive', () => {
  const { quality } = QUALITY_OPTION;
  const numbers = quality?.kind === 'choice' ? quality.numbers : undefined;
  expect(numbers).toEqual({ high: 92, medium: 80, low: 60 });
  for (const [choice, number] of Object.entries(numbers ?? {})) expect(qualityOf({ quality: choice }) * 100).toBeCloseTo(number);
});
