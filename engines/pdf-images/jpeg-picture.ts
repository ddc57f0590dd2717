import { concat, textAt, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { extractMetadata } from '@bakkum/image-metadata/extract';
import { type JpegFrame, readJpegFrame } from '@bakkum/image-metadata/jpeg-frame';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Channels, PagePicture } from './pages.ts';

/** Prepares a JPEG for embedding: the same bytes, shown upright. JPEG types that PDF readers cannot decode are refused. */
export async function jpegPicture(bytes: Uint8Array<ArrayBuffer>, keepMetadata: boolean): Promise<PagePicture> {
  if (bytes.length === 0) throw new ConversionError('empty', 'no bytes');
  const frame = readable(readJpegFrame(bytes));
  const { icc, orientation, dpi } = await extractMetadata(bytes, 'jpeg');
  const isInverted = frame.channels === 4 && segments(bytes).some(isAdobe);
  return {
    ...frame,
    orientation,
    dpi,
    depth: 8,
    entries: `/Filter /DCTDecode${isInverted ? ' /Decode [1 0 1 0 1 0 1 0]' : ''}`,
    data: keepMetadata ? bytes : withoutPersonal(bytes),
    icc,
    xmp: undefined,
    alpha: undefined,
  };
}

function readable(frame: JpegFrame | undefined): {
  readonly width: number;
  readonly height: number;
  readonly channels: Channels;
} {
  if (!frame) throw new ConversionError('corrupt', 'no JPEG frame header');
  const { width, height, components } = frame;
  if (!frame.complete) throw new ConversionError('corrupt', 'cut off');
  if (frame.precision !== 8 || frame.lossless || frame.arithmetic || height === 0) {
    throw new ConversionError('unsupported-feature', 'a kind of JPEG that PDF does not have');
  }
  if (components !== 1 && components !== 3 && components !== 4) {
    throw new ConversionError('unsupported-feature', `${components} components`);
  }
  assertPixelCount(width, height);
  return { width, height, channels: components };
}

type Segment = { readonly marker: number; readonly start: number; readonly end: number; readonly name: string };

/** Marker segments before the first scan. */
function segments(bytes: Uint8Array): readonly Segment[] {
  const view = viewOf(bytes);
  const found: Segment[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    if (bytes[at + 1] === 0xff) {
      at += 1; // fill byte
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    found.push({ marker: bytes[at + 1] ?? 0, start: at, end, name: textAt(bytes, at + 4, 12) });
    at = end;
  }
  return found;
}

/** Adobe's programs mark their files and store inverted CMYK: 255 is no ink. */
function isAdobe({ marker, name }: Segment): boolean {
  return marker === 0xee && name.startsWith('Adobe');
}

/** Removes Exif, XMP, IPTC, previews and comments. Segments that affect colours stay: JFIF, profile, Adobe marker. */
function withoutPersonal(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [bytes.subarray(0, 2)];
  let end = 2;
  for (const segment of segments(bytes)) {
    if (!isPersonal(segment)) parts.push(bytes.subarray(segment.start, segment.end));
    end = segment.end;
  }
  return concat([...parts, bytes.subarray(end)]);
}

function isPersonal(segment: Segment): boolean {
  const { marker, name } = segment;
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  const isNeeded = name.startsWith('JFIF\0') || name === 'ICC_PROFILE\0' || isAdobe(segment);
  return marker === 0xfe || (isApplication && !isNeeded);
}
