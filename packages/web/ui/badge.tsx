import type { ReactNode } from 'react';
import { classNames } from './class-names.tsx';

/** Colours carry meaning only together with words or an icon. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

const TONES: Readonly<Record<Tone, string>> = {
  neutral: 'border-line bg-sunken text-ink-soft',
  accent: 'border-accent-line bg-accent-soft text-accent-strong',
  success: 'border-transparent bg-success-soft text-success',
  warning: 'border-transparent bg-warning-soft text-warning',
  danger: 'border-transparent bg-danger-soft text-danger',
  info: 'border-transparent bg-info-soft text-info',
};

type BadgeProps = { readonly tone?: Tone; readonly icon?: ReactNode; readonly className?: string; readonly children: ReactNode };

/** A short word with its own background: a format, a state. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps): ReactNode {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded-sm border px-2 font-semibold text-xs tabular',
        TONES[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
