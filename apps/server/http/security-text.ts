import type { Site } from '@bakkum/site/brand';
import type { Handler } from 'hono';

const DAY_MS = 86_400_000;
/** The format asks for less than a year. */
const VALID_DAYS = 180;

/** `/.well-known/security.txt` (RFC 9116): where to report vulnerabilities of this installation. */
export function securityText(
  { origin, demo, contact }: Pick<Site, 'origin' | 'demo' | 'contact'>,
  now = () => new Date(),
): Handler {
  return (context) => {
    const expires = new Date(now().getTime() + VALID_DAYS * DAY_MS);
    const lines = [
      // Nobody reads a demo's mailbox.
      ...(contact?.email && !demo ? [`Contact: mailto:${contact.email}`] : []),
      `Contact: ${origin}/contact`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, ko',
      `Canonical: ${origin}/.well-known/security.txt`,
    ];
    return context.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'public, max-age=86400' });
  };
}
