import { expect, test } from 'vitest';
import { formatNamed } from './catalogue.ts';

test('finds a format by id or extension, in any case and with or without a dot', () => {
  expect(['jpeg', 'JPG', '.docx'].map(formatNamed)).toEqual(['jpeg', 'jpeg', 'docx']);
  expect(['', '.', 'no-such-format'].map(formatNamed)).toEqual([undefined, undefined, undefined]);
});

test('prefers the format whose main extension it is', () => {
  expect(['dib', 'pub', 'mpp'].map(formatNamed)).toEqual(['dib', 'pub', 'mpp']);
});
