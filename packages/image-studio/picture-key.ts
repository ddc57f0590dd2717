import { createHash } from 'node:crypto';

/** Where a picture lies: by content, so that the same one is kept once. */
export function pictureKey(picture: Uint8Array): string {
  const hash = createHash('sha256').update(picture).digest('hex');
  return `studio/pictures/${hash.slice(0, 2)}/${hash}`;
}
