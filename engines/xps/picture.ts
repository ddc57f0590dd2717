import { type Bytes, encodeBase64, viewOf } from '@bakkum/bytes/bytes';
import { encodePng } from '@bakkum/raster/png-file';
import { readTiff } from './tiff.ts';

/** An image with its intended size in units of 1/96 inch. */
export type SizedPicture = { readonly address: string; readonly width: number; readonly height: number };

const POINTS_AN_INCH = 96;
const METRES_AN_INCH = 0.0254;

/** Returns a JPEG, PNG or baseline TIFF as a `data:` URL; `undefined` for other formats. */
export async function pictureOf(bytes: Bytes): Promise<SizedPicture | undefined> {
  const view = viewOf(bytes);
  if (bytes.length > 33 && view.getUint32(0) === 0x89504e47) return sized(bytes, 'image/png', pngSize(view));
  if (bytes.length > 4 && view.getUint16(0) === 0xffd8) return sized(bytes, 'image/jpeg', jpegSize(view));
  const tiff = readTiff(bytes);
  if (!tiff) return undefined;
  const { pixels, across, down } = tiff;
  return sized(await encodePng(pixels), 'image/png', { width: pixels.width, height: pixels.height, across, down });
}

/** Returns the target of an `ImageSource`. In a reference with a profile, the image comes first. */
export function sourceOf(reference = ''): string {
  return /^\{ColorConvertedBitmap\s+(\S+)/.exec(reference.trim())?.[1] ?? reference.trim();
}

type Size = { readonly width: number; readonly height: number; readonly across: number; readonly down: number };

function sized(bytes: Bytes, type: string, size: Size): SizedPicture {
  return {
    address: `data:${type};base64,${encodeBase64(bytes)}`,
    width: (size.width * POINTS_AN_INCH) / size.across,
    height: (size.height * POINTS_AN_INCH) / size.down,
  };
}

/** Reads chunks up to the pixel data (PNG, 11.3.4.3). */
function pngSize(view: DataView): Size {
  const size = { width: view.getUint32(16), height: view.getUint32(20), across: POINTS_AN_INCH, down: POINTS_AN_INCH };
  for (let at = 8; at + 21 <= view.byteLength && view.getUint32(at + 4) !== 0x49444154; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) !== 0x70485973 || view.getUint8(at + 16) !== 1) continue;
    const [across, down] = [view.getUint32(at + 8), view.getUint32(at + 12)].map((count) => count * METRES_AN_INCH);
    return { ...size, across: across || POINTS_AN_INCH, down: down || POINTS_AN_INCH };
  }
  return size;
}

const DOTS_AN_INCH = 1;
const DOTS_A_CENTIMETRE = 2;

/** Reads the density from JFIF in dots per inch or centimetre, and the size from the frame header. */
function jpegSize(view: DataView): Size {
  let [across, down] = [POINTS_AN_INCH, POINTS_AN_INCH];
  for (let at = 2; at + 10 <= view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xe0 && at + 16 <= view.byteLength && view.getUint32(at + 4) === 0x4a464946) {
      const unit = view.getUint8(at + 11);
      const scale = unit === DOTS_AN_INCH ? 1 : unit === DOTS_A_CENTIMETRE ? 2.54 : 0;
      across = view.getUint16(at + 12) * scale || POINTS_AN_INCH;
      down = view.getUint16(at + 14) * scale || POINTS_AN_INCH;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), across, down };
  }
  return { width: 0, height: 0, across, down };
}
