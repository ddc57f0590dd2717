import { signUpRequest } from '@bakkum/api-contract/account';
import { expect, it } from 'vitest';
import { checkEmail, checkName, checkPassword, checkRepeated, messageOf } from './field-checks.ts';

const VALID = { email: 'mina@example.com', password: 'correct horse', firstName: '민아', lastName: 'Kim', locale: 'ko' };
const accepts = (changes: object): boolean => signUpRequest.safeParse({ ...VALID, ...changes }).success;

it.each([
  'mina@example.com',
  ' Mina.Kim+bakkum@mail.example.co.kr ',
  "o'neil@example.com",
  'mina',
  'mina@',
  '@example.com',
  'mina@example',
  'mina@@example.com',
  'mina kim@example.com',
  'mina@exa mple.com',
  'mina@-example.com',
  '민아@example.com,b@example.com',
  `${'a'.repeat(250)}@example.com`,
])('judges the address %j as the server does', (email) => {
  expect(checkEmail(email) === undefined).toBe(accepts({ email }));
});

it.each(['', '1234567', '12345678', 'ㅂㅏㄲㅜㅁ 바꿈', 'a'.repeat(128), 'a'.repeat(129)])(
  'judges the password %j as the server does',
  (password) => {
    expect(checkPassword(password) === undefined).toBe(accepts({ password }));
  },
);

it.each(['', '  ', '민아', 'Anne-Marie', '<b>', 'a\u0007b', 'a'.repeat(60), 'a'.repeat(61)])(
  'judges the name %j as the server does',
  (firstName) => {
    expect(checkName('firstName', firstName) === undefined).toBe(accepts({ firstName }));
  },
);

it('says what is the matter', () => {
  expect([checkEmail(' '), checkEmail('mina'), checkPassword(''), checkPassword('short')]).toEqual([
    'emailRequired',
    'emailInvalid',
    'passwordRequired',
    'passwordShort',
  ]);
  expect([checkName('firstName', ''), checkName('lastName', ' '), checkRepeated('a', 'b'), checkRepeated('a', 'a')]).toEqual([
    'firstNameRequired',
    'lastNameRequired',
    'passwordsDiffer',
    undefined,
  ]);
  expect([messageOf('email', 'invalid'), messageOf('lastName', 'required'), messageOf('next', 'too-short')]).toEqual([
    'emailInvalid',
    'lastNameRequired',
    'passwordShort',
  ]);
});
