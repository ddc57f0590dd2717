import type { DictBody } from '../machine/objects.ts';

/** Maps the bytes of a string to characters of a font: code lengths and meanings. */
export type CharacterMap = {
  readonly spaces: { readonly size: number; readonly low: number; readonly high: number }[];
  readonly ranges: { readonly low: number; readonly high: number; readonly first: number }[];
};

/** Two bytes that are the character's number. */
export const IDENTITY_MAP: CharacterMap = {
  spaces: [{ size: 2, low: 0, high: 0xffff }],
  ranges: [{ low: 0, high: 0xffff, first: 0 }],
};

const maps = new WeakMap<DictBody, CharacterMap>();

/** The map behind a dictionary; a new one is empty. */
export function registerMap(body: DictBody): CharacterMap {
  const known = maps.get(body);
  if (known) return known;
  const made: CharacterMap = { spaces: [], ranges: [] };
  maps.set(body, made);
  return made;
}

/** The characters of a string. */
export function mappedCharacters(body: DictBody | undefined, bytes: Uint8Array): readonly number[] {
  const known = body && maps.get(body);
  const map =
    known && known.ranges.length > 0 ? known : { ...IDENTITY_MAP, ...(known?.spaces.length ? { spaces: known.spaces } : {}) };
  const found: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { size, code } = codeAt(map, bytes, at);
    const range = map.ranges.findLast(({ low, high }) => code >= low && code <= high);
    found.push(range ? range.first + code - range.low : 0);
    at += size;
  }
  return found;
}

function codeAt(map: CharacterMap, bytes: Uint8Array, at: number): { readonly size: number; readonly code: number } {
  let code = 0;
  for (let size = 1; size <= 4 && at + size <= bytes.length; size += 1) {
    code = code * 256 + (bytes[at + size - 1] ?? 0);
    if (map.spaces.some((space) => space.size === size && code >= space.low && code <= space.high)) return { size, code };
  }
  return { size: map.spaces[0]?.size ?? 2, code: 0 };
}
