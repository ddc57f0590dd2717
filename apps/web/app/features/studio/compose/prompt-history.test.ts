import { expect, it } from 'vitest';
import { remembered, startHistory, stepped } from './prompt-history.ts';

it('navigates back, and forward to the unfinished prompt', () => {
  const history = startHistory(['newest', 'older']);
  const first = stepped(history, 'being written', 1);
  expect(first?.prompt).toBe('newest');
  const second = first && stepped(first.history, first.prompt, 1);
  expect(second?.prompt).toBe('older');
  expect(second && stepped(second.history, second.prompt, 1)).toBeUndefined();
  const back = second && stepped(second.history, second.prompt, -1);
  expect(back?.prompt).toBe('newest');
  expect(back && stepped(back.history, back.prompt, -1)?.prompt).toBe('being written');
  expect(stepped(history, 'being written', -1)).toBeUndefined();
});

it('keeps each prompt once, newest first, up to the limit', () => {
  expect(remembered(startHistory(['a', 'b']), 'b').prompts).toEqual(['b', 'a']);
  const many = startHistory(Array.from({ length: 50 }, (_, index) => String(index)));
  expect(remembered(many, 'new').prompts).toHaveLength(50);
});
