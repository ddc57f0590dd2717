import type { Operator } from '@bakkum/site/brand';

type OperatorKey = 'operatorName' | 'operatorAddress' | 'operatorRegistration' | 'operatorContact' | 'operatorDataProtection';
type Say = (key: OperatorKey, values: Readonly<Record<string, string>>) => string;

/** Returns one line for each known fact about the operator. */
export function operatorLines(operator: Operator, say: Say): readonly string[] {
  const { name, address, registration, contact, dataProtection } = operator;
  return [
    ...(name ? [say('operatorName', { name })] : []),
    ...(address ? [say('operatorAddress', { address })] : []),
    ...(registration ? [say('operatorRegistration', { registration })] : []),
    ...(contact ? [say('operatorContact', { contact })] : []),
    ...(dataProtection ? [say('operatorDataProtection', { contact: dataProtection })] : []),
  ];
}
