import { startsWith, textAt, viewOf } from '@bakkum/bytes/bytes';

/** Data from a PNG's header and chunk structure (PNG specification, third edition, 11.2.1). */
export type PngHeader = {
  readonly width: number;
  readonly height: number;
  /** Bits per sample or palette index: 1, 2, 4, 8 or 16. */
  readonly bitDepth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA. */
  readonly colourType: number;
  /** An alpha channel, or a `tRNS` chunk. */
  readonly mayHaveAlpha: boolean;
  /** Coding-independent code points: the numbers alone do not define the colours. */
  readonly hasCicp: boolean;
  /** An `acTL` chunk before the image data: an animated PNG. */
  readonly animated: boolean;
  /** False when the file ends before its `IEND` chunk. */
  readonly complete: boolean;
};

const SIGNATURE = '\x89PNG\r\n\x1a\n';
const FIRST_CHUNK = 8;
const IHDR_LENGTH = 13;

/** `undefined` when the bytes do not start like a PNG with its header. */
export function readPngHeader(bytes: Uint8Array): PngHeader | undefined {
  if (bytes.length < FIRST_CHUNK + 8 + IHDR_LENGTH) return undefined;
  if (textAt(bytes, 0, FIRST_CHUNK) !== SIGNATURE || !startsWith(bytes, 'IHDR', FIRST_CHUNK + 4)) return undefined;
  const view = viewOf(bytes);
  const colourType = view.getUint8(25);
  const chunks = chunkTypes(bytes);
  const beforePicture = new Set(chunks.slice(0, chunks.includes('IDAT') ? chunks.indexOf('IDAT') : undefined));
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    bitDepth: view.getUint8(24),
    colourType,
    mayHaveAlpha: colourType >= 4 || beforePicture.has('tRNS'),
    hasCicp: beforePicture.has('cICP'),
    animated: beforePicture.has('acTL'),
    complete: chunks.at(-1) === 'IEND',
  };
}

/** Types of the complete chunks, in order, up to `IEND` or the first truncated one. */
function chunkTypes(bytes: Uint8Array): string[] {
  const view = viewOf(bytes);
  const types: string[] = [];
  let at = FIRST_CHUNK;
  while (at + 12 <= bytes.length && types.at(-1) !== 'IEND') {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) break;
    types.push(textAt(bytes, at + 4, 4));
    at = end;
  }
  return types;
}
