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
])('checks the address %j like the server', (email) => {
  expect(checkEmail(email) === undefined).toBe(accepts({ email }));
});

it.each(['', '1234567', '12345678', 'ㅂㅏㄲㅜㅁ 바꿈', 'a'.repeat(128), 'a'.repeat(129)])(
  'checks the password %j like the server',
  (password) => {
    expect(checkPassword(password) === undefined).toBe(accepts({ password }));
  },
);

it.each(['', '  ', '민아', 'Anne-Marie', '<b>', 'a\u0007b', 'a'.repeat(60), 'a'.repeat(61)])(
  'checks the name %j like the server',
  (firstName) => {
    expect(checkName('firstName', firstName) === undefined).toBe(accepts({ firstName }));
  },
);

it('describes the problem', () => {
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
  expect([messageOf('email', 'unsupported-characters'), messageOf('token', 'unsupported-characters')]).toEqual([
    'charactersUnsupported',
    'charactersUnsupported',
  ]);
  expect([messageOf('email', 'invalid'), messageOf('lastName', 'required'), messageOf('next', 'too-short')]).toEqual([
    'emailInvalid',
    'lastNameRequired',
    'passwordShort',
  ]);
});
