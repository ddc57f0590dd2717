/** Files of images that are extended beyond their edges. */
import type { Bytes } from '@bakkum/bytes/bytes';
import type { Size } from '@bakkum/image-provider/drawn-size';
import { type Edges, extendedSize } from '@bakkum/studio-options/extending';
import sharp from 'sharp';
import { finished, fitted, marked, open, orBadAnswer, PNG } from './image-file.ts';
import type { ImageSource } from './xmp.ts';

/** Pixels inside an extended edge in which the original turns into the answer: at most this many, and this share of the shorter side. */
const MAX_SEAM = 24;
const SEAM_SHARE = 1 / 16;

/** Blur of the mirrored image in the new part, as a share of the longer side: colours to continue from, without shapes to repeat. */
const BLUR_SHARE = 1 / 40;

const edgesOf = ({ left, right, up: top, down: bottom }: Edges) => ({ left, right, top, bottom });

/** A stored image without transparency. */
export function flattened(kept: Uint8Array): Promise<Bytes> {
  return finished(open(kept).flatten({ background: '#ffffff' }).png(PNG));
}

/** The larger canvas for a model that redraws masked parts, and the mask, in which the new part is light. */
export async function canvasToExtend(kept: Uint8Array, edges: Edges): Promise<{ readonly picture: Bytes; readonly mask: Bytes }> {
  const picture = await flattened(kept);
  const { width, height } = await open(picture).metadata();
  const around = await finished(
    open(picture)
      .extend({ ...edgesOf(edges), extendWith: 'mirror' })
      .png(PNG),
  );
  const canvas = open(around)
    .blur(Math.max(1, Math.max(width, height) * BLUR_SHARE))
    .composite([{ input: Buffer.from(picture), left: edges.left, top: edges.up }]);
  const mask = sharp({ create: { width, height, channels: 3, background: '#000000' } }).extend({
    ...edgesOf(edges),
    background: '#ffffff',
  });
  return { picture: await finished(canvas.png(PNG)), mask: await finished(mask.png(PNG)) };
}

/** An image and the pixels that were added on each side. */
type Extended = { readonly picture: Uint8Array; readonly edges: Edges };

/**
 * Turns the answer to an extension into the PNG that is stored. Models that were given the whole canvas draw all of it again, so the
 * original is laid over the answer: its pixels stay exactly as they were, except next to extended edges, where it fades into the answer
 * so that no seam shows.
 * @throws ProviderFault `bad-answer`, as `prepareStoredImage`
 */
export async function prepareExtendedImage(
  bytes: Uint8Array,
  { picture, edges }: Extended,
  source: ImageSource | undefined,
): Promise<Bytes> {
  const kept = open(await flattened(picture));
  const from = await kept.metadata();
  const { width, height } = from;
  const opacity = { raw: { width, height, channels: 1 } } as const;
  const faded = await finished(kept.joinChannel(seamMask(from, edges), opacity).png(PNG));
  return orBadAnswer(async () => {
    const drawn = await fitted(bytes, extendedSize(from, edges));
    const opaque = await finished(drawn.removeAlpha().png(PNG));
    return marked(open(opaque).composite([{ input: Buffer.from(faded), left: edges.left, top: edges.up }]), source);
  });
}

/** Opacity of the original by pixel: full, except towards extended edges. */
function seamMask({ width, height }: Size, { left, right, up, down }: Edges): Buffer {
  const seam = Math.max(1, Math.min(MAX_SEAM, Math.round(Math.min(width, height) * SEAM_SHARE)));
  const towards = (distance: number, added: number): number => (added > 0 ? Math.min(1, (distance + 0.5) / seam) : 1);
  const across = Float64Array.from({ length: width }, (_, x) => Math.min(towards(x, left), towards(width - 1 - x, right)));
  const mask = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    const along = Math.min(towards(y, up), towards(height - 1 - y, down));
    for (let x = 0; x < width; x += 1) mask[y * width + x] = Math.round(Math.min(across[x] ?? 1, along) * 255);
  }
  return mask;
}
