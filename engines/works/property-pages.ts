import type { Bytes } from '@bakkum/bytes/bytes';
import { PLAIN, type Shape, type Tab } from './document.ts';

/** A range of text with uniform formatting, and the bytes that describe it. */
export type Stretch = { readonly from: number; readonly to: number; readonly properties: Bytes };

const PAGE_BYTES = 128;

/**
 * Formatting pages of Write, Word for DOS and Works up to 4: 128 bytes each, with the number of ranges in the last byte.
 * @param paired the end of a range and the offset of its properties (2 bytes, relative to the fifth byte) are stored together; in
 * Works all ends come first, then the offsets (1 byte, relative to the first)
 */
export function stretchesOn(file: Bytes, pages: readonly number[], paired: boolean): readonly Stretch[] {
  return pages.flatMap((page) => stretchesOnPage(file.slice(page * PAGE_BYTES, (page + 1) * PAGE_BYTES), paired));
}

function stretchesOnPage(page: Bytes, paired: boolean): readonly Stretch[] {
  const count = page[PAGE_BYTES - 1] ?? 0;
  if (page.length < PAGE_BYTES || 4 + count * (paired ? 6 : 5) > PAGE_BYTES - 1) return [];
  const view = new DataView(page.buffer);
  const end = (index: number): number => view.getUint32(index < 0 ? 0 : 4 + index * (paired ? 6 : 4), true);
  const place = (index: number): number => {
    if (!paired) return view.getUint8(4 + count * 4 + index);
    const offset = view.getUint16(8 + index * 6, true);
    return offset > PAGE_BYTES ? 0 : 4 + offset;
  };
  return Array.from({ length: count }, (_, index) => {
    const at = place(index);
    const properties = at === 0 ? new Uint8Array() : page.slice(at + 1, at + 1 + (page[at] ?? 0));
    return { from: end(index - 1), to: end(index), properties };
  });
}

const ALIGNMENTS = ['left', 'centre', 'right', 'both'] as const;
const TAB_KINDS = ['left', 'centre', 'right', 'decimal'] as const;
const FIRST_TAB = 22;
const TAB_BYTES = 4;
const MAX_TABS = 30;

/** Paragraph properties of Write and Word for DOS; omitted values are zero. */
export function shapeIn(properties: Bytes): Shape {
  const padded = new Uint8Array(FIRST_TAB + MAX_TABS * TAB_BYTES);
  padded.set(properties.subarray(0, padded.length));
  const view = new DataView(padded.buffer);
  return {
    align: alignmentOf(view.getUint8(1)),
    right: view.getInt16(4, true),
    left: view.getInt16(6, true),
    first: view.getInt16(8, true),
    before: view.getInt16(12, true),
    after: view.getInt16(14, true),
    tabs: tabsIn(padded),
  };
}

export function alignmentOf(value: number): Shape['align'] {
  return ALIGNMENTS[value & 3] ?? PLAIN.align;
}

export function tabKindOf(value: number): Tab['kind'] {
  return TAB_KINDS[value & 3] ?? 'left';
}

/** Reads position and type of tab stops up to a position of zero. */
function tabsIn(padded: Bytes): readonly Tab[] {
  const view = new DataView(padded.buffer);
  const all = Array.from({ length: MAX_TABS }, (_, index) => ({
    at: view.getUint16(FIRST_TAB + index * TAB_BYTES, true),
    kind: tabKindOf(view.getUint8(FIRST_TAB + index * TAB_BYTES + 2)),
  }));
  const end = all.findIndex(({ at }) => at === 0);
  return all.slice(0, end < 0 ? all.length : end);
}
