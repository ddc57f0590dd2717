import { isIPv4 } from 'node:net';
import { z } from 'zod';

/** Scheme, host and port of a website. */
export const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !URL.canParse(url) || url.replace(/\/$/, '') === new URL(url).origin, 'must be scheme, host and port only')
  .transform((url) => new URL(url).origin);

/** Whether an origin is on this machine. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}
