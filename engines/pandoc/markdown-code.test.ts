import { expect, it } from 'vitest';
import { withoutCode, withoutCodeBlocks } from './markdown-code.ts';

it.each([
  ['an indented closing fence', 'a\n```\ncode\n  ```\nb', 'a\nb'],
  ['a longer closing fence', 'a\n~~~~\ncode\n~~~\n~~~~~\nb', 'a\nb'],
  ['a fence of another kind', 'a\n~~~\n```\n~~~\nb', 'a\nb'],
  ['text after a fence inside', 'a\n```\n``` no end\n```\nb', 'a\nb'],
  ['a language', 'a\n```html\n<p>\n```\nb', 'a\nb'],
  ['no end', 'a\n```\ncode', 'a'],
  ['a code span of three backticks', 'a\n```x``` b', 'a\n```x``` b'],
])('leaves out code blocks with %s', (_, markdown, text) => {
  expect(withoutCodeBlocks(markdown)).toBe(text);
});

it('leaves out code spans', () => {
  expect(withoutCode('a `<p>` b\n```\n`c`\n```\n')).toBe('a  b\n');
});

it('takes time in proportion to the text for fences of decreasing length', () => {
  const fences = Array.from({ length: 2000 }, (_, index) => '`'.repeat(2003 - index));
  expect(withoutCodeBlocks(`a\n${fences.join('\n')}`)).toBe('a');
});
