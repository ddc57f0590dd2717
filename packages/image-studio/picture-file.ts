/** Files of generated pictures: checked, brought to the size that was bought, marked, and written in other formats. */
import { crc32 } from 'node:zlib';
import { ProviderFault } from '@bakkum/image-provider/fault';
import type { PictureMask } from '@bakkum/image-provider/provider';
import type { DownloadFormat } from '@bakkum/studio-options/limits';
import sharp, { type Sharp } from 'sharp';
import { type PictureSource, xmpOf } from './xmp.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Size = { readonly width: number; readonly height: number };

/** The largest picture that is sold, and a little. */
const MOST_PIXELS = 4200 * 4200;
const READ = ['png', 'jpeg', 'webp'];
const THUMBNAIL = 512;
/** What the specification says of JPEG and WebP. */
const QUALITY = 92;
const PNG = { compressionLevel: 6, adaptiveFiltering: false } as const;

// A generated picture is used once: a cache of decoded ones only costs memory.
sharp.cache(false);

function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning', pages: 1 });
}

/**
 * What a service sent as the PNG that is kept: decoded whole, cut and scaled to the size that was bought, without anything else it
 * carried, with the mark of its source.
 * @throws ProviderFault `bad-answer` when it is no picture, or half of one
 */
export async function keptPicture(bytes: Uint8Array, size: Size, source: PictureSource): Promise<Bytes> {
  try {
    const { format } = await open(bytes).metadata();
    if (!format || !READ.includes(format))
      throw new ProviderFault('bad-answer', `a picture of another kind: ${format ?? 'none'}`);
    const scaled = open(bytes)
      .autoOrient()
      .resize({ ...size, fit: 'cover', kernel: 'lanczos3' })
      .toColourspace('srgb');
    // Written by us, as it has to lie open for whoever looks for it without unpacking.
    return withText(await finished(scaled.png(PNG)), 'XML:com.adobe.xmp', xmpOf(source));
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    throw new ProviderFault('bad-answer', 'the picture cannot be decoded');
  }
}

export async function thumbnail(kept: Uint8Array): Promise<Bytes> {
  return finished(
    open(kept).resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }),
  );
}

/** A kept picture as a file for the person; with a recipe, how it was made is written into it. */
export async function downloadOf(kept: Bytes, format: DownloadFormat, source: PictureSource, recipe?: string): Promise<Bytes> {
  if (format === 'png') return recipe === undefined ? kept : withText(kept, 'parameters', recipe);
  const marked = open(kept).withXmp(xmpOf(source, recipe));
  if (format === 'webp') return finished(marked.webp({ quality: QUALITY }));
  return finished(marked.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY, mozjpeg: false }));
}

/** A kept picture as large as a service wants it. */
export async function pictureToEdit(kept: Uint8Array, size: Size): Promise<Bytes> {
  return finished(
    open(kept)
      .resize({ ...size, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .png(PNG),
  );
}

/** A mask that somebody drew (light is drawn anew), in both forms services ask for. @throws ProviderFault `invalid` */
export async function maskToEdit(drawn: Uint8Array, size: Size): Promise<PictureMask> {
  try {
    const grey = open(drawn)
      .flatten({ background: '#000000' })
      .resize({ ...size, fit: 'fill' })
      .greyscale()
      .threshold(128);
    const light = await finished(grey.clone().png(PNG));
    const kept = await sharp(light).negate().extractChannel(0).toBuffer();
    const black = sharp({ create: { ...size, channels: 3, background: '#000000' } });
    return { light, clear: await finished(black.joinChannel(kept).png(PNG)) };
  } catch {
    throw new ProviderFault('invalid', 'the mask cannot be decoded');
  }
}

async function finished(picture: Sharp): Promise<Bytes> {
  return new Uint8Array(await picture.toBuffer());
}

const SIGNATURE_AND_HEADER = 33;

/** Adds an international text to a PNG, in UTF-8: the older kind of text knows Latin letters only. */
function withText(png: Bytes, keyword: string, text: string): Bytes {
  const data = Buffer.concat([Buffer.from(`iTXt${keyword}\0\0\0\0\0`, 'latin1'), Buffer.from(text, 'utf8')]);
  const chunk = Buffer.alloc(data.byteLength + 8);
  chunk.writeUInt32BE(data.byteLength - 4, 0);
  chunk.set(data, 4);
  chunk.writeUInt32BE(crc32(data), data.byteLength + 4);
  return new Uint8Array(Buffer.concat([png.subarray(0, SIGNATURE_AND_HEADER), chunk, png.subarray(SIGNATURE_AND_HEADER)]));
}
