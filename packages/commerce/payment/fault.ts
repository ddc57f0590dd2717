/**
 * Reason why a service refused or failed.
 * `unavailable`: nothing was sent, or the service reports that it did nothing. `unknown`: sent, without a conclusive response.
 * `declined`: the buyer's means of payment. `not-approved`: the buyer has not approved yet. `done-before`: already captured or
 * refunded. `gone`: the order has ended. `rejected`: an invalid request or a permanent refusal. `auth`: our keys.
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

  /** @param message for the log: status, codes and the service's id of the call; no name, address or key */
  constructor(code: PaymentFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns the code of a fault reported by a service; rethrows any other error. */
export function faultCode(error: unknown): PaymentFaultCode {
  if (error instanceof PaymentFault) return error.code;
  throw error;
}
