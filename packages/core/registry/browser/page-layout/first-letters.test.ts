import { expect, it, vi } from 'vitest';
import { wrapFirstLetters } from './first-letters.browser.ts';
import type { LayoutFrame } from './frame.browser.ts';

const RULES = Array.from({ length: 100 }, () => ({ selector: '*', declarations: 'color: red' }));

/** A frame with paragraphs whose first letters are elements already. */
function frameWith(paragraphs: number) {
  const letter = { style: { cssText: '' } };
  const elements = Array.from({ length: paragraphs }, () => ({ querySelector: () => letter }));
  const getComputedStyle = vi.fn(() => ({ display: 'block' }));
  const frame = { body: { querySelectorAll: () => elements }, view: { getComputedStyle } };
  return { frame: frame as unknown as LayoutFrame, getComputedStyle, letter };
}

it('stops between elements when it is cancelled', async () => {
  const { frame, getComputedStyle } = frameWith(100);
  const next = vi.fn(async () => undefined).mockRejectedValue(new Error('cancelled'));
  await expect(wrapFirstLetters(frame, RULES, { next })).rejects.toThrow('cancelled');
  expect(getComputedStyle).not.toHaveBeenCalled();
});

it('styles a limited number of letters, whatever the number of rules', async () => {
  const { frame, getComputedStyle, letter } = frameWith(3000);
  await wrapFirstLetters(frame, RULES, { next: () => undefined });
  expect(letter.style.cssText.match(/color/g)).toHaveLength(5000);
  expect(getComputedStyle).toHaveBeenCalledTimes(3000);
});
