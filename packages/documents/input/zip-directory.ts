import { viewOf } from '@bakkum/bytes/bytes';

/** A member as listed in the central directory; `size` is its unpacked size, `method` how it is compressed, 0 if it is not. */
export type ZipMember = { readonly name: string; readonly size: number; readonly method: number };

const END_RECORD = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const MAX_COMMENT = 65_535;

/** The central directory of a zip (APPNOTE 4.3.12); `undefined` if it cannot be read. */
export function readDirectory(bytes: Uint8Array<ArrayBuffer>): readonly ZipMember[] | undefined {
  const view = viewOf(bytes);
  const end = endRecord(view);
  if (end === undefined) return undefined;
  const members: ZipMember[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY) return undefined;
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    members.push({ name, size: view.getUint32(at + 24, true), method: view.getUint16(at + 10, true) });
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return members;
}

/** Offset of the end record. */
export function endRecord(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) if (view.getUint32(at, true) === END_RECORD) return at;
  return undefined;
}
