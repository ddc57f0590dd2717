import { expect, it } from 'vitest';
import { readPrompt } from './reading.ts';

it.each([
  ['a red fox in a snowy forest at dawn', '새벽 눈 내리는 숲속의 빨간 여우'],
  ['two cats on the beach, golden hour', '해질녘 해변의 고양이'],
  ['a sailboat on the sea at night, blue', '밤바다 위의 파란 돛단배'],
  ['autumn hanok, fog', '안개 낀 가을 한옥'],
  ['a robot in a neon city in the rain', '비 내리는 네온 도시의 로봇'],
])('understands %j and %j alike', (english, korean) => {
  expect(readPrompt(korean)).toEqual(readPrompt(english));
});

it('takes the first thing named as the subject', () => {
  expect(readPrompt('a dog and a cat').figures).toEqual(['dog', 'cat']);
  expect(readPrompt('a cat and a dog').figures).toEqual(['cat', 'dog']);
  expect(readPrompt('a black cat among lavender').colours).toHaveLength(2);
});

it('does not mistake the golden hour for a colour', () => {
  expect(readPrompt('golden hour over hills')).toMatchObject({ time: 'golden', colours: [] });
});

it('ignores what it cannot draw', () => {
  expect(readPrompt('qwerty 한글날')).toEqual({ figures: [], colours: [], moods: [] });
});
