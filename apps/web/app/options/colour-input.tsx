import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { Field } from '@bakkum/ui/field';
import type { ReactNode } from 'react';

/** The colours that are chosen most. */
const COMMON = [
  ['#ffffff', 'colour_white', 'bg-[#fff]'],
  ['#000000', 'colour_black', 'bg-[#000]'],
] as const;

type ColourInputProps = {
  readonly label: string;
  readonly hint?: string;
  readonly className?: string;
  /** `#rrggbb` */
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** A colour as a swatch that opens the palette of the browser, with its code and common colours beside it. */
export function ColourInput({ value, onChange, ...look }: ColourInputProps): ReactNode {
  const t = useMessages('conversion');
  return (
    <Field {...look}>
      {({ id, describedBy }) => (
        <div className="flex min-h-11 items-center gap-2">
          <input
            id={id}
            aria-describedby={describedBy}
            type="color"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="h-11 w-16 shrink-0 cursor-pointer rounded-md border border-line-strong bg-sunken p-1.5 hover:border-ink-soft"
          />
          <span className="grow font-mono text-ink-soft text-sm uppercase">{value}</span>
          {COMMON.map(([colour, name, look]) => (
            <button
              key={colour}
              type="button"
              aria-label={t(name)}
              title={t(name)}
              aria-pressed={value === colour}
              onClick={() => onChange(colour)}
              className={classNames(
                'size-8 cursor-pointer rounded-full border border-line-strong',
                look,
                value === colour && 'outline-2 outline-accent outline-offset-2',
              )}
            />
          ))}
        </div>
      )}
    </Field>
  );
}
