import { type Bytes, viewOf } from '@bakkum/bytes/bytes';

/** Reads `name` records: Windows in English first, then any Windows or Unicode record, then Macintosh Roman. */
const WINDOWS = 3;
const ENGLISH = 0x0409;

/** Returns a name by id (1 family, 2 style, 4 full, 5 version, 6 PostScript), if present. */
export function nameOf(table: Bytes | undefined, id: number): string | undefined {
  if (!table || table.length < 6) return undefined;
  const view = viewOf(table);
  const [count, start] = [view.getUint16(2), view.getUint16(4)];
  const found: { rank: number; text: string }[] = [];
  for (let at = 6; at + 12 <= table.length && at < 6 + count * 12; at += 12) {
    if (view.getUint16(at + 6) !== id) continue;
    const [platform, language] = [view.getUint16(at), view.getUint16(at + 4)];
    const from = start + view.getUint16(at + 10);
    const bytes = table.subarray(from, from + view.getUint16(at + 8));
    const text = new TextDecoder(platform === 1 ? 'macintosh' : 'utf-16be').decode(bytes);
    found.push({ rank: platform === WINDOWS ? (language === ENGLISH ? 0 : 1) : platform === 0 ? 2 : 3, text });
  }
  return found.toSorted((one, other) => one.rank - other.rank)[0]?.text;
}
