import type { Family } from '@bakkum/formats/format';
import { formatBytes, formatChange } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { Check } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';

/** Results above this share of the source are shown without praise. */
export const MUCH_LARGER = 1.2;
/** Families in which another format or a lower quality makes a file smaller. */
const SHRINKABLE: ReadonlySet<Family> = new Set(['image', 'audio', 'video', 'archive']);

type SizeChangeProps = {
  /** Bytes of the source and of the result. */
  readonly before: number;
  readonly after: number;
  /** The family of the result's format. */
  readonly family: Family | undefined;
  readonly children?: ReactNode;
};

/** The size of a file before and after its conversion. */
export function SizeChange({ before, after, family, children }: SizeChangeProps): ReactNode {
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
      {isLarger && isShrinkable(family) ? <span className="basis-full">{t('grew')}</span> : undefined}
    </span>
  );
}

/** Whether to suggest what makes a large result smaller. */
export function isShrinkable(family: Family | undefined): boolean {
  return family !== undefined && SHRINKABLE.has(family);
}

/** Keeps a number and its unit on the same line. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
