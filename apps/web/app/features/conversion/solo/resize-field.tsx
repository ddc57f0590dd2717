import type { OptionsSchema, OptionValue, OptionValues } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { CONTROL_CLASS, NativeSelect } from '@bakkum/ui/field';
import { IconButton } from '@bakkum/ui/icon-button';
import { Link2, Unlink } from '@bakkum/ui/icons';
import { type ReactNode, useId, useState } from 'react';
import { changesOf, otherSide, SIZE_CHOICES, type SizeChoice, sizeChoiceOf, sizeOf } from './resize.ts';

type ResizeFieldProps = {
  readonly values: OptionValues;
  readonly image: { readonly width: number; readonly height: number };
  readonly onChange: (name: string, value: OptionValue) => void;
};

export function canResize(schema: OptionsSchema): boolean {
  return ['width', 'height', 'fit'].every((name) => Object.hasOwn(schema, name));
}

/** Names of the options that need no other control: the fit matters only if both sides are given. */
export function optionsOfResize({ width, height }: OptionValues): readonly string[] {
  return typeof width === 'number' && typeof height === 'number' ? ['width', 'height'] : ['width', 'height', 'fit'];
}

/** The size of the result: one of those people look for, or both sides, which are linked until they are unlinked. */
export function ResizeField({ values, image, onChange }: ResizeFieldProps): ReactNode {
  const t = useMessages('workbench');
  const [isCustom, setCustom] = useState(false);
  const choice = isCustom ? 'custom' : sizeChoiceOf(values, image);
  const choose = (next: SizeChoice): void => {
    setCustom(next === 'custom');
    for (const [name, value] of Object.entries(changesOf(next, image))) onChange(name, value);
  };
  return (
    <div className="space-y-3">
      <NativeSelect
        label={t('size')}
        value={choice}
        onChange={({ target }) => choose(SIZE_CHOICES.find((one) => one === target.value) ?? 'original')}
      >
        {SIZE_CHOICES.map((one) => (
          <option key={one} value={one}>
            {textOf(one, image, t)}
          </option>
        ))}
      </NativeSelect>
      {choice === 'custom' ? <Sides values={values} image={image} onChange={onChange} /> : undefined}
    </div>
  );
}

function textOf(choice: SizeChoice, image: ResizeFieldProps['image'], t: ReturnType<typeof useMessages<'workbench'>>): string {
  if (choice === 'custom') return t('size_custom');
  // Pixels are written without separators, as in the file's facts.
  const { width, height } = sizeOf(choice, image);
  const size = { width: String(width), height: String(height) };
  return choice.endsWith('%') ? t('size_percent', { percent: choice, ...size }) : (t.lookup(`size_${choice}`, size) ?? choice);
}

/** Linked: one side is set and the other follows. Unlinked: both are set, and the image is stretched unless another fit is chosen. */
function Sides({ values, image, onChange }: ResizeFieldProps): ReactNode {
  const t = useMessages('workbench');
  const words = useMessages('conversion');
  const width = typeof values['width'] === 'number' ? values['width'] : undefined;
  const height = typeof values['height'] === 'number' ? values['height'] : undefined;
  const [isLinked, setLinked] = useState(width === undefined || height === undefined);
  const shown = {
    width: width ?? (height === undefined ? image.width : otherSide('height', height, image)),
    height: height ?? (width === undefined ? image.height : otherSide('width', width, image)),
  };
  const set = (side: 'width' | 'height', length: number): void => {
    onChange(side, length);
    if (isLinked) onChange(side === 'width' ? 'height' : 'width', null);
  };
  const link = (): void => {
    if (isLinked) {
      onChange('width', shown.width);
      onChange('height', shown.height);
      onChange('fit', 'stretch');
    } else {
      onChange('height', null);
      onChange('fit', 'contain');
    }
    setLinked(!isLinked);
  };
  return (
    <div className="flex items-end gap-1.5">
      <Side label={words('option_width')} value={shown.width} onChange={(length) => set('width', length)} />
      <IconButton label={t('keepProportions')} aria-pressed={isLinked} onClick={link}>
        {isLinked ? <Link2 aria-hidden size={18} /> : <Unlink aria-hidden size={18} />}
      </IconButton>
      <Side label={words('option_height')} value={shown.height} onChange={(length) => set('height', length)} />
    </div>
  );
}

/** Longest side in pixels that encoders take. */
const MAX_SIDE = 65_535;

type SideProps = { readonly label: string; readonly value: number; readonly onChange: (length: number) => void };

/** Keeps what is typed until it is a valid length. */
function Side({ label, value, onChange }: SideProps): ReactNode {
  const id = useId();
  const words = useMessages('conversion');
  const [typed, setTyped] = useState<string>();
  return (
    <div className="min-w-0 grow basis-0">
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {words('withUnit', { label, unit: words('unit_px') })}
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_SIDE}
        value={typed ?? String(value)}
        className={CONTROL_CLASS}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          setTyped(target.value);
          const length = Math.round(Number(target.value));
          if (length >= 1 && length <= MAX_SIDE) onChange(length);
        }}
      />
    </div>
  );
}
