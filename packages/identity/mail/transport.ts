import type { Message } from './mail.ts';

export type Letter = Message & {
  readonly to: string;
  /** The same for every attempt, so that a receiver can detect duplicates. */
  readonly id: string;
  /** Address for replies, where it differs from the sender. */
  readonly replyTo?: string;
  /** The browser that may read it in the mailbox of demo mode, where it is not to the address of an account. */
  readonly reader?: string;
};

/** Delivers emails. */
export type MailTransport = {
  /** @throws MailRefused when the email was refused; retry unless it is permanent */
  send(letter: Letter): Promise<void>;
  /** Rejects when emails cannot be sent at the moment. */
  check(): Promise<void>;
  close(): void;
};

export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** Code for the log: an SMTP reply code or a connection error code. */
  readonly code: string;
  readonly permanent: boolean;

  constructor(code: string, permanent: boolean, options?: ErrorOptions) {
    super(`The mail was not taken: ${code}`, options);
    this.code = code;
    this.permanent = permanent;
  }
}
