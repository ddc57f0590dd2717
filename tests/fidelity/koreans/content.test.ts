import { expect, test } from 'vitest';
import { koreanLetters } from './content.ts';

test('letters are compared regardless of their order, and single ones never join', () => {
  expect(koreanLetters('㉠나 ㄷ ㅏ 가 大 abc 1')).toBe([...'ㄱㄷㅏ大가나'].sort().join(''));
  expect(koreanLetters('ㄷㅏ')).not.toBe(koreanLetters('다'));
  expect(koreanLetters('\u1103')).toBe('ㄷ');
});
