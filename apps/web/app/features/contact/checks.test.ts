import { contactRequest } from '@bakkum/api-contract/contact';
import { describe, expect, it } from 'vitest';
import { checkContact, mailAddress } from './checks.ts';

const GOOD = { name: 'Mina', email: 'mina@example.com', subject: 'bug', message: 'It does not open.' };

describe('a message to the operator', () => {
  it('is valid when complete', () => {
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
  ])('describes the problem with %o', (change, problems) => {
    expect(checkContact({ ...GOOD, ...change })).toEqual(problems);
  });

  it.each([
    ['name', 'nameLong'],
    ['message', 'messageLong'],
    ['message', 'messageShort'],
  ] as const)('is refused by the server as well when the form rejects its %s: %s', (field, problem) => {
    const text = { nameLong: 'x'.repeat(101), messageLong: 'x'.repeat(5001), messageShort: 'x'.repeat(9) }[problem];
    expect(checkContact({ ...GOOD, [field]: text })).toEqual({ [field]: problem });
    expect(contactRequest.safeParse({ ...GOOD, locale: 'en', [field]: text }).success).toBe(false);
    expect(
      contactRequest.safeParse({ ...GOOD, locale: 'en', [field]: problem === 'messageShort' ? `${text}x` : text.slice(1) })
        .success,
    ).toBe(true);
  });

  it('becomes a mail link, whatever it contains', () => {
    const address = new URL(mailAddress('help@example.com', { ...GOOD, message: '표 & 그림?' }));
    expect([address.protocol, decodeURIComponent(address.pathname)]).toEqual(['mailto:', 'help@example.com']);
    expect(address.searchParams.get('body')).toBe('표 & 그림?\n\nMina');
  });
});
