import { describe, expect, it } from 'vitest';
import { createWindowTokens } from './window-token.ts';

const CONTENT = {
  paymentId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  userId: 'user-1',
  sessionId: 'session-1',
  site: 'https://site.example',
  expiresAt: 1_795_000_000_000,
};
const tokens = createWindowTokens('s'.repeat(40));

describe('a token of the payment window', () => {
  it('returns its content and shows none of it', () => {
    const token = tokens.seal(CONTENT);
    expect(tokens.open(token)).toEqual(CONTENT);
    expect(token).toMatch(/^[\w-]+$/);
    const text = Buffer.from(token, 'base64url').toString('latin1');
    for (const part of [CONTENT.paymentId, CONTENT.userId, CONTENT.site]) expect(text).not.toContain(part);
    expect(tokens.seal(CONTENT)).not.toBe(token);
  });

  it('is refused when any byte differs, or with another secret', () => {
    const token = tokens.seal(CONTENT);
    const bytes = Buffer.from(token, 'base64url');
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(tokens.open(changed.toString('base64url'))).toBeUndefined();
    }
    expect(createWindowTokens('t'.repeat(40)).open(token)).toBeUndefined();
  });

  it.each(['', 'x', 'A'.repeat(37), 'A'.repeat(38), 'A'.repeat(1900), '%00', '한글'])('%j is none', (text) => {
    expect(tokens.open(text)).toBeUndefined();
  });
});
