/** Maximum distance and length of copies. */
const MAX_DISTANCE = 2047;
const MIN_MATCH = 3;
const MAX_MATCH = 10;
/** Match candidates tried per position. */
const MAX_CANDIDATES = 24;

/** Packs a record with PalmDOC compression; inverse of `unpackWords`. */
export function packWords(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const packed: number[] = [];
  const seen = new Map<number, number[]>();
  for (let at = 0; at < text.length; ) {
    const copy = longestCopy(text, at, seen);
    const step = copy ? copy.length : plainStep(text, at);
    if (copy) packed.push(0x80 | (copy.distance >> 5), ((copy.distance << 3) & 0xff) | (copy.length - MIN_MATCH));
    else if (step === 2) packed.push((text[at + 1] ?? 0) ^ 0x80);
    else packByte(packed, text[at] ?? 0);
    for (const end = at + step; at < end; at += 1) remember(seen, text, at);
  }
  return Uint8Array.from(joinedPlain(packed));
}

/** A space followed by a letter takes one byte. */
function plainStep(text: Uint8Array, at: number): 1 | 2 {
  const next = text[at + 1] ?? 0;
  return text[at] === 0x20 && next >= 0x40 && next < 0x80 ? 2 : 1;
}

/** Prefix of a byte that would otherwise be a code; such bytes are later counted together. */
const PLAIN = -1;

function packByte(packed: number[], byte: number): void {
  if (byte === 0 || (byte >= 9 && byte < 0x80)) packed.push(byte);
  else packed.push(PLAIN, byte);
}

/** Up to eight consecutive literals share one count. */
function joinedPlain(packed: readonly number[]): readonly number[] {
  const joined: number[] = [];
  for (let at = 0; at < packed.length; ) {
    if (packed[at] !== PLAIN) {
      joined.push(packed[at] ?? 0);
      at += 1;
      continue;
    }
    const plain: number[] = [];
    for (; packed[at] === PLAIN && plain.length < 8; at += 2) plain.push(packed[at + 1] ?? 0);
    joined.push(plain.length, ...plain);
  }
  return joined;
}

const keyAt = (text: Uint8Array, at: number): number =>
  ((text[at] ?? 0) << 16) | ((text[at + 1] ?? 0) << 8) | (text[at + 2] ?? 0);

function remember(seen: Map<number, number[]>, text: Uint8Array, at: number): void {
  const key = keyAt(text, at);
  const places = seen.get(key);
  if (places) places.push(at);
  else seen.set(key, [at]);
}

function longestCopy(
  text: Uint8Array,
  at: number,
  seen: ReadonlyMap<number, readonly number[]>,
): { readonly distance: number; readonly length: number } | undefined {
  if (at + MIN_MATCH > text.length) return undefined;
  const places = (seen.get(keyAt(text, at)) ?? []).slice(-MAX_CANDIDATES).toReversed();
  const most = Math.min(MAX_MATCH, text.length - at);
  let best: { readonly distance: number; readonly length: number } | undefined;
  for (const place of places) {
    if (at - place > MAX_DISTANCE) break;
    let length = MIN_MATCH;
    while (length < most && text[place + length] === text[at + length]) length += 1;
    if (!best || length > best.length) best = { distance: at - place, length };
    if (length === most) break;
  }
  return best;
}
