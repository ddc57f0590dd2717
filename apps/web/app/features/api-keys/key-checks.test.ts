import { API_SCOPES, apiKeyRequest, MAX_API_KEYS } from '@bakkum/api-contract/api-keys';
import { describe, expect, it } from 'vitest';
import { checkKeyName, isOver, LIFETIMES, MAX_KEYS, SCOPES } from './key-checks.ts';

const accepts = (changes: object): boolean =>
  apiKeyRequest.safeParse({ name: 'CI', scopes: ['convert:read'], ...changes }).success;

describe('a new key', () => {
  it.each(['', '  ', 'CI', '빌드 서버', 'a'.repeat(60), 'a'.repeat(61), '<b>', 'a\u0007b'])(
    'accepts the name %j exactly when the server does',
    (name) => {
      expect(checkKeyName(name) === undefined).toBe(accepts({ name }));
    },
  );

  it('offers the scopes and expiry times of the server', () => {
    expect([SCOPES, MAX_KEYS]).toEqual([API_SCOPES, MAX_API_KEYS]);
    for (const days of LIFETIMES) expect(accepts({ days: days === '' ? null : Number(days) })).toBe(true);
  });
});

it('expires at its end, and never without one', () => {
  const end = '2026-11-22T00:00:00.000Z';
  expect(isOver(end, new Date('2026-11-21T23:59:59.999Z'))).toBe(false);
  expect(isOver(end, new Date(end))).toBe(true);
  expect(isOver(null, new Date('2099-01-01'))).toBe(false);
});
