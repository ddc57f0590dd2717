import { describe, expect, it } from 'vitest';
import { isLocale, LOCALES, localePath, preferredLocale, splitLocale } from './locale.ts';

describe('localePath and splitLocale', () => {
  it.each([
    ['en', '/', '/'],
    ['ko', '/', '/ko'],
    ['en', '/converter', '/converter'],
    ['ko', '/resources/tips', '/ko/resources/tips'],
  ] as const)('%s %s ↔ %s', (locale, path, address) => {
    expect(localePath(locale, path)).toBe(address);
    expect(splitLocale(address)).toEqual({ locale, path });
  });

  it('ignores a trailing slash', () => {
    expect(splitLocale('/ko/')).toEqual({ locale: 'ko', path: '/' });
    expect(splitLocale('/converter/')).toEqual({ locale: 'en', path: '/converter' });
  });

  it('ignores a path segment that only starts like a language', () => {
    expect(splitLocale('/korea')).toEqual({ locale: 'en', path: '/korea' });
  });

  it('has no /en: the default language has no prefix', () => {
    expect(splitLocale('/en/converter')).toEqual({ locale: 'en', path: '/en/converter' });
  });
});

describe('preferredLocale', () => {
  it.each([
    ['ko', 'ko'],
    ['ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7', 'ko'],
    ['en-US,en;q=0.9,ko;q=0.8', 'en'],
    ['fr-FR,fr;q=0.9,ko;q=0.5,en;q=0.4', 'ko'],
    ['en;q=0.2, ko;q=0.8', 'ko'],
    ['ko;q=0', undefined],
    ['de-DE,de', undefined],
    ['*', undefined],
    ['', undefined],
    [undefined, undefined],
    ['ko;q=banana,en;q=0.1', 'en'],
  ])('%s → %s', (header, expected) => expect(preferredLocale(header)).toBe(expected));
});

it('finds the supported languages', () => {
  expect(LOCALES.every(isLocale)).toBe(true);
  expect(isLocale('fr')).toBe(false);
  expect(isLocale(undefined)).toBe(false);
});
