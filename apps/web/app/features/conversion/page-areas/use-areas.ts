import type { OptionValues } from '@bakkum/conversion/options';
import { type PageArea, parsePageAreas, writePageAreas } from '@bakkum/conversion/pages/page-areas';
import { type PageEntry, parsePageList } from '@bakkum/conversion/pages/page-list';
import { useState } from 'react';

const MAX_STEPS = 100;

/** The areas that an option holds, which of them is selected, and how to change them. */
export function useAreas(option: 'redactAreas' | 'cropAreas', options: OptionValues, onChange: (options: OptionValues) => void) {
  const [selected, select] = useState<number>();
  const [past, setPast] = useState<readonly string[]>([]);
  const value = options[option];
  const written = typeof value === 'string' ? value : '';
  const before = past.at(-1);
  return {
    areas: parsePageAreas(written) ?? [],
    selected,
    select,
    change(next: readonly PageArea[], chosen: number | undefined) {
      setPast([...past.slice(1 - MAX_STEPS), written]);
      select(chosen);
      onChange({ [option]: writePageAreas(next) });
    },
    /** `undefined` if there is nothing to undo. */
    undo:
      before === undefined
        ? undefined
        : () => {
            setPast(past.slice(0, -1));
            select(undefined);
            onChange({ [option]: before });
          },
  };
}

/** The pages of the result, which the numbers of areas refer to. */
export function entriesOf({ pages }: OptionValues, pageCount: number): readonly PageEntry[] {
  try {
    return parsePageList(typeof pages === 'string' ? pages : '', pageCount).flat();
  } catch {
    return parsePageList('', pageCount).flat();
  }
}
