import { parseArea } from '@bakkum/conversion/area';
import type { OptionField, OptionValue } from '@bakkum/conversion/options';
import { choiceName } from '@bakkum/i18n/choice-words';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { NativeSelect, TextField } from '@bakkum/ui/field';
import { type ReactNode, useState } from 'react';
import { ColourInput } from './colour-input.tsx';
import { needsWholeLine } from './field-width.ts';
import { parsePlace, writePlace } from './place-in-time.ts';

type OptionInputProps = {
  readonly name: string;
  readonly field: OptionField;
  readonly value: OptionValue;
  readonly onChange: (value: OptionValue) => void;
  /** Aligns the label with the control. */
  readonly beside?: boolean;
  /** An error that depends on other options. */
  readonly problem?: string;
  readonly hint?: string;
  /** Placeholder of the empty field. */
  readonly unset?: string;
};

type FieldOf<Kind extends OptionField['kind']> = Extract<OptionField, { readonly kind: Kind }>;

/** Fields stand in two columns, on wide panels in four. A field alone on a line fills it. */
const HALF_CLASS = 'min-w-0 grow basis-[calc(50%-0.375rem)]';
const WHOLE_CLASS = 'min-w-0 basis-full @2xl:col-span-2';

type Choice = { readonly value: string; readonly text: string };

