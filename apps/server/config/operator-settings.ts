import type { Operator } from '@bakkum/site/brand';
import { z } from 'zod';

const line = z
  .string()
  .max(300)
  .transform((text) => text.trim())
  .optional();

/** Variables that say who runs the installation. */
export const operatorVariables = z.object({
  OPERATOR_NAME: line,
  OPERATOR_ADDRESS: line,
  OPERATOR_REGISTRATION: line,
  OPERATOR_CONTACT: line,
  OPERATOR_DATA_PROTECTION: line,
});

export type OperatorVariables = z.infer<typeof operatorVariables>;

/** Returns the operator; undefined if nothing about it is configured. */
export function operatorOf(values: OperatorVariables): Operator | undefined {
  const operator = {
    ...(values.OPERATOR_NAME && { name: values.OPERATOR_NAME }),
    ...(values.OPERATOR_ADDRESS && { address: values.OPERATOR_ADDRESS }),
    ...(values.OPERATOR_REGISTRATION && { registration: values.OPERATOR_REGISTRATION }),
    ...(values.OPERATOR_CONTACT && { contact: values.OPERATOR_CONTACT }),
    ...(values.OPERATOR_DATA_PROTECTION && { dataProtection: values.OPERATOR_DATA_PROTECTION }),
  };
  return Object.keys(operator).length > 0 ? operator : undefined;
}

/** Variables a public site needs so that its privacy policy, terms and receipts name who runs it. */
const VARIABLES = {
  name: 'OPERATOR_NAME',
  address: 'OPERATOR_ADDRESS',
  registration: 'OPERATOR_REGISTRATION',
  contact: 'OPERATOR_CONTACT',
  dataProtection: 'OPERATOR_DATA_PROTECTION',
} as const satisfies Record<keyof Operator, string>;

const PARTS = ['name', 'address', 'registration', 'contact', 'dataProtection'] as const satisfies readonly (keyof Operator)[];

/** Returns the variables about the operator that are not set. */
export function missingOperatorVariables(operator: Operator = {}): readonly string[] {
  return PARTS.flatMap((part) => (operator[part] ? [] : [VARIABLES[part]]));
}
