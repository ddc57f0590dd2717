import { classNames } from '@bakkum/ui/class-names';
import { ArrowRight } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';

type FormatBadgesProps = { readonly from: string; readonly to: string; readonly size: 'lg' | 'sm' };

const SIZES = { lg: 'min-h-11 px-4 text-lg', sm: 'min-h-7 px-2 text-xs' } as const;

/** A pair as badges: from → to. */
export function FormatBadges({ from, to, size }: FormatBadgesProps): ReactNode {
  const badge = classNames('inline-flex items-center rounded-sm border font-bold tabular', SIZES[size]);
  return (
    <span className="inline-flex items-center gap-2">
      <span className={classNames(badge, 'border-line bg-sunken text-ink-soft')}>{from}</span>
      <ArrowRight aria-hidden size={size === 'lg' ? 22 : 14} className="shrink-0 text-ink-faint" />
      <span className={classNames(badge, 'border-accent-line bg-accent-soft text-accent-strong')}>{to}</span>
    </span>
  );
}
