import { CommandRefused } from './command-refused.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NUMBER = /^(?:INV-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The id in the number of a payment. @throws CommandRefused */
export function numberIn(value: string | undefined): string {
  const [, id] = NUMBER.exec(value ?? '') ?? [];
  if (!id) throw new CommandRefused('Enter the number of the payment.');
  return id;
}

/** The id in the number of a subscription. @throws CommandRefused */
export function subscriptionNumberIn(value = ''): string {
  const id = value.replace(/^SUB-/, '');
  if (!UUID.test(id)) throw new CommandRefused('Enter the number of the subscription.');
  return id;
}
