import type { AccountMail } from '@bakkum/accounts/account-mail';
import type { Person } from '@bakkum/accounts/person';
import { renderMail } from '@bakkum/mail/render';
import { describe, expect, it } from 'vitest';
import { accountEmail } from './account-email.ts';

const TEXT = 'Win a prize at evil.example';

const person: Person = {
  id: '1',
  email: 'mina@example.com',
  emailVerified: false,
  firstName: TEXT,
  lastName: TEXT,
  locale: 'en',
  demo: false,
  joinedAt: new Date(0),
};
const textOf = (mail: AccountMail): string => {
  const { template, locale, data } = accountEmail(mail, 'https://bakkum.example');
  const { subject, text, html } = renderMail(template, locale, data, { name: 'Bakkum' });
  return subject + text + html;
};

describe('email to an address that is not confirmed', () => {
  const verified = { ...person, emailVerified: true };
  const mails: readonly AccountMail[] = [
    { kind: 'verify', person, token: 't' },
    { kind: 'reset', person, token: 't' },
    { kind: 'already-registered', person },
    // The person is confirmed, the address is not.
    { kind: 'change-address', person: verified, address: 'new@example.com', token: 't' },
  ];

  it.each(mails)('contains nothing that its sender wrote: $kind', (mail) => {
    for (const locale of ['en', 'ko'] as const) {
      expect(textOf({ ...mail, person: { ...mail.person, locale } })).not.toContain('evil');
    }
  });

  it('greets confirmed people by their names', () => {
    expect(textOf({ kind: 'reset', person: verified, token: 't' })).toContain(`Hello ${TEXT} ${TEXT},`);
  });
});
