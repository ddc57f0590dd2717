import type { Bytes } from '@bakkum/bytes/bytes';
import sharp from 'sharp';
import { finished } from '../files/image-file.ts';

/** Longest side of a preview in pixels, as of a thumbnail. */
const LONGEST = 512;
/** Largest image that is sold. */
const MAX_PIXELS = 4096 * 4096;
const MAX_BYTES = 256 * 1024;
const READ = ['png', 'jpeg', 'webp'];

/**
 * Turns an unfinished image of a service into a small WebP without any other data.
 * @returns undefined if it cannot be decoded, or is no image of a service
 */
export async function preparePreview(bytes: Uint8Array): Promise<Bytes | undefined> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const { format } = await picture.metadata();
    if (!READ.includes(format)) return undefined;
    const size = { width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true } as const;
    const small = await finished(picture.autoOrient().resize(size).webp({ quality: 70, effort: 2 }));
    return small.byteLength <= MAX_BYTES ? small : undefined;
  } catch {
    // The finished image does not depend on it.
    return undefined;
  }
}
