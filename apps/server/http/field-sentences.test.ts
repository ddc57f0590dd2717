import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldFaults, MAX_FAULTS } from './field-sentences.ts';

const faultsOf = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input);
  return error ? fieldFaults(error, input) : [];
};

it('reports each field once', () => {
  const name = z
    .string()
    .min(3)
    .regex(/^[a-z]+$/);
  expect(faultsOf(z.object({ name }), { name: '1' }).map(({ field }) => field)).toEqual(['name']);
});

it('reports a limited number of fields, in linear time', () => {
  const input = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`field${index}`, 1]));
  expect(faultsOf(z.strictObject({}), input)).toHaveLength(MAX_FAULTS);
});
