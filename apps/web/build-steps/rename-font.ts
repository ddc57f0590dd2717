/** Name records of the family; the copyright and licence records stay unchanged. OpenType, `name` table. */
const FAMILY_RECORDS: ReadonlySet<number> = new Set([1, 3, 4, 6, 16, 25]);

/** Replaces a word in the family names of a TrueType font. Both words have the same length, so no offset moves. */
export function renameFont(font: Uint8Array, { from, to }: { readonly from: string; readonly to: string }): Uint8Array {
  if (from.length !== to.length) throw new RangeError('a new name of another length would move the other records');
  const bytes = Uint8Array.from(font);
  const view = new DataView(bytes.buffer);
  const table = nameTable(view);
  const strings = table + view.getUint16(table + 4);
  for (let index = 0; index < view.getUint16(table + 2); index += 1) {
    const record = table + 6 + index * 12;
    if (!FAMILY_RECORDS.has(view.getUint16(record + 6))) continue;
    const start = strings + view.getUint16(record + 10);
    replaceIn(bytes.subarray(start, start + view.getUint16(record + 8)), from, to);
  }
  return bytes;
}

function nameTable(view: DataView): number {
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const entry = 12 + index * 16;
    if (view.getUint32(entry) === 0x6e616d65) return view.getUint32(entry + 8);
  }
  throw new Error('the font has no name table');
}

/** Names are UTF-16BE on Windows and single bytes on the Macintosh; both are tried. */
function replaceIn(name: Uint8Array, from: string, to: string): void {
  for (const width of [1, 2]) {
    const bytesOf = (word: string) => [...word].flatMap((letter) => [...Array<number>(width - 1).fill(0), letter.charCodeAt(0)]);
    const [old, replacement] = [bytesOf(from), bytesOf(to)];
    for (let at = 0; at + old.length <= name.length; at += 1) {
      if (old.every((byte, offset) => name[at + offset] === byte)) name.set(replacement, at);
    }
  }
}
