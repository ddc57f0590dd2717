import { expect, it } from 'vitest';
import { isHtml } from './markup.ts';
import { isTimeRangeBlocks } from './subtitle.ts';

/** Heads on which detection took exponential time, and would not end within a lifetime. */
const HEADS = [
  ['comments without an element', '<!---->'.repeat(9000), isHtml],
  ['brackets on one line', '[A'.repeat(30_000), isTimeRangeBlocks(3)],
] as const;

it.each(HEADS)('decides about %s', (_, text, matches) => {
  expect(matches(new TextEncoder().encode(text))).toBe(false);
});

it('still recognises a page after comments, and times after fields in brackets', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  expect(isHtml(bytes('<!-- a --><!-- b -->\n<html><body>'))).toBe(true);
  expect(isTimeRangeBlocks(2)(bytes('[INFORMATION]\n[TITLE]\n00:00:01.00,00:00:02.00\nHello\n'))).toBe(true);
});
