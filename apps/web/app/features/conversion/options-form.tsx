import type { OptionField, OptionsSchema, OptionValue, OptionValues } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { Disclosure } from '@bakkum/ui/disclosure';
import { NativeSelect, TextField } from '@bakkum/ui/field';
import type { ReactNode } from 'react';

type OptionsFormProps = {
  readonly schema: OptionsSchema;
  readonly values: OptionValues;
  readonly onChange: (name: string, value: OptionValue) => void;
};

/** The form an engine's options draw: what matters to most in sight, the rest folded. */
export function OptionsForm({ schema, values, onChange }: OptionsFormProps): ReactNode {
  const t = useMessages('conversion');
  const fields = Object.entries(schema);
  const draw = ([name, field]: [string, OptionField]): ReactNode => (
    <OptionInput
      key={name}
      name={name}
      field={field}
      value={values[name] ?? field.default}
      onChange={(value) => onChange(name, value)}
    />
  );
  const advanced = fields.filter(([, field]) => field.advanced);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-3">{fields.filter(([, field]) => !field.advanced).map(draw)}</div>
      {advanced.length > 0 ? (
        <Disclosure title={t('moreOptions')}>
          <div className="grid gap-3 pt-2 sm:grid-cols-2 lg:grid-cols-3">{advanced.map(draw)}</div>
        </Disclosure>
      ) : undefined}
    </div>
  );
}

type OptionInputProps = {
  readonly name: string;
  readonly field: OptionField;
  readonly value: OptionValue;
  readonly onChange: (value: OptionValue) => void;
};

function OptionInput({ name, field, value, onChange }: OptionInputProps): ReactNode {
  const t = useMessages('conversion');
  const label = t.lookup(`option_${name}`) ?? name;
  const valueLabel = (choice: string): string => t.lookup(`value_${name}_${choice}`) ?? t.lookup(`value_${choice}`) ?? choice;
  const numberLabel = ({ numbers, numbersIn }: Extract<OptionField, { kind: 'choice' }>, choice: string): string => {
    const number = String(numbers?.[choice]);
    return numbersIn ? t(`number_${numbersIn}`, { number }) : number;
  };
  switch (field.kind) {
    case 'choice':
      return (
        <NativeSelect label={label} value={String(value)} onChange={(event) => onChange(event.target.value)}>
          {field.values.map((choice) => (
            <option key={choice} value={choice}>
              {field.numbers?.[choice] === undefined
                ? valueLabel(choice)
                : `${valueLabel(choice)} (${numberLabel(field, choice)})`}
            </option>
          ))}
        </NativeSelect>
      );
    case 'boolean':
      return (
        <NativeSelect label={label} value={String(value)} onChange={(event) => onChange(event.target.value === 'true')}>
          <option value="false">{valueLabel('false')}</option>
          <option value="true">{valueLabel('true')}</option>
        </NativeSelect>
      );
    case 'number':
      return <NumberInput label={label} field={field} value={value} onChange={onChange} />;
    case 'colour':
      return <TextField label={label} type="color" value={String(value)} onChange={(event) => onChange(event.target.value)} />;
    case 'text':
      return (
        <TextField
          label={label}
          type={field.secret ? 'password' : 'text'}
          maxLength={field.maxLength}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

type NumberInputProps = {
  readonly label: string;
  readonly field: Extract<OptionField, { kind: 'number' }>;
  readonly value: OptionValue;
  readonly onChange: (value: OptionValue) => void;
};

/** What is out of range stays in the box until it is left, and then is what it was. */
function NumberInput({ label, field, value, onChange }: NumberInputProps): ReactNode {
  const t = useMessages('conversion');
  return (
    <TextField
      label={field.unit ? `${label} (${field.unit === 'percent' ? '%' : field.unit})` : label}
      type="number"
      inputMode={field.step < 1 ? 'decimal' : 'numeric'}
      min={field.min}
      max={field.max}
      step={field.step}
      placeholder={field.default === null ? t('notSet') : String(field.default)}
      defaultValue={value === null ? '' : String(value)}
      onChange={(event) => {
        const text = event.target.value;
        const number = Number(text);
        if (text === '') onChange(field.default);
        else if (number >= field.min && number <= field.max) onChange(number);
      }}
      onBlur={(event) => {
        if (!event.target.validity.valid) event.target.value = value === null ? '' : String(value);
      }}
    />
  );
}
