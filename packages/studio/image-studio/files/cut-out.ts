/** Files of images whose background a service removed. */
import type { Bytes } from '@bakkum/bytes/bytes';
import { ProviderFault } from '@bakkum/image-provider/fault';
import sharp from 'sharp';
import type { Size } from '../decoding/decoded-image.ts';
import { finished, fitted, marked, open, orBadAnswer, PNG } from './image-file.ts';
import type { ImageSource } from './xmp.ts';

/** Minimum share of pixels that are clear, and of those that are not. */
const MIN_SHARE = 0.001;
const HALF_OPAQUE = 128;

/** Laying it over an image changes only the colors of clear pixels: composition multiplies colors by their opacity, so those become black. */
const NOTHING = { create: { width: 1, height: 1, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const;

/**
 * Turns a service's answer into the PNG that is stored. Services keep the colors of clear pixels, in which the background could be read,
 * so they are removed.
 * @throws ProviderFault `bad-answer` as `prepareStoredImage`, or if nothing or everything was removed
 */
export async function prepareCutOut(bytes: Uint8Array, size: Size, source: ImageSource | undefined): Promise<Bytes> {
  return orBadAnswer(async () => {
    const drawn = (await fitted(bytes, size)).ensureAlpha();
    const kept = await finished(drawn.composite([{ input: NOTHING, left: 0, top: 0 }]).png(PNG));
    const opaque = await opaqueShare(kept);
    if (opaque > 1 - MIN_SHARE) throw new ProviderFault('bad-answer', 'no background was removed');
    if (opaque < MIN_SHARE) throw new ProviderFault('bad-answer', 'everything was removed');
    return marked(open(kept), source);
  });
}

async function opaqueShare(kept: Bytes): Promise<number> {
  const isOpaque = await open(kept).extractChannel('alpha').threshold(HALF_OPAQUE).png(PNG).toBuffer();
  const { channels } = await sharp(isOpaque).stats();
  return (channels[0]?.mean ?? 0) / 255;
}
