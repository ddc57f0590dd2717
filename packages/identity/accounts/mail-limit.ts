import type { AccountMail } from './account-mail.ts';
import type { Attempts } from './attempts.ts';
import { firstRefused, type Refusal } from './refusal.ts';
import type { Visitor } from './visitor.ts';

export type MailLimit = {
  /** Whether this visitor has asked for too many emails. A known browser has an allowance that strangers cannot use up. */
  refused(email: string, visitor: Visitor, device?: string): Promise<Refusal | undefined>;
  /**
   * Whether this mailbox may receive another email of that kind. When it may not, the last ones are minutes old and their links still
   * work, so the visitor is not refused: a stranger could otherwise keep the owner from asking.
   */
  allows(kind: AccountMail['kind'], email: string): Promise<boolean>;
  /** Allows further emails, after the links of the last ones have ended. */
  clear(kind: AccountMail['kind'], email: string): Promise<void>;
};

/** @internal Bounds the emails that visitors cause. */
export function createMailLimit(attempts: Attempts): MailLimit {
  const mailbox = (kind: AccountMail['kind'], email: string): string => `${kind}\0${email}`;
  return {
    refused: (email, { address }, device) =>
      device === undefined
        ? firstRefused(
            () => attempts.count('mailAddress', address),
            () => attempts.count('mailPair', `${address}\0${email}`),
          )
        : firstRefused(() => attempts.count('mailDevice', device)),
    allows: async (kind, email) => (await attempts.count('mailAccount', mailbox(kind, email))).allowed,
    clear: (kind, email) => attempts.clear('mailAccount', mailbox(kind, email)),
  };
}
