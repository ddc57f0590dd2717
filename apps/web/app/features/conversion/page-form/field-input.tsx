import { classNames } from '@bakkum/ui/class-names';
import type { ReactNode } from 'react';
import { placeOf } from '../page-areas/area-box.tsx';
import type { Size } from '../preview/view-frame.ts';
import type { FilledField } from './form-values.ts';

type FieldInputProps = {
  readonly field: FilledField;
  /** Size of the page in points. */
  readonly page: Size;
  readonly isDisabled: boolean;
  readonly onChange: (value: string | boolean) => void;
};

/** Size of the text where the form does not set one. */
const DEFAULT_POINTS = 11;
const CLASS = 'absolute rounded-none border border-accent bg-[#eef4ff] text-[black] outline-accent focus-visible:outline-2';

/** A form field over its place on the page. Its text scales with the page. */
export function FieldInput({ field, page, isDisabled, onChange }: FieldInputProps): ReactNode {
  const { kind, name, label, area, value, checked, isMultiline, isReadOnly } = field;
  const points = Math.min(
    field.size > 0 ? field.size : DEFAULT_POINTS,
    isMultiline ? Number.POSITIVE_INFINITY : area.height * 0.8,
  );
  const common = {
    'aria-label': label || name,
    disabled: isDisabled || isReadOnly,
    style: { ...placeOf(area, page), fontSize: `${(points / page.width) * 100}cqw` },
  };
  if (kind === 'check' || kind === 'radio')
    return (
      <input
        {...common}
        type={kind === 'check' ? 'checkbox' : 'radio'}
        name={kind === 'radio' ? name : undefined}
        checked={checked}
        className="absolute m-0 cursor-pointer accent-accent"
        onChange={(event) => onChange(kind === 'check' ? event.currentTarget.checked : field.state)}
      />
    );
  if (kind === 'choice')
    return (
      <select
        {...common}
        value={value}
        className={classNames(CLASS, 'p-0')}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {[...new Set(['', ...(value === '' ? [] : [value]), ...field.options])].map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  const text = { ...common, value, className: classNames(CLASS, 'px-[0.2em] py-0 leading-[1.2]') };
  return isMultiline ? (
    <textarea
      {...text}
      className={classNames(text.className, 'resize-none')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <input {...text} type="text" onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
