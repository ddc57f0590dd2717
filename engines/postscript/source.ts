import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

const DOS_MARK = 0xc5d0d3c6;

/** Returns the program of a file without the preview header and leading printer commands. */
export function programIn(file: Bytes): Bytes {
  if (file.length === 0) throw new ConversionError('empty', 'no bytes');
  const view = viewOf(file);
  if (file.length >= 30 && view.getUint32(0) === DOS_MARK) {
    const start = view.getUint32(4, true);
    const end = start + view.getUint32(8, true);
    if (start >= file.length) throw new ConversionError('corrupt', 'the program lies behind the end of the file');
    return file.subarray(start, Math.min(end, file.length));
  }
  const start = startOf(file);
  if (start < 0) throw new ConversionError('corrupt', 'no PostScript');
  return file.subarray(start);
}

/** Whether the file ends before the program or preview its header declares (TN 5002, section 5.2). */
export function isCutOff(file: Bytes): boolean {
  const view = viewOf(file);
  if (file.length < 30 || view.getUint32(0) !== DOS_MARK) return false;
  return SECTIONS.some((at) => view.getUint32(at, true) + view.getUint32(at + 4, true) > file.length);
}

/** Header offsets of the position and length of the program and of two types of preview. */
const SECTIONS = [4, 12, 20];

/** Bytes to search for `%!`, which printer commands and stray bytes may precede. */
const SEARCHED = 4096;

function startOf(file: Bytes): number {
  for (let at = 0; at + 1 < Math.min(file.length, SEARCHED); at += 1) if (file[at] === 0x25 && file[at + 1] === 0x21) return at;
  return -1;
}

/** Illustrator files since version 9 are PDF. */
export function isPdf(file: Bytes): boolean {
  return file[0] === 0x25 && file[1] === 0x50 && file[2] === 0x44 && file[3] === 0x46;
}
