import { expect, it } from 'vitest';
import { letterParts } from './letter-parts.ts';

it('finds links and keeps those of the site on the current host', () => {
  const text = 'Confirm address:\nhttp://localhost:3000/ko/verify-email#token=a.b\n\nSee https://example.com/x.';
  expect(letterParts(text, 'http://localhost:3000')).toEqual([
    { text: 'Confirm address:\n' },
    { text: 'http://localhost:3000/ko/verify-email#token=a.b', href: '/ko/verify-email#token=a.b' },
    { text: '\n\nSee ' },
    { text: 'https://example.com/x.', href: 'https://example.com/x.' },
  ]);
});

it('leaves other text unchanged', () => {
  expect(letterParts('http:// is no address', 'http://localhost')).toEqual([{ text: 'http:// is no address' }]);
});
