import { expect, it } from 'vitest';
import { wordsOf } from './catalogue.ts';
import { choiceName } from './choice-words.ts';

it.each([
  ['en', 'auto', 'English and Korean'],
  ['en', 'jpn', 'Japanese'],
  ['en', 'jpn_vert', 'Japanese, vertical'],
  ['ko', 'deu', '독일어'],
  ['ko', 'chi_sim', '중국어(간체)'],
  ['ko', 'chi_tra_vert', '중국어(번체), 세로쓰기'],
  ['en', 'srp_latn', 'Serbian (Latin)'],
  ['en', 'ita_old', 'Italian (old)'],
] as const)('names a language of text recognition (%s, %s)', (locale, code, name) => {
  expect(choiceName(wordsOf(locale, 'conversion'), locale, 'textLanguage', code)).toBe(name);
});

it('names values that several options share, and shows others as they are', () => {
  const words = wordsOf('en', 'conversion');
  expect(choiceName(words, 'en', 'sheets', 'first')).toBe('First only');
  expect(choiceName(words, 'en', 'frameRate', '29.97')).toBe('29.97');
});
