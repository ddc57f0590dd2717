import { type Bytes, startsWith, textAt, viewOf } from '@bakkum/bytes/bytes';
import type { Records } from './records.ts';

/** An index entry: its name, and its values by tag. */
export type IndexEntry = { readonly name: string; readonly values: ReadonlyMap<number, readonly number[]> };

/** An index of text positions stored in the book, and the strings it refers to by number. */
export type Index = { readonly entries: readonly IndexEntry[]; textAt(place: number): string };

type Tag = { readonly tag: number; readonly values: number; readonly mask: number; readonly isEnd: boolean };

const ENTRY_LIST_AT = 20;
const COUNT_AT = 24;
const TEXTS_AT = 52;
const PLACES_A_RECORD = 0x10000;
const MAX_ENTRIES = 200_000;

/** Reads an index starting at a record; `undefined` if it is absent or damaged, because books are readable without it. */
export function readIndex(records: Records, first: number, decode: (bytes: Uint8Array) => string): Index | undefined {
  const head = records.get(first);
  if (!head || !isIndex(head)) return undefined;
  try {
    return indexOf(records, first, head, decode);
  } catch (failure) {
    if (failure instanceof RangeError) return undefined;
    throw failure;
  }
}

function isIndex(record: Bytes): boolean {
  return record.length > TEXTS_AT + 4 && startsWith(record, 'INDX');
}

function indexOf(records: Records, first: number, head: Bytes, decode: (bytes: Uint8Array) => string): Index {
  const view = viewOf(head);
  const tagsAt = view.getUint32(4);
  const controlBytes = view.getUint32(tagsAt + 8);
  const tags = Array.from({ length: (view.getUint32(tagsAt + 4) - 12) / 4 }, (_, index): Tag => {
    const [tag = 0, values = 0, mask = 0, end = 0] = head.subarray(tagsAt + 12 + index * 4, tagsAt + 16 + index * 4);
    return { tag, values, mask, isEnd: end === 1 };
  });
  const count = view.getUint32(COUNT_AT);
  const entries: IndexEntry[] = [];
  for (let number = first + 1; number <= first + count && entries.length < MAX_ENTRIES; number += 1) {
    const record = records.get(number);
    if (record && isIndex(record)) entries.push(...entriesIn(record, tags, controlBytes));
  }
  return {
    entries,
    textAt(place) {
      const record = records.get(first + count + 1 + Math.floor(place / PLACES_A_RECORD));
      const at = place % PLACES_A_RECORD;
      if (!record || at >= record.length) return '';
      const { value: length, next } = numberAt(record, at);
      return decode(record.subarray(next, next + length));
    },
  };
}

function* entriesIn(record: Bytes, tags: readonly Tag[], controlBytes: number): Generator<IndexEntry> {
  const view = viewOf(record);
  const list = view.getUint32(ENTRY_LIST_AT);
  for (let index = 0; index < view.getUint32(COUNT_AT); index += 1) {
    const start = view.getUint16(list + 4 + index * 2);
    const length = record[start] ?? 0;
    const name = textAt(record, start + 1, length);
    yield { name, values: valuesAt(record, start + 1 + length, tags, controlBytes) };
  }
}

/** Leading bits specify which tags follow, and how often or in how many bytes. */
function valuesAt(
  record: Bytes,
  start: number,
  tags: readonly Tag[],
  controlBytes: number,
): ReadonlyMap<number, readonly number[]> {
  let [control, at] = [start, start + controlBytes];
  const told: { readonly tag: Tag; readonly count?: number; readonly bytes?: number }[] = [];
  for (const tag of tags) {
    const bits = (record[control] ?? 0) & tag.mask;
    if (tag.isEnd) control += 1;
    else if (bits !== 0 && bits === tag.mask && onesIn(tag.mask) > 1) {
      const { value, next } = numberAt(record, at);
      at = next;
      told.push({ tag, bytes: value });
    } else if (bits !== 0) told.push({ tag, count: bits / (tag.mask & -tag.mask) });
  }
  const values = new Map<number, readonly number[]>();
  for (const { tag, count = 0, bytes = 0 } of told) {
    const list: number[] = [];
    const end = at + bytes;
    while (at < record.length && (list.length < count * tag.values || at < end)) {
      const { value, next } = numberAt(record, at);
      list.push(value);
      at = next;
    }
    values.set(tag.tag, list);
  }
  return values;
}

function onesIn(mask: number): number {
  return [...mask.toString(2)].filter((digit) => digit === '1').length;
}

/** Reads a varint: seven bits per byte, the last with its highest bit set. */
function numberAt(record: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = start; at < Math.min(record.length, start + 4); at += 1) {
    const byte = record[at] ?? 0;
    value = (value << 7) | (byte & 0x7f);
    if (byte >= 0x80) return { value, next: at + 1 };
  }
  return { value, next: start + 4 };
}
