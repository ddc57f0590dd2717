import { type Operator, WITHDRAWAL_REGIONS, type Withdrawal } from '@bakkum/site/brand';
import { z } from 'zod';

const line = z
  .string()
  .max(300)
  .transform((text) => text.trim())
  .optional();

const WITHDRAWAL = new RegExp(`^(${WITHDRAWAL_REGIONS.join('|')}):\\d{1,3}(,(${WITHDRAWAL_REGIONS.join('|')}):\\d{1,3})*$`);

/** Variables that say who runs the installation. */
export const operatorVariables = z.object({
  OPERATOR_NAME: line,
  OPERATOR_ADDRESS: line,
  OPERATOR_REGISTRATION: line,
  OPERATOR_SALES_REGISTRATION: line,
  OPERATOR_CONTACT: line,
  OPERATOR_DATA_PROTECTION: line,
  OPERATOR_TAX_PERCENT: z.coerce.number().gt(0).lt(100).multipleOf(0.01).optional(),
  OPERATOR_TAX_NAME: line,
  OPERATOR_TAX_NUMBER: line,
  WITHDRAWAL_DAYS: z
    .string()
    .default('kr:7,eu:14')
    .refine((text) => text === 'none' || WITHDRAWAL.test(text), `must be none, or regions with days such as kr:7,eu:14`),
});

export type OperatorVariables = z.infer<typeof operatorVariables>;

/** Returns the operator; undefined if nothing about it is configured. */
export function operatorOf(values: OperatorVariables): Operator | undefined {
  const operator = {
    ...(values.OPERATOR_NAME && { name: values.OPERATOR_NAME }),
    ...(values.OPERATOR_ADDRESS && { address: values.OPERATOR_ADDRESS }),
    ...(values.OPERATOR_REGISTRATION && { registration: values.OPERATOR_REGISTRATION }),
    ...(values.OPERATOR_SALES_REGISTRATION && { salesRegistration: values.OPERATOR_SALES_REGISTRATION }),
    ...(values.OPERATOR_CONTACT && { contact: values.OPERATOR_CONTACT }),
    ...(values.OPERATOR_DATA_PROTECTION && { dataProtection: values.OPERATOR_DATA_PROTECTION }),
    ...taxOf(values),
  };
  return Object.keys(operator).length > 0 ? operator : undefined;
}

function taxOf({ OPERATOR_TAX_PERCENT: percent, OPERATOR_TAX_NAME: name, OPERATOR_TAX_NUMBER: number }: OperatorVariables) {
  if (percent === undefined) return {};
  return { tax: { basisPoints: Math.round(percent * 100), name: name || 'VAT', ...(number && { number }) } };
}

/** Variables a public site needs so that its privacy policy, terms and receipts name who runs it. */
const VARIABLES = {
  name: 'OPERATOR_NAME',
  address: 'OPERATOR_ADDRESS',
  registration: 'OPERATOR_REGISTRATION',
  contact: 'OPERATOR_CONTACT',
  dataProtection: 'OPERATOR_DATA_PROTECTION',
} as const satisfies Partial<Record<keyof Operator, string>>;

const PARTS = [
  'name',
  'address',
  'registration',
  'contact',
  'dataProtection',
] as const satisfies readonly (keyof typeof VARIABLES)[];

/** Returns the variables about the operator that are not set. */
export function missingOperatorVariables(operator: Operator = {}): readonly string[] {
  return PARTS.flatMap((part) => (operator[part] ? [] : [VARIABLES[part]]));
}

/** Facts that must be published before anything is sold: buyers must know who they are buying from. */
const SALES_PARTS = ['name', 'address', 'registration', 'contact'] as const satisfies readonly (keyof typeof VARIABLES)[];

/** Returns the operator variables that are required before anything is sold. */
export function missingForSales(operator: Operator = {}): readonly string[] {
  return SALES_PARTS.flatMap((part) => (operator[part] ? [] : [VARIABLES[part]]));
}

/** Returns the rights of withdrawal stated in the refund policy. */
export function withdrawalOf({ WITHDRAWAL_DAYS: text }: OperatorVariables): readonly Withdrawal[] {
  const days = new Map(text.split(',').map((part) => [part.slice(0, 2), Number(part.slice(3))]));
  return WITHDRAWAL_REGIONS.flatMap((region) => {
    const given = days.get(region);
    return given === undefined ? [] : [{ region, days: given }];
  });
}
