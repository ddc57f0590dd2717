import { viewOf } from '@bakkum/bytes/bytes';

/** Returns the blobs of a property set ([MS-OLEPS]) by number; other types are skipped. */
export function blobsOf(stream: Uint8Array<ArrayBuffer>): ReadonlyMap<number, Uint8Array<ArrayBuffer>> {
  const VT_BLOB = 0x41;
  const view = viewOf(stream);
  const section = view.getUint32(44, true);
  const blobs = new Map<number, Uint8Array<ArrayBuffer>>();
  const count = Math.min(view.getUint32(section + 4, true), Math.floor(stream.length / 8));
  for (let index = 0; index < count; index += 1) {
    const id = view.getUint32(section + 8 + index * 8, true);
    const at = section + view.getUint32(section + 12 + index * 8, true);
    if (at + 8 > stream.length || view.getUint32(at, true) !== VT_BLOB) continue;
    blobs.set(id, stream.subarray(at + 8, at + 8 + view.getUint32(at + 4, true)));
  }
  return blobs;
}
