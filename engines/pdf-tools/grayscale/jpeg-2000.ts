/** Colour of a JPEG 2000 image without a colour space in the document. `unknown` includes palettes and images with opacity. */
export type OwnColour = 'rgb' | 'gray' | 'unknown';

/** Enumerated colour spaces (ISO/IEC 15444-1, table I.10). */
const SRGB = 16;
const GRAY = 17;
/** Boxes of the header are at the start of a file. */
const HEADER_BYTES = 2000;

/** Reads the boxes of the header (ISO/IEC 15444-1, annex I), or the number of components of a bare codestream. */
export function ownColour(bytes: Uint8Array): OwnColour {
  const header = bytes.subarray(0, HEADER_BYTES);
  if (header[0] === 0xff && header[1] === 0x4f) return ofComponents((header[40] ?? 0) * 256 + (header[41] ?? 0));
  const size = after(header, 'ihdr');
  const colour = after(header, 'colr');
  if (!size || !colour || after(header, 'pclr')) return 'unknown';
  const components = (size[8] ?? 0) * 256 + (size[9] ?? 0);
  const [method, , , ...space] = colour.subarray(0, 7);
  if (method !== 1) return 'unknown';
  const number = space.reduce((sum, byte) => sum * 256 + byte, 0);
  if (number === GRAY) return 'gray';
  return number === SRGB && components === 3 ? 'rgb' : 'unknown';
}

function ofComponents(count: number): OwnColour {
  if (count === 1) return 'gray';
  return count === 3 ? 'rgb' : 'unknown';
}

/** The content of the first box with a name. */
function after(bytes: Uint8Array, box: string): Uint8Array | undefined {
  const codes = [...box].map((letter) => letter.charCodeAt(0));
  const at = bytes.findIndex((_, place) => codes.every((code, offset) => bytes[place + offset] === code));
  return at < 0 ? undefined : bytes.subarray(at + box.length);
}
