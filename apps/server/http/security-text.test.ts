import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { securityText } from './security-text.ts';

const HOURS = { general: 24, technical: 12, billing: 6 };

async function textOf(email: string | undefined, demo = false): Promise<string> {
  const contact = { hours: HOURS, ...(email && { email }) };
  const app = new Hono();
  app.get(
    '/',
    securityText({ origin: 'https://here.example', demo, contact }, () => new Date('2027-01-01T00:00:00Z')),
  );
  return (await app.request('/')).text();
}

describe('security.txt', () => {
  it('names the address of the operator, the contact form and an end', async () => {
    expect(await textOf('help@here.example')).toBe(
      [
        'Contact: mailto:help@here.example',
        'Contact: https://here.example/contact',
        'Expires: 2027-06-30T00:00:00.000Z',
        'Preferred-Languages: en, ko',
        'Canonical: https://here.example/.well-known/security.txt',
        '',
      ].join('\n'),
    );
  });

  it('names the form only, without an address or in a demo', async () => {
    for (const text of [await textOf(undefined), await textOf('support@localhost', true)]) {
      expect(text).not.toContain('mailto');
      expect(text).toContain('/contact');
    }
  });
});
