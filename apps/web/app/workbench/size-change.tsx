import type { Family } from '@bakkum/formats/format';
import { formatBytes, formatChange } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Check } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { mayShrink } from './may-shrink.ts';
import { RowNote } from './row-head.tsx';

/** Results above this share of the source are shown without praise. */
export const MUCH_LARGER = 1.2;

type SizeChangeProps = {
  /** Bytes of the source and of the result. */
  readonly before: number;
  readonly after: number;
  readonly children?: ReactNode;
};

/** The size of a file before and after its conversion. */
export function SizeChange({ before, after, children }: SizeChangeProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const sizes = t('done', {
    before: unbroken(formatBytes(locale, before)),
    after: unbroken(formatBytes(locale, after)),
    change: formatChange(locale, after / before - 1),
  });
  const isLarger = after > before * MUCH_LARGER;
  return (
    <span className={isLarger ? 'text-ink-soft' : 'text-success'}>
      {isLarger ? undefined : <Check aria-hidden size={16} className="mr-1 inline align-text-bottom" />}
      {sizes} {children}
    </span>
  );
}

type GrowthNoteProps = Pick<SizeChangeProps, 'before' | 'after'> & {
  /** The formats of the source and of the result. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly familyOf: (format: string) => Family | undefined;
};

/** Suggests what makes a result smaller that is unexpectedly large. */
export function GrowthNote({ before, after, from, to, familyOf }: GrowthNoteProps): ReactNode {
  const t = useMessages('conversion');
  if (from === undefined || to === undefined || after <= before * MUCH_LARGER || !mayShrink(from, to, familyOf)) return undefined;
  return <RowNote>{t('grew')}</RowNote>;
}

/** Keeps a number and its unit on the same line. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
