import type { Family } from '@bakkum/formats/format';

/** Formats of images and audio whose size depends on the chosen quality. */
const LOSSY: ReadonlySet<string> = new Set([
  ...['jpeg', 'webp', 'avif', 'heic', 'heif', 'jxl'],
  ...['mp3', 'm4a', 'aac', 'ogg', 'opus', 'wma', 'm4r'],
]);
/** Images that become larger as JPEG at the same quality. */
const DENSER_THAN_JPEG: ReadonlySet<string> = new Set(['webp', 'avif', 'heic', 'heif', 'jxl']);

/**
 * Returns whether another quality or format helps if a result is larger than its source: not if the new format always needs more
 * space, such as an image of a drawing, a PNG of a photo or a JPEG of a HEIC image.
 */
export function mayShrink(from: string, to: string, familyOf: (format: string) => Family | undefined): boolean {
  const family = familyOf(from);
  if (family !== familyOf(to)) return false;
  if (family === 'video') return true;
  if (family !== 'image' && family !== 'audio') return family === 'archive' && from === to;
  if (from === to) return true;
  return LOSSY.has(to) && !(to === 'jpeg' && DENSER_THAN_JPEG.has(from));
}
