import { expect, it } from 'vitest';
import { displayName } from './display-name.ts';

it('follows the order of the language and separates names that are not both Hangul', () => {
  expect(displayName({ firstName: '민아', lastName: '김', locale: 'ko' })).toBe('김민아');
  expect(displayName({ firstName: 'Mina', lastName: 'Kim', locale: 'ko' })).toBe('Kim Mina');
  expect(displayName({ firstName: '민아', lastName: 'Kim', locale: 'ko' })).toBe('Kim 민아');
  expect(displayName({ firstName: 'Mina', lastName: 'Kim', locale: 'en' })).toBe('Mina Kim');
  expect(displayName({ firstName: '민아', lastName: '김', locale: 'en' })).toBe('민아 김');
});
