import { viewOf } from '@bakkum/bytes/bytes';
import { type Box, findBox } from '@bakkum/image-metadata/heif/iso-boxes';

/** Colour of a JPEG 2000 image without a colour space in the document. `unknown` includes palettes and images with opacity. */
export type OwnColour = 'rgb' | 'gray' | 'unknown';

/** Marker that starts a codestream. */
const SOC = 0xff_4f;
/** Enumerated colour spaces (ISO/IEC 15444-1, table I.10). */
const SRGB = 16;
const GRAY = 17;

/** Reads the boxes of the header (ISO/IEC 15444-1, annex I), or the number of components of a bare codestream. */
export function ownColour(bytes: Uint8Array): OwnColour {
  const view = viewOf(bytes);
  if (bytes.length >= 2 && view.getUint16(0) === SOC) return ofComponents(codestreamOf(bytes)?.components);
  const header = findBox(bytes, 0, bytes.length, 'jp2h');
  const inHeader = (type: string): Box | undefined => header && findBox(bytes, header.body, header.end, type);
  const [size, colour] = [inHeader('ihdr'), inHeader('colr')];
  if (!size || !colour || inHeader('pclr') || size.end < size.body + 10 || colour.end < colour.body + 7) return 'unknown';
  // Method 1 is an enumerated colour space, method 2 a profile.
  if (view.getUint8(colour.body) !== 1) return 'unknown';
  const space = view.getUint32(colour.body + 3);
  if (space === GRAY) return 'gray';
  return space === SRGB && view.getUint16(size.body + 8) === 3 ? 'rgb' : 'unknown';
}

function ofComponents(count: number | undefined): OwnColour {
  if (count === 1) return 'gray';
  return count === 3 ? 'rgb' : 'unknown';
}

/** Numbers of a codestream (ISO/IEC 15444-1, A.5.1). */
export type Codestream = {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Whether it ends with its last marker, EOC. */
  readonly isComplete: boolean;
};

const SIZ = 0xff_51;
const EOC = 0xff_d9;

/** Reads the start of the codestream of a file or of a bare one; `undefined` if there is none. */
export function codestreamOf(bytes: Uint8Array): Codestream | undefined {
  const view = viewOf(bytes);
  if (bytes.length < 44) return undefined;
  const box = view.getUint16(0) === SOC ? { body: 0, end: bytes.length } : findBox(bytes, 0, bytes.length, 'jp2c');
  if (!box || box.end < box.body + 44 || view.getUint16(box.body) !== SOC || view.getUint16(box.body + 2) !== SIZ)
    return undefined;
  const [right, bottom, left, top] = [8, 12, 16, 20].map((at) => view.getUint32(box.body + at));
  return {
    width: (right ?? 0) - (left ?? 0),
    height: (bottom ?? 0) - (top ?? 0),
    components: view.getUint16(box.body + 40),
    isComplete: view.getUint16(box.end - 2) === EOC,
  };
}
