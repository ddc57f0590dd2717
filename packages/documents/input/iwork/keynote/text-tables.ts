import { type Field, fieldsOf, messagesIn, numberIn, within } from '../protocol-buffer.ts';
import { referenceIn } from './objects.ts';

/** Values along a text, each from its character to the next. */
export type Values = {
  valueAt(at: number): number | undefined;
  /** Splits a range where the value changes. */
  partsOf(from: number, to: number): readonly Part[];
};

export type Part = { readonly from: number; readonly to: number; readonly value: number | undefined };

/**
 * Reads a table of a TSWP.StorageArchive. Its entries hold references or numbers.
 * @param kind an entry without a reference keeps the one before it (`lasting`) or ends it (`ending`)
 */
export function valuesAlong(storage: readonly Field[], number: number, kind: 'lasting' | 'ending' | 'number'): Values {
  const entries: { readonly at: number; readonly value: number | undefined }[] = [];
  for (const entry of messagesIn(within(storage, number), 1).map(fieldsOf)) {
    const value = kind === 'number' ? numberIn(entry, 2) : referenceIn(entry, 2);
    entries.push({ at: numberIn(entry, 1) ?? 0, value: value ?? (kind === 'lasting' ? entries.at(-1)?.value : undefined) });
  }
  entries.sort((one, other) => one.at - other.at);
  /** Index of the first entry after a character. */
  const after = (at: number): number => {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const valueAt = (at: number): number | undefined => entries[after(at) - 1]?.value;
  return {
    valueAt,
    partsOf(from, to) {
      const parts: Part[] = [];
      let start = from;
      for (let index = after(from); start < to; index += 1) {
        const end = Math.min(to, entries[index]?.at ?? to);
        parts.push({ from: start, to: end, value: valueAt(start) });
        start = end;
      }
      return parts.filter((part) => part.to > part.from);
    },
  };
}
