/** Files of generated pictures: checked, brought to the size that was bought, marked, and written in other formats. */
import { crc32 } from 'node:zlib';
import { ProviderFault } from '@bakkum/image-provider/fault';
import type { PictureMask } from '@bakkum/image-provider/provider';
import type { DownloadFormat } from '@bakkum/studio-options/limits';
import sharp, { type Sharp } from 'sharp';
import {
  type Bytes,
  MOST_PIXELS,
  type PictureDecoder,
  type PictureFault,
  type Pixels,
  type Place,
  type Size,
} from './decoding.ts';
import { type PictureSource, xmpOf } from './xmp.ts';

const READ = ['png', 'jpeg', 'webp'];
const THUMBNAIL = 512;
/** What the specification says of JPEG and WebP. */
const QUALITY = 92;
const PNG = { compressionLevel: 6, adaptiveFiltering: false } as const;

// A generated picture is used once: a cache of decoded ones only costs memory.
sharp.cache(false);

/** A picture that we or a service made. Those of people are opened by a `PictureDecoder`. */
function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning', pages: 1 });
}

function fromPixels({ content, width, height, channels }: Pixels): Sharp {
  return sharp(content, { raw: { width, height, channels } });
}

/** The PNG that is kept, with the mark of its source. */
async function marked(picture: Sharp, source: PictureSource | undefined): Promise<Bytes> {
  const plain = await finished(picture.png(PNG));
  // Written by us, as it has to lie open for whoever looks for it without unpacking.
  return source ? withText(plain, 'XML:com.adobe.xmp', xmpOf(source)) : plain;
}

/**
 * What a service sent as the PNG that is kept: decoded whole, cut and scaled to the size that was bought, without anything else it
 * carried, with the mark of its source. It is opened where this is called: the services are those the operator chose.
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
    return await marked(scaled, source);
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    throw new ProviderFault('bad-answer', 'the picture cannot be decoded');
  }
}

export type BroughtPicture = {
  readonly picture: Bytes;
  readonly size: Size;
  /** What the file said of itself. */
  readonly source: PictureSource | undefined;
};

/**
 * What somebody brought as the PNG that is kept: decoded whole, upright, in sRGB, no larger than is kept, without the place, the camera
 * and whatever else it carried. That it was made by a model stays written in it.
 */
export async function broughtPicture(decode: PictureDecoder, bytes: Uint8Array): Promise<BroughtPicture | PictureFault> {
  const decoded = await decode({ as: 'brought' }, bytes);
  if ('fault' in decoded) return decoded.fault;
  const { pixels, source } = decoded;
  return { picture: await marked(fromPixels(pixels), source), size: { width: pixels.width, height: pixels.height }, source };
}

export async function thumbnail(kept: Uint8Array): Promise<Bytes> {
  return finished(
    open(kept).resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }),
  );
}

/** A kept picture as a file for the person; with a recipe, how it was made is written into it. */
export async function downloadOf(
  kept: Bytes,
  format: DownloadFormat,
  source: PictureSource | undefined,
  recipe?: string,
): Promise<Bytes> {
  if (format === 'png') return recipe === undefined ? kept : withText(kept, 'parameters', recipe);
  const marked = source ? open(kept).withXmp(xmpOf(source, recipe)) : open(kept);
  if (format === 'webp') return finished(marked.webp({ quality: QUALITY }));
  return finished(marked.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY, mozjpeg: false }));
}

/**
 * A kept picture as large as a service wants it. Nothing is cut: where its shape is another one, what is missing is mirrored, and cut
 * off again when `keptPicture` brings the answer to the shape of the picture.
 */
export async function pictureToEdit(kept: Uint8Array, size: Size): Promise<Bytes> {
  const { width, height } = await open(kept).metadata();
  const { inner, edges } = placeOf({ width, height }, size);
  return finished(
    open(kept)
      .flatten({ background: '#ffffff' })
      .resize({ ...inner, fit: 'fill' })
      .extend({ ...edges, extendWith: 'mirror' })
      .png(PNG),
  );
}

/** Where a picture of this shape lies in a larger one: as large as fits, in the middle. */
function placeOf({ width, height }: Size, around: Size): Place {
  const scale = Math.min(around.width / width, around.height / height);
  const side = (length: number, most: number): number => Math.min(most, Math.max(1, Math.round(length * scale)));
  const inner = { width: side(width, around.width), height: side(height, around.height) };
  const [across, down] = [around.width - inner.width, around.height - inner.height];
  const [left, top] = [Math.floor(across / 2), Math.floor(down / 2)];
  return { inner, edges: { left, right: across - left, top, bottom: down - top } };
}

/**
 * A mask that somebody drew over a picture of this shape (light is drawn anew), in both forms services ask for, and where
 * `pictureToEdit` puts the picture.
 * @throws ProviderFault `invalid`
 */
export async function maskToEdit(decode: PictureDecoder, drawn: Uint8Array, picture: Size, size: Size): Promise<PictureMask> {
  const decoded = await decode({ as: 'mask', place: placeOf(picture, size) }, drawn);
  if ('fault' in decoded) throw new ProviderFault('invalid', decoded.detail);
  const light = fromPixels(decoded.pixels);
  const kept = await light.clone().negate().extractChannel(0).toBuffer();
  const black = sharp({ create: { ...size, channels: 3, background: '#000000' } });
  const { width, height } = decoded.pixels;
  return {
    light: await finished(light.png(PNG)),
    clear: await finished(black.joinChannel(kept, { raw: { width, height, channels: 1 } }).png(PNG)),
  };
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
