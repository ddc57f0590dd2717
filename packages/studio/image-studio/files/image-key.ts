import { createHash } from 'node:crypto';

/** The storage key of an image, derived from its content, so that equal images are stored once. */
export function imageKey(picture: Uint8Array): string {
  const hash = createHash('sha256').update(picture).digest('hex');
  return `studio/pictures/${hash.slice(0, 2)}/${hash}`;
}
