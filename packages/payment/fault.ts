/**
 * Why a service did not do what it was asked.
 * `unavailable`: nothing was sent, or it said it did nothing. `unknown`: sent, and no answer that tells what became of it.
 * `declined`: the buyer's means of payment. `not-approved`: the buyer has not agreed yet. `done-before`: it is captured, or refunded,
 * already. `gone`: the order is over. `rejected`: the request is wrong, or the service refuses for good. `auth`: our keys.
 */
export type PaymentFaultCode =
  | 'unavailable'
  | 'unknown'
  | 'declined'
  | 'not-approved'
  | 'done-before'
  | 'gone'
  | 'rejected'
  | 'auth';

export class PaymentFault extends Error {
  override readonly name = 'PaymentFault';
  readonly code: PaymentFaultCode;

  /** @param message for the log: status, codes and the service's number of the call; no name, address or key */
  constructor(code: PaymentFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The code of a fault that a service answered with; anything else is thrown on. */
export function faultCode(error: unknown): PaymentFaultCode {
  if (error instanceof PaymentFault) return error.code;
  throw error;
}
