import type { FormatView } from '@bakkum/api-contract/conversions/conversions';
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { CONTROL_CLASS } from '@bakkum/ui/field';
import type { ReactNode } from 'react';

type TargetSelectProps = {
  /** Format of the file. */
  readonly name: string;
  readonly targets: readonly string[];
  readonly formats: readonly FormatView[];
  readonly value: string | null;
  readonly onChange: (target: string) => void;
};

/** The targets the server offers for this file, grouped by kind. */
export function TargetSelect({ name, targets, formats, value, onChange }: TargetSelectProps): ReactNode {
  const t = useMessages('cloud');
  const offered = targets.map(
    (id) => formats.find((format) => format.id === id) ?? { id, name: id.toUpperCase(), category: 'other' },
  );
  const wordsOf = (category: string): string => t.lookup(`category_${category}`) ?? t('category_other');
  const groups = [...Map.groupBy(offered, ({ category }) => wordsOf(category))];
  return (
    <select
      aria-label={t('targetFor', { name })}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
      className={classNames(CONTROL_CLASS, 'cursor-pointer @2xl:w-44')}
    >
      {value === null ? (
        <option value="" disabled>
          {t('choose')}
        </option>
      ) : undefined}
      {groups.map(([heading, members]) => (
        <optgroup key={heading} label={heading}>
          {members.map((format) => (
            <option key={format.id} value={format.id}>
              {format.name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
