import { CommandRefused } from './command-refused.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id in the number of a payment. @throws CommandRefused */
export function numberIn(value = ''): string {
  return idIn(value.replace(/^INV-/, ''), 'payment');
}

/** The id in the number of a subscription. @throws CommandRefused */
export function subscriptionNumberIn(value = ''): string {
  return idIn(value.replace(/^SUB-/, ''), 'subscription');
}

function idIn(id: string, subject: string): string {
  if (!UUID.test(id)) throw new CommandRefused(`Enter the number of the ${subject}.`);
  return id;
}
