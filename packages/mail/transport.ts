import type { Message } from './mail.ts';

export type Letter = Message & {
  readonly to: string;
  /** The same for every attempt, so that a receiver may see that it is the same mail. */
  readonly id: string;
  /** Whom an answer goes to, where that is not the sender. */
  readonly replyTo?: string;
};

/** Takes a mail away. */
export type MailTransport = {
  /** @throws MailRefused, to be tried again unless it is permanent */
  send(letter: Letter): Promise<void>;
  /** Rejects when a mail could not be sent now. */
  check(): Promise<void>;
  close(): void;
};

export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** A word for the log: a reply code of SMTP, or that of a broken connection. */
  readonly code: string;
  readonly permanent: boolean;

  constructor(code: string, permanent: boolean, options?: ErrorOptions) {
    super(`The mail was not taken: ${code}`, options);
    this.code = code;
    this.permanent = permanent;
  }
}
