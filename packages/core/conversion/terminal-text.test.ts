import { expect, it } from 'vitest';
import { terminalText, textFor } from './terminal-text.ts';

it.each([
  ['\u001b]52;c;cm0=\u0007 sets the clipboard', '\ufffd]52;c;cm0=\ufffd sets the clipboard'],
  ['\u009b2J clears the screen', '\ufffd2J clears the screen'],
  ['over\rwritten \u202egnp.exe', 'over\ufffdwritten \ufffdgnp.exe'],
  ['a\tb\nc 한글 👩‍🚀', 'a\tb\nc 한글 👩‍🚀'],
])('shows %j without obeying it', (text, shown) => {
  expect(terminalText(text)).toBe(shown);
});

it('keeps the exact text for programs', () => {
  expect([textFor({}, '\u001b'), textFor({ isTTY: false }, '\u001b'), textFor({ isTTY: true }, '\u001b')]).toEqual([
    '\u001b',
    '\u001b',
    '\ufffd',
  ]);
});
