/** Unfinished images, and what faults make of them. */
import { drawPicture } from './image.ts';
import type { Job } from './service.ts';

/** Shades of the first preview and of the last one. */
const FIRST_SHADES = 3;
const LAST_SHADES = 24;

/** An unfinished version of a job's image, of which this share is done; undefined if the job shows none. */
export function previewOf({ order, fault }: Job, share: number): Uint8Array | undefined {
  if (fault?.kind === 'no-previews') return undefined;
  if (fault?.kind === 'broken-previews') return Buffer.from('not an image');
  if (fault?.kind === 'giant-previews') return Buffer.alloc(fault.bytes);
  return drawPicture(order.seed, { ...order, shades: Math.round(FIRST_SHADES + share * (LAST_SHADES - FIRST_SHADES)) });
}
