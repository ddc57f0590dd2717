import type { Addition } from '@bakkum/conversion/pages/page-additions';
import { MAX_FONT_SIZE, TEXT_FONTS } from '@bakkum/conversion/pages/page-additions';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { NativeSelect, TextArea, TextField } from '@bakkum/ui/field';
import { Trash2 } from '@bakkum/ui/icons';
import { Switch } from '@bakkum/ui/switch';
import { type ReactNode, useState } from 'react';
import type { Size } from '../preview/view-frame.ts';
import { isPageList } from './placed-additions.ts';

type AdditionPanelProps = {
  readonly addition: Addition;
  readonly pageCount: number;
  /** Size of the page in points. */
  readonly size: Size;
  readonly onChange: (addition: Addition) => void;
  readonly onRemove: () => void;
};

/** The settings of the selected item. */
export function AdditionPanel({ addition, pageCount, size, onChange, onRemove }: AdditionPanelProps): ReactNode {
  const t = useMessages('workbench');
  return (
    <fieldset className="min-w-0 space-y-3 border-line border-b pb-4">
      <legend className="mb-2 font-semibold text-sm">{t(`addition_${addition.type}`)}</legend>
      {addition.type === 'text' ? <TextSettings addition={addition} onChange={onChange} /> : undefined}
      <div className="grid grid-cols-3 gap-2">
        <NumberField
          label={t('crop_x')}
          value={addition.x}
          min={0}
          max={size.width}
          onChange={(x) => onChange({ ...addition, x })}
        />
        <NumberField
          label={t('crop_y')}
          value={addition.y}
          min={0}
          max={size.height}
          onChange={(y) => onChange({ ...addition, y })}
        />
        {addition.type === 'text' ? (
          <NumberField
            label={t('additionSize')}
            value={addition.size}
            min={1}
            max={MAX_FONT_SIZE}
            onChange={(points) => onChange({ ...addition, size: points })}
          />
        ) : (
          <NumberField
            label={t('crop_width')}
            value={addition.width}
            min={1}
            max={size.width * 2}
            onChange={(width) => onChange(widened(addition, width))}
          />
        )}
      </div>
      {addition.type === 'drawing' ? <LineSettings addition={addition} onChange={onChange} /> : undefined}
      <PagesField value={addition.pages} pageCount={pageCount} onChange={(pages) => onChange({ ...addition, pages })} />
      <Button variant="danger" size="sm" icon={<Trash2 aria-hidden size={16} />} onClick={onRemove}>
        {t('additionDelete')}
      </Button>
    </fieldset>
  );
}

type Kind<Type extends Addition['type']> = Extract<Addition, { readonly type: Type }>;

type SettingsProps<Type extends Addition['type']> = {
  readonly addition: Kind<Type>;
  readonly onChange: (addition: Addition) => void;
};

/** Keeps the proportions. */
function widened(addition: Kind<'image'> | Kind<'drawing'>, width: number): Addition {
  if (addition.type === 'drawing' || addition.height === undefined) return { ...addition, width };
  return { ...addition, width, height: (addition.height * width) / addition.width };
}

function TextSettings({ addition, onChange }: SettingsProps<'text'>): ReactNode {
  const t = useMessages('workbench');
  const [typed, setTyped] = useState<string>();
  return (
    <>
      <TextArea
        label={t('addition_text')}
        rows={2}
        maxLength={5000}
        value={typed ?? addition.text}
        onBlur={() => setTyped(undefined)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          // Without any text, the item could not be seen or selected.
          if (value.trim() !== '') onChange({ ...addition, text: value });
        }}
      />
      <div className="grid grid-cols-2 gap-2">
        <NativeSelect
          label={t('additionFont')}
          value={addition.font}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...addition, font: TEXT_FONTS.find((font) => font === value) ?? 'sans' })
          }
        >
          {TEXT_FONTS.map((font) => (
            <option key={font} value={font}>
              {t(`additionFont_${font}`)}
            </option>
          ))}
        </NativeSelect>
        <ColourField value={addition.colour} onChange={(colour) => onChange({ ...addition, colour })} />
        <Switch
          label={t('additionBold')}
          checked={addition.bold}
          onChange={({ currentTarget }) => onChange({ ...addition, bold: currentTarget.checked })}
        />
        <Switch
          label={t('additionItalic')}
          checked={addition.italic}
          onChange={({ currentTarget }) => onChange({ ...addition, italic: currentTarget.checked })}
        />
      </div>
    </>
  );
}

function LineSettings({ addition, onChange }: SettingsProps<'drawing'>): ReactNode {
  const t = useMessages('workbench');
  // Points per unit of the drawing.
  const scale = addition.width / addition.box[0];
  return (
    <div className="grid grid-cols-2 gap-2">
      <ColourField value={addition.colour} onChange={(colour) => onChange({ ...addition, colour })} />
      <NumberField
        label={t('additionPen')}
        value={Math.round(addition.stroke * scale * 10) / 10}
        min={0.1}
        max={40}
        onChange={(points) => onChange({ ...addition, stroke: points / scale })}
      />
    </div>
  );
}

export function ColourField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const t = useMessages('workbench');
  return (
    <TextField
      label={t('additionColor')}
      type="color"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type NumberFieldProps = {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
};

/** Points. Keeps what is typed until the field is left. */
function NumberField({ label, value, min, max, onChange }: NumberFieldProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      step="any"
      min={min}
      max={max}
      value={typed ?? String(Math.round(value * 10) / 10)}
      onBlur={() => setTyped(undefined)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const number = Number(currentTarget.value);
        if (currentTarget.value !== '' && number >= min && number <= max) onChange(number);
      }}
    />
  );
}

type PagesFieldProps = { readonly value: string; readonly pageCount: number; readonly onChange: (pages: string) => void };

/** Takes effect when the field is left, because the item may disappear from the page that is shown. */
function PagesField({ value, pageCount, onChange }: PagesFieldProps): ReactNode {
  const t = useMessages('workbench');
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && !isPageList(typed, pageCount);
  const finish = (): void => {
    if (typed !== undefined && !isWrong) onChange(typed.trim());
    setTyped(undefined);
  };
  return (
    <TextField
      label={t('additionPages')}
      hint={t('additionPagesHint')}
      error={isWrong ? t('additionPagesWrong') : undefined}
      value={typed ?? value}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={finish}
      onKeyDown={({ key }) => {
        if (key === 'Enter') finish();
      }}
    />
  );
}
