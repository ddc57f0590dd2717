import { describe, expect, it } from 'vitest';
import { emailBlocks } from './email-text.ts';

const ORIGIN = 'http://localhost:3000';

describe('the text of an email', () => {
  it('becomes paragraphs, an action and a signature', () => {
    const text = `Hello,

Please confirm your address.

Confirm email address:
${ORIGIN}/ko/verify-email#token=a.b

The link works for 24 hours.

--${' '}
Bakkum
`;
    expect(emailBlocks(text, ORIGIN)).toEqual([
      { kind: 'paragraph', parts: [{ text: 'Hello,' }] },
      { kind: 'paragraph', parts: [{ text: 'Please confirm your address.' }] },
      { kind: 'action', label: 'Confirm email address', href: '/ko/verify-email#token=a.b' },
      { kind: 'paragraph', parts: [{ text: 'The link works for 24 hours.' }] },
      { kind: 'signature', parts: [{ text: 'Bakkum' }] },
    ]);
  });

  it('keeps links to other sites, and lines within a paragraph', () => {
    expect(emailBlocks('Mina wrote:\nsee https://example.com/x.\nBye', ORIGIN)).toEqual([
      {
        kind: 'paragraph',
        parts: [
          { text: 'Mina wrote:\nsee ' },
          { text: 'https://example.com/x.', href: 'https://example.com/x.' },
          { text: '\nBye' },
        ],
      },
    ]);
  });

  it.each(['http:// is no address', '<b onclick="x()">bold</b>', 'Run it:\njavascript:alert(1)'])('leaves %j as text', (text) => {
    expect(emailBlocks(text, ORIGIN)).toEqual([{ kind: 'paragraph', parts: [{ text }] }]);
  });
});
