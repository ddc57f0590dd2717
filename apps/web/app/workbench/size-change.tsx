import { formatBytes, formatChange } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { Check } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';

/** Results above this share of the source are shown without praise, with a suggestion. */
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
    <span className={classNames('inline-flex flex-wrap items-center gap-x-1', isLarger ? 'text-ink-soft' : 'text-success')}>
      {isLarger ? undefined : <Check aria-hidden size={16} className="shrink-0" />}
      {sizes}
      {children}
      {isLarger ? <span className="basis-full">{t('grew')}</span> : undefined}
    </span>
  );
}

/** Keeps a number and its unit on the same line. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
