import { useMessages } from '@bakkum/i18n/react';
import { memo, type ReactNode, useMemo } from 'react';
import { commonTargets } from '../targets/common-targets.ts';
import type { Target } from '../targets/target.ts';
import { FormatPicker } from './format-picker.tsx';

type AllToPickerProps = {
  /** Formats of the files that can be changed now. */
  readonly formats: readonly string[];
  readonly targetsOf: (format: string) => readonly Target[];
  /** Number of files in the list. */
  readonly all: number;
  /** The target that applies to all files. */
  readonly value: string | null;
  /** The kind of these files, if the list has others. */
  readonly kind?: string;
  readonly onChange: (to: string) => void;
};

/** The picker renders a hundred choices, so it rerenders only when they change, not with every file. */
const AllPicker = memo(FormatPicker);

/** Picks one target for all files that support it. */
export function AllToPicker({ formats, targetsOf, all, value, kind, onChange }: AllToPickerProps): ReactNode {
  const t = useMessages('conversion');
  const key = formats.join();
  const targets = useMemo(
    () =>
      commonTargets(key === '' ? [] : key.split(',').map(targetsOf)).map((target) => ({
        ...target,
        note: target.count === all ? t('allFiles') : t('someFiles', { count: target.count, all }),
      })),
    [targetsOf, key, all, t],
  );
  if (targets.length === 0) return undefined;
  const label = kind === undefined ? t('allTo') : t('allOfKindTo', { kind });
  return (
    <AllPicker
      label={label}
      labelHidden
      targets={targets}
      value={value}
      placeholder={label}
      onChange={onChange}
      // Two fit beside each other on a phone, with the longest kind.
      className={
        kind === undefined
          ? 'w-44 sm:w-56'
          : 'min-w-0 grow basis-44 max-sm:[&_input]:placeholder:text-sm sm:max-w-56 xl:w-44 xl:grow-0'
      }
    />
  );
}
