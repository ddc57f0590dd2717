import type { Operator } from './brand.ts';

type OperatorKey =
  | 'operatorName'
  | 'operatorAddress'
  | 'operatorRegistration'
  | 'operatorSalesRegistration'
  | 'operatorTax'
  | 'operatorContact'
  | 'operatorDataProtection';
type Say = (key: OperatorKey, values: Readonly<Record<string, string>>) => string;

/** Returns one line for each known fact about the operator. */
export function operatorLines(operator: Operator, say: Say): readonly string[] {
  const { name, address, registration, salesRegistration, contact, dataProtection, tax } = operator;
  return [
    ...(name ? [say('operatorName', { name })] : []),
    ...(address ? [say('operatorAddress', { address })] : []),
    ...(registration ? [say('operatorRegistration', { registration })] : []),
    ...(salesRegistration ? [say('operatorSalesRegistration', { registration: salesRegistration })] : []),
    ...(tax?.number ? [say('operatorTax', { name: tax.name, number: tax.number })] : []),
    ...(contact ? [say('operatorContact', { contact })] : []),
    ...(dataProtection ? [say('operatorDataProtection', { contact: dataProtection })] : []),
  ];
}