/** The control of an option, chosen by its type. */
export function OptionInput({ name, field, value, onChange, beside = false, ...rest }: OptionInputProps): ReactNode {
  const t = useMessages('conversion');
  const choices = useChoices(name, field);
  const label = t.lookup(`option_${name}`) ?? name;
  const { problem, hint, unset } = rest;
  const isWhole = field.kind === 'colour' || needsWholeLine({ label, hint, choices: choices.map(({ text }) => text) });
  const look = { label, className: isWhole ? WHOLE_CLASS : HALF_CLASS, ...(hint && { hint }) };
  switch (field.kind) {
    case 'choice':
    case 'boolean':
      return (
        <NativeSelect
          {...look}
          beside={beside}
          value={String(value)}
          onChange={({ target }) => onChange(field.kind === 'boolean' ? target.value === 'true' : target.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </NativeSelect>
      );
    case 'number':
      return <NumberOption {...look} {...{ name, problem, unset, field, value, onChange }} />;
    case 'colour':
      return <ColourInput {...look} value={String(value)} onChange={onChange} />;
    case 'area':
      return <AreaInput {...look} value={value} onChange={onChange} />;
    case 'text':
      return (
        <TextField
          {...look}
          type={field.secret ? 'password' : 'text'}
          maxLength={field.maxLength}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

type NumberOptionProps = TimeInputProps & { readonly name: string };

/** A number: one of a list, a time, or typed. */
function NumberOption({ name, problem, unset, ...look }: NumberOptionProps): ReactNode {
  const t = useMessages('conversion');
  const { field } = look;
  if (field.values) return <ValueSelect {...look} name={name} only={field.values} />;
  if (field.unit === 's') return <TimeInput {...look} problem={problem} unset={unset} />;
  // The key restarts the field with its remaining value when its limits change.
  return <NumberInput key={`${field.min} ${field.max}`} {...look} unset={t.lookup(`notSet_${name}`) ?? t('notSet')} />;
}

/** Video bitrates are in megabits. */
const UNITS: Readonly<Record<string, number>> = { 'kbps-1080p': 1000 };

/** Returns the values of a choice, or of a yes-or-no option, and their names. */
function useChoices(name: string, field: OptionField): readonly Choice[] {
  const t = useMessages('conversion');
  const locale = useLocale();
  if (field.kind === 'boolean') return (['false', 'true'] as const).map((value) => ({ value, text: t(`value_${value}`) }));
  if (field.kind !== 'choice') return [];
  return field.values.map((value) => {
    const word = choiceName(t, locale, name, value);
    const number = field.numbers?.[value];
    if (number === undefined) return { value, text: word };
    const shown = field.numbersIn ? t(`number_${field.numbersIn}`, { number: number / (UNITS[field.numbersIn] ?? 1) }) : number;
    return { value, text: `${word} (${shown})` };
  });
}

type ValueSelectProps = NumberInputProps & { readonly name: string; readonly only: readonly number[] };

/** A number of which only some values are possible. */
function ValueSelect({ name, label, field, only, value, onChange, ...look }: ValueSelectProps): ReactNode {
  const t = useMessages('conversion');
  return (
    <NativeSelect
      {...look}
      label={field.unit ? t('withUnit', { label, unit: t(`unit_${field.unit}`) }) : label}
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(event.target.value === '' ? field.default : Number(event.target.value))}
    >
      {field.default === null ? <option value="">{t.lookup(`notSet_${name}`) ?? t('notSet')}</option> : undefined}
      {only.map((number) => (
        <option key={number} value={number}>
          {number}
        </option>
      ))}
    </NativeSelect>
  );
}

type NumberInputProps = {
  readonly label: string;
  readonly hint?: string;
  readonly className?: string;
  readonly field: FieldOf<'number'>;
  readonly value: OptionValue;
  readonly onChange: (value: OptionValue) => void;
};

/** A value out of range is refused with the limits, stays in the field until it loses the focus, and is then reset. */
function NumberInput({
  label,
  unset,
  field,
  value,
  onChange,
  ...look
}: NumberInputProps & { readonly unset: string }): ReactNode {
  const t = useMessages('conversion');
  const [isRefused, setRefused] = useState(false);
  return (
    <TextField
      {...look}
      {...(isRefused && { error: t('outOfRange', { min: field.min, max: field.max }) })}
      label={field.unit ? t('withUnit', { label, unit: t(`unit_${field.unit}`) }) : label}
      type="number"
      inputMode={field.step < 1 ? 'decimal' : 'numeric'}
      min={field.min}
      max={field.max}
      step={field.step}
      placeholder={field.default === null ? unset : String(field.default)}
      defaultValue={value === null ? '' : String(value)}
      onChange={(event) => {
        const text = event.target.value;
        const number = Number(text);
        const isInRange = number >= field.min && number <= field.max;
        setRefused(text !== '' && !isInRange);
        if (text === '') onChange(field.default);
        else if (isInRange) onChange(number);
      }}
      onBlur={(event) => {
        if (!event.target.validity.valid) event.target.value = value === null ? '' : String(value);
      }}
    />
  );
}

type AreaInputProps = Omit<NumberInputProps, 'field'>;

/** A part of an image. Invalid input is reported immediately and ignored. */
function AreaInput({ value, onChange, ...look }: AreaInputProps): ReactNode {
  const t = useMessages('conversion');
  const [text, setText] = useState(typeof value === 'string' ? value : '');
  const isWrong = text !== '' && !parseArea(text);
  return (
    <TextField
      hint={t('areaHint')}
      {...look}
      autoComplete="off"
      placeholder={t('notSet')}
      value={text}
      {...(isWrong && { error: t('areaWrong') })}
      onChange={(event) => {
        const typed = event.target.value.replaceAll(' ', '');
        setText(typed);
        onChange(parseArea(typed) ? typed : null);
      }}
    />
  );
}

type TimeInputProps = NumberInputProps & { readonly problem: string | undefined; readonly unset: string | undefined };

/** A time in a recording: `1:02.5`, or seconds. Invalid input is reported immediately and ignored. */
function TimeInput({ problem, unset, field, value, onChange, ...look }: TimeInputProps): ReactNode {
  const t = useMessages('conversion');
  // Holds typed text until the field loses focus with a valid time. Otherwise, dragging the handles can change the value.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (typeof value === 'number' ? writePlace(value) : '');
  const seconds = parsePlace(text);
  const isWrong = text.trim() !== '' && (seconds === undefined || seconds < field.min || seconds > field.max);
  return (
    <TextField
      {...look}
      inputMode="text"
      autoComplete="off"
      placeholder={unset ?? '0:00.000'}
      value={text}
      error={isWrong ? t('timeWrong') : problem}
      onChange={(event) => {
        const next = event.target.value;
        const place = parsePlace(next);
        setTyped(next);
        if (next.trim() === '') onChange(field.default);
        else if (place !== undefined && place >= field.min && place <= field.max) onChange(place);
        else onChange(field.default);
      }}
      onBlur={() => {
        if (!isWrong) setTyped(undefined);
      }}
    />
  );
}
