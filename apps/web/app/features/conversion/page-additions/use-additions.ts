import type { OptionValues } from '@bakkum/conversion/options';
import type { Addition } from '@bakkum/conversion/pages/page-additions';
import { useState } from 'react';
import { additionsIn, writtenAdditions } from './placed-additions.ts';

const MAX_STEPS = 100;

/** Images are strings of megabytes, so the list is not parsed again after a change: earlier and later lists share them. */
type Known = { readonly written: string; readonly additions: readonly Addition[] };

/** The additions of a file, which of them is selected, and how to change them. */
export function useAdditions(options: OptionValues, onChange: (options: OptionValues) => void) {
  const value = options['additions'];
  const written = typeof value === 'string' ? value : '';
  const [known, setKnown] = useState<Known>(() => ({ written, additions: additionsIn(written) }));
  const [selected, select] = useState<number>();
  const [past, setPast] = useState<readonly (readonly Addition[])[]>([]);
  const [isTooLong, setTooLong] = useState(false);
  if (known.written !== written) setKnown({ written, additions: additionsIn(written) });
  const { additions } = known;
  const before = past.at(-1);

  /** Returns whether there was anything to store, and room for it. */
  const store = (next: readonly Addition[], chosen: number | undefined): boolean => {
    const text = writtenAdditions(next);
    setTooLong(text === undefined);
    if (text === undefined) return false;
    select(chosen);
    if (text === written) return false;
    setKnown({ written: text, additions: next });
    onChange({ additions: text });
    return true;
  };
  const change = (next: readonly Addition[], chosen: number | undefined): void => {
    if (store(next, chosen)) setPast([...past.slice(1 - MAX_STEPS), additions]);
  };
  return {
    additions,
    selected,
    select,
    /** Whether the last change was refused because its images are too large together. */
    isTooLong,
    add: (addition: Addition) => change([...additions, addition], additions.length),
    replace: (at: number, addition: Addition) => change(additions.with(at, addition), at),
    remove: (at: number) => change(additions.toSpliced(at, 1), undefined),
    /** `undefined` if there is nothing to undo. */
    undo:
      before === undefined
        ? undefined
        : () => {
            store(before, undefined);
            setPast(past.slice(0, -1));
          },
  };
}
