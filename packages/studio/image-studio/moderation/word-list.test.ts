import { expect, it } from 'vitest';
import { refusedWords } from './word-list.ts';

it.each([
  ['a scene of violence', ['violence']],
  ['VIOLENCE!', ['violence']],
  ['Ｖｉｏｌｅｎｃｅ', ['violence']],
  ['v1olence at dusk', ['violence']],
  ['vio\u200blence', ['violence']],
  ['víolence', ['violence']],
  ['e x p l i c i t', ['explicit']],
  ['e.x.p.l.i.c.i.t', ['explicit']],
  ['ехрliсit', ['explicit']],
  ['inappropriate, explicit', ['inappropriate', 'explicit']],
  ['폭력이 있는 장면', ['폭력']],
  ['폭 력', ['폭력']],
  ['폭력적인 장면', ['폭력']],
  ['선정적이고 노골적인', ['선정적', '노골적']],
  ['부적절한 그림', ['부적절']],
])('finds the refused words in %j', (prompt, words) => {
  expect(refusedWords(prompt)).toEqual(words);
});

it.each([
  'a violent storm over the sea',
  'nonviolence march',
  'explicitly detailed feathers',
  'an appropriate hat',
  'violet and blue',
  '눈 속의 여우',
  '비폭력 운동',
  'a 1 b 2',
])('accepts %j: only whole words match', (prompt) => {
  expect(refusedWords(prompt)).toEqual([]);
});
