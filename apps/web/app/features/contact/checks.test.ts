import { contactRequest } from '@bakkum/api-contract/contact';
import { MESSAGE_LENGTH } from '@bakkum/api-contract/contact-rules';
import { describe, expect, it } from 'vitest';
import { checkContact, LENGTHS, mailAddress } from './checks.ts';

const GOOD = { name: 'Mina', email: 'mina@example.com', subject: 'bug', message: 'It does not open.' };

describe('a message to us', () => {
  it('has no problem when all is there', () => {
    expect(checkContact(GOOD)).toEqual({});
  });

  it.each([
    [{ name: '  ' }, { name: 'nameRequired' }],
    [{ email: '' }, { email: 'emailRequired' }],
    [{ email: 'mina@' }, { email: 'emailInvalid' }],
    [{ subject: '' }, { subject: 'subjectRequired' }],
    [{ message: ' ' }, { message: 'messageRequired' }],
    [{ message: 'too short' }, { message: 'messageShort' }],
    [{ message: 'x'.repeat(5001) }, { message: 'messageLong' }],
  ])('says what is the matter with %o', (change, problems) => {
    expect(checkContact({ ...GOOD, ...change })).toEqual(problems);
  });

  it('is held to the same lengths as on the server', () => {
    expect(LENGTHS.message).toEqual(MESSAGE_LENGTH);
    const named = (length: number): boolean =>
      contactRequest.safeParse({ ...GOOD, locale: 'en', name: 'x'.repeat(length) }).success;
    expect([named(LENGTHS.name), named(LENGTHS.name + 1)]).toEqual([true, false]);
  });

  it('can be handed to a mail program, whatever is in it', () => {
    const address = new URL(mailAddress('help@example.com', { ...GOOD, message: '표 & 그림?' }));
    expect([address.protocol, decodeURIComponent(address.pathname)]).toEqual(['mailto:', 'help@example.com']);
    expect(address.searchParams.get('body')).toBe('표 & 그림?\n\nMina');
  });
});
