import { expect, it } from 'vitest';
import { displayName, type Named } from './display-name.ts';

const named = (firstName: string, lastName: string, locale: Named['locale']): string =>
  displayName({ firstName, lastName, locale, email: 'mina.kim@example.com' });

it('follows the order of the language and separates names that are not both Hangul', () => {
  expect(named('민아', '김', 'ko')).toBe('김민아');
  expect(named('Mina', 'Kim', 'ko')).toBe('Kim Mina');
  expect(named('민아', 'Kim', 'ko')).toBe('Kim 민아');
  expect(named('Mina', 'Kim', 'en')).toBe('Mina Kim');
  expect(named('민아', '김', 'en')).toBe('민아 김');
});

it('uses the given name alone, or the address without one', () => {
  expect(named('Mina', '', 'en')).toBe('Mina');
  expect(named('', '김', 'ko')).toBe('김');
  expect(named('', '', 'en')).toBe('mina.kim');
});
