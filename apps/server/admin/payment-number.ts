import { CommandRefused } from './command-refused.ts';

const NUMBER = /^(?:INV-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The id in the number of a payment. @throws CommandRefused */
export function numberIn(value: string | undefined): string {
  const [, id] = NUMBER.exec(value ?? '') ?? [];
  if (!id) throw new CommandRefused('Enter the number of the payment.');
  return id;
}
