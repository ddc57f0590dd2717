import { viewOf } from '@bakkum/bytes/bytes';

/** Whether a file is complete: these formats declare their end, and the library does not check it. */
export function isWhole(bytes: Uint8Array<ArrayBuffer>, from: string): boolean {
  if (from === 'dbf') return isWholeDatabase(bytes);
  if (from === 'slk') return /(?:^|[\r\n])E[\r\n\s\x1a]*$/.test(new TextDecoder('latin1').decode(bytes.subarray(-64)));
  return !(from === 'wk1' || from === 'qpro') || endsItsRecords(bytes);
}

/** dBase: the header states the number and size of the records. */
function isWholeDatabase(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (bytes.length < 12) return false;
  const view = viewOf(bytes);
  return view.getUint16(8, true) + view.getUint32(4, true) * view.getUint16(10, true) <= bytes.length;
}

const END_OF_FILE = 1;
const COMPOUND_FILE = 0xd0;

/** Lotus 1-2-3 and Quattro Pro: records with type, length and data, ending with an end record. */
function endsItsRecords(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (bytes[0] === COMPOUND_FILE) return true;
  const view = viewOf(bytes);
  for (let at = 0; at + 4 <= bytes.length; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === END_OF_FILE) return true;
  return false;
}
