import { latin1, u16, u32 } from './bytes.ts';
import { isText, textOf } from './markup.ts';

/** Side limit: larger images would not fit in memory. */
const MAX_GD_PIXELS = 0x8000;

/** Tests for images whose signature is too short to be conclusive. Each checks fields that a valid file must have right. */

/** Sizes of the header variants: OS/2 1.x, 2.x (16 and 64), Windows 3, its two undocumented ones, 4 and 5. */
const BITMAP_HEADERS: ReadonlySet<number> = new Set([12, 16, 40, 52, 56, 64, 108, 124]);

export function isBitmap(head: Uint8Array): boolean {
  return BITMAP_HEADERS.has(u32(head, 14, true));
}

/** Icon or cursor: between 1 and 255 entries, the first of which starts after the directory. */
export function isIconDirectory(head: Uint8Array): boolean {
  const count = u16(head, 4, true);
  const reserved = head[9] ?? 1;
  return count > 0 && count < 256 && (reserved === 0 || reserved === 255) && u32(head, 18, true) >= 6 + count * 16;
}

/** Version 0 to 5, a common depth, a valid window. */
export function isPcx(head: Uint8Array): boolean {
  const depth = head[3] ?? 0;
  return (
    (head[1] ?? 9) <= 5 && [1, 2, 4, 8, 24].includes(depth) && u16(head, 8, true) >= u16(head, 4, true) && (head[65] ?? 0) <= 4
  );
}

/** `P1` … `P6`, white space or a comment, then a width. */
export function isNetpbm(head: Uint8Array): boolean {
  return /^P[1-6]\s*(?:#[^\n\r]*[\n\r]\s*)*\d+\s/.test(latin1(head, 0, 512)) && /\s|#/.test(latin1(head, 2, 3));
}

export function isXbm(head: Uint8Array): boolean {
  const beginning = textOf(head).slice(0, 1024);
  return /#define\s+\S*width\s+\d/.test(beginning) && /#define\s+\S*height\s+\d/.test(beginning);
}

/** X11 window dump, file version 7, in either byte order; a 100-byte header and a window name. */
export function isXwd(head: Uint8Array): boolean {
  return [true, false].some((littleEndian) => {
    const headerSize = u32(head, 0, littleEndian);
    return headerSize >= 100 && headerSize < 4096 && u32(head, 4, littleEndian) === 7 && u32(head, 8, littleEndian) <= 2;
  });
}

export function isSgi(head: Uint8Array): boolean {
  const storage = head[2] ?? 9;
  const bytesPerChannel = head[3] ?? 9;
  const dimension = u16(head, 4, false);
  return storage <= 1 && (bytesPerChannel === 1 || bytesPerChannel === 2) && dimension >= 1 && dimension <= 3;
}

export function isViff(head: Uint8Array): boolean {
  return (head[2] ?? 9) <= 1 && (head[3] ?? 9) <= 3;
}

/** A device control string with the final byte `q`. */
export function isSixel(head: Uint8Array): boolean {
  return /^\u001bP[0-9;]*q/.test(latin1(head, 0, 64));
}

/** Magic number of the first frame, after the 128-byte header. */
export function isAseprite(head: Uint8Array): boolean {
  return u16(head, 132, true) === 0xf1fa;
}

/** Known pixel modes; the first block's length includes its header. */
export function isTim(head: Uint8Array): boolean {
  const flags = u32(head, 4, true);
  return [0, 1, 2, 3, 8, 9].includes(flags) && u32(head, 8, true) >= 12;
}

/** Compressed files are identified only by name. */
export function isNifti(head: Uint8Array): boolean | undefined {
  if (head[0] === 0x1f) return undefined;
  return /^(?:n\+1|ni1)\0/.test(latin1(head, 344, 348));
}

export function isPictor(head: Uint8Array): boolean {
  return (head[11] ?? 0) === 0xff && !isText(head);
}

/** A colour table in Adobe's or Iridas's text form: comments and a title may precede its size. */
export function isCubeLut(head: Uint8Array): boolean {
  return isText(head) && /^(?:DOMAIN_MIN|LUT_[13]D_SIZE)\s/m.test(textOf(head).slice(0, 2048));
}

export function isMetaImage(head: Uint8Array): boolean {
  return /^(?:ObjectType|NDims)\s*=/.test(textOf(head));
}

/** An information header at the very start with one plane and a known depth: clipboard data saved as a file. */
export function isHeaderlessBitmap(head: Uint8Array): boolean {
  return u16(head, 12, true) === 1 && [1, 4, 8, 16, 24, 32].includes(u16(head, 14, true));
}

/** GD: palette or true colour with the size and a matching flag; GD2: its signature with a known version and form. */
export function isGd(head: Uint8Array): boolean {
  if (latin1(head, 0, 4) === 'gd2\0') return u16(head, 4, false) <= 2 && u16(head, 12, false) >= 1 && u16(head, 12, false) <= 4;
  const isTrueColour = u16(head, 0, false) === 0xfffe;
  if (!isTrueColour && u16(head, 0, false) !== 0xffff) return false;
  // A stream of Arrow also starts with four bytes of 255.
  const isSize = (at: number): boolean => u16(head, at, false) > 0 && u16(head, at, false) < MAX_GD_PIXELS;
  return isSize(2) && isSize(4) && head[6] === (isTrueColour ? 1 : 0) && (isTrueColour || u16(head, 7, false) <= 256);
}
